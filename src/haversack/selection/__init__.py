"""One run: composes the parts, imports none of them."""
