"""Real distributions, good and bad ones, installed for the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import attrs
import pytest

import haversack.plugins.loading
from haversack.cli import main
from haversack.plugins import default_catalog

# Installed and imported by the tests; not to be collected as tests.
collect_ignore = ["distributions"]

DISTRIBUTIONS = Path(__file__).parent / "distributions"
SHARED = "import site; " + "; ".join(
    f"site.addsitedir({path!r})" for path in sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
)


def run_python(python, *arguments, cwd=None, **variables):
    """Run a Python without the variables that haversack reads, unless they are given."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAVERSACK_")}
    return subprocess.run(
        [str(python), *arguments],
        cwd=cwd,
        env={**inherited, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def install(*sources, into):
    """Install distributions from their folders, with what the tests run in as the only source of tools."""
    pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check"]
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--no-cache-dir", "--no-compile"]
    command = [*pip, "install", *options, "--target", into, *sources]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


@attrs.frozen
class Installed:
    """The distributions of this folder, beside haversack on the path of this process."""

    site: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture

    def haversack(self, *arguments, cwd=None, **variables):
        """Run the command line in this process, with these variables."""
        with self.monkeypatch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            if cwd is not None:
                patch.chdir(cwd)
            with pytest.raises(SystemExit) as end:
                main(list(arguments))
        return subprocess.CompletedProcess(arguments, end.value.code or 0, *self.capsys.readouterr())

    def run(self, *arguments):
        """Run Python in a process of its own."""
        return run_python(sys.executable, *arguments, PYTHONPATH=str(self.site))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A folder with all distributions of this folder."""
    folder = tmp_path_factory.mktemp("site")
    install(*sorted(path.parent for path in DISTRIBUTIONS.glob("*/pyproject.toml")), into=folder)
    return folder


@pytest.fixture
def installed(site, monkeypatch, capsys):
    """All distributions of this folder, imported afresh in every test."""
    monkeypatch.syspath_prepend(site)
    for name in [name for name in os.environ if name.startswith("HAVERSACK_")]:
        monkeypatch.delenv(name)
    yield Installed(site, monkeypatch, capsys)
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(str(site)):
            del sys.modules[name]


@pytest.fixture
def install_points(monkeypatch):
    """Have these entry points be all there are."""

    def installed(*points):
        def found(*, group):
            assert group == "haversack"
            return points

        monkeypatch.setattr(haversack.plugins.loading, "entry_points", found)
        monkeypatch.delenv("HAVERSACK_NO_PLUGINS", raising=False)
        monkeypatch.delenv("HAVERSACK_DISABLE_PLUGINS", raising=False)

    default_catalog.cache_clear()
    yield installed
    default_catalog.cache_clear()


@attrs.frozen
class Environment:
    """A virtual environment with haversack in it."""

    python: Path
    packages: Path

    def run(self, *arguments, cwd=None):
        """Run Python in it, with the bytecode of its modules in a folder of its own."""
        return run_python(self.python, *arguments, cwd=cwd, PYTHONPYCACHEPREFIX=str(self.packages / "bytecode"))

    def haversack(self, *arguments):
        """Run the command line in it."""
        return self.run("-m", "haversack", *arguments)

    def install(self, *sources):
        """Install distributions into it, from their folders."""
        install(*sources, into=self.packages)


@pytest.fixture(scope="session")
def fresh_environment(tmp_path_factory):
    """Haversack as a user installs it: a wheel built from this tree, templates and all."""
    folder = tmp_path_factory.mktemp("fresh-environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=120)
    (python,) = [*folder.glob("bin/python"), *folder.glob("Scripts/python.exe")]
    (packages,) = folder.glob("[Ll]ib/**/site-packages")
    # What the tests run in (dependencies, pytest) is seen from there too; nothing is downloaded.
    (packages / "shared.pth").write_text(SHARED + "\n")
    fresh = Environment(python, packages)
    fresh.install(Path(__file__).parents[2])
    where = fresh.run("-c", "import haversack; print(haversack.__file__)").stdout
    assert str(packages) in where, "it must not be the one that the tests run in"
    # Compiling the kernels takes most of a minute; numba keeps the results beside them, by the content of the sources,
    # which is that of the tree: both share one folder.
    compiled = Path(haversack.__file__).parent / "kernels" / "__pycache__"
    compiled.mkdir(exist_ok=True)
    beside = packages / "haversack" / "kernels" / "__pycache__"
    shutil.rmtree(beside, ignore_errors=True)
    beside.symlink_to(compiled, target_is_directory=True)
    return fresh


@pytest.fixture
def pool_file(tmp_path):
    """A pool in which the best set is easily found by hand."""
    path = tmp_path / "pool.csv"
    path.write_text("name,accuracy,cost\nann,0.9,4\nbob,0.8,2\ncat,0.7,2\ndan,0.6,1\n")
    return path
