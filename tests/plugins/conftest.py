"""A virtual environment in which real distributions are installed, good and bad ones."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import attrs
import pytest

# Installed and imported by the tests; not to be collected as tests.
collect_ignore = ["distributions"]

DISTRIBUTIONS = Path(__file__).parent / "distributions"
SHARED = "import site; " + "; ".join(
    f"site.addsitedir({path!r})" for path in sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
)


@attrs.frozen
class Environment:
    """An environment with haversack in it."""

    python: Path

    def run(self, *arguments, cwd=None, **variables):
        """Run Python in it."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAVERSACK_")}
        return subprocess.run(
            [str(self.python), *arguments],
            cwd=cwd,
            env={**inherited, **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def install(self, *sources):
        """Install distributions into it, from their folders."""
        pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "--python", self.python]
        options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--no-cache-dir"]
        command = [*pip, "install", *options, *sources]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr

    def haversack(self, *arguments, cwd=None, **variables):
        """Run the command line in it."""
        return self.run("-m", "haversack", *arguments, cwd=cwd, **variables)


def made_environment(folder):
    """An environment that sees what the tests run in, and nothing else."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=120)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, check=True, capture_output=True, text=True, timeout=60).stdout.strip())
    # What the tests run in (haversack, its dependencies, hatchling) is seen from there too; nothing is downloaded.
    (packages / "shared.pth").write_text(SHARED + "\n")
    return Environment(python)


@pytest.fixture(scope="session")
def environment(tmp_path_factory):
    """All distributions of this folder, installed beside haversack."""
    made = made_environment(tmp_path_factory.mktemp("environment"))
    made.install(*sorted(path.parent for path in DISTRIBUTIONS.glob("*/pyproject.toml")))
    return made


@pytest.fixture(scope="session")
def fresh_environment(tmp_path_factory):
    """Haversack as a user installs it: a wheel built from this tree, templates and all."""
    made = made_environment(tmp_path_factory.mktemp("fresh-environment"))
    made.install(Path(__file__).parents[2])
    where = made.run("-c", "import haversack; print(haversack.__file__)").stdout
    assert str(made.python.parents[1]) in where, "it must not be the one that the tests run in"
    return made


@pytest.fixture
def pool_file(tmp_path):
    """A pool in which the best set is easily found by hand."""
    path = tmp_path / "pool.csv"
    path.write_text("name,accuracy,cost\nann,0.9,4\nbob,0.8,2\ncat,0.7,2\ndan,0.6,1\n")
    return path
