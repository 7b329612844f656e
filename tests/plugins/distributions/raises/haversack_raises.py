"""Cannot be imported."""

raise RuntimeError("the moon is in the wrong\n    house")
