"""Print the lower bounds of the dependencies in the given pyproject files, as constraints for pip."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

TOOLS = {"bench", "dev"}
"""Extras with tools of developers: only their versions for users are bounded from below."""


def list_requirements(manifest: dict) -> list[str]:
    """Return what a user of the distribution installs: to build it, to run it, and for its extras."""
    project = manifest["project"]
    extras = project.get("optional-dependencies", {})
    listed = [*manifest["build-system"]["requires"], *project.get("dependencies", [])]
    return listed + [requirement for name in extras.keys() - TOOLS for requirement in extras[name]]


def find_lower_bounds(manifests: list[dict]) -> dict[str, str]:
    """Return the highest of the lower bounds of each distribution, by name."""
    bounds: dict[str, str] = {}
    for requirement in (each for manifest in manifests for each in list_requirements(manifest)):
        if requirement.startswith("haversack"):  # From this tree.
            continue
        if found := re.fullmatch(r"([\w.-]+)(?:\[.*\])?>=([\d.]+)(?:,.*)?", requirement.replace(" ", "")):
            name, bound = found[1].lower(), found[2]
            bounds[name] = max(bounds.get(name, "0"), bound, key=lambda text: [int(part) for part in text.split(".")])
        else:
            raise SystemExit(f"{requirement}: expected a lower bound, as in 'numpy>=1.26'")
    return bounds


def main(paths: list[str]) -> None:
    """Print the constraints, sorted by name."""
    manifests = [tomllib.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
    for name, bound in sorted(find_lower_bounds(manifests).items()):
        print(f"{name}=={bound}")


if __name__ == "__main__":
    main(sys.argv[1:])
