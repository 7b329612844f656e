"""The experiments: one module, or one package, each."""
