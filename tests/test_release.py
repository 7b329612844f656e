"""What a release relies on: one version, fragments that towncrier collects, a complete source distribution."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

import haversack

ROOT = Path(__file__).parents[1]
MANIFEST = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TYPES = [entry["directory"] for entry in MANIFEST["tool"]["towncrier"]["type"]]


def run_module(*arguments, cwd=ROOT):
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_version_is_in_one_place():
    assert "version" not in MANIFEST["project"]
    assert importlib.metadata.version("haversack") == haversack.__version__, "run `make clean` after a new version"


def test_fragments_are_named_by_topic_and_type():
    names = [path.name for path in (ROOT / "changelog.d").iterdir() if path.name != "template.md.jinja"]
    pattern = rf"[a-z0-9]+(-[a-z0-9]+)*\.({'|'.join(TYPES)})\.md"
    assert [name for name in names if not re.fullmatch(pattern, name)] == []


def test_fragments_are_sentences():
    texts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "changelog.d").glob("*.md")}
    assert [name for name, text in texts.items() if not re.fullmatch(r"\S.*\.\n", text, re.DOTALL)] == []


@pytest.mark.slow
def test_towncrier_writes_a_section_for_the_fragments(tmp_path):
    """In a copy with one fragment of each type, so that there is something to collect right after a release, too."""
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "changelog.d", tmp_path / "changelog.d")
    for type_ in TYPES:
        (tmp_path / "changelog.d" / f"some-topic.{type_}.md").write_text(f"Something was {type_}.\n")
    draft = run_module("towncrier", "build", "--draft", "--version", "99.0", "--date", "2031-05-06", cwd=tmp_path)
    section = draft[draft.index("## 99.0 (2031-05-06)\n") :]
    assert [line[4:].lower() for line in section.splitlines() if line.startswith("### ")] == TYPES
    assert [line for line in section.splitlines() if line.startswith("- Something was ")] == [
        f"- Something was {type_}." for type_ in TYPES
    ]


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """Names in the source distribution, below its folder."""
    folder = tmp_path_factory.mktemp("sdist")
    run_module("hatchling", "build", "-t", "sdist", "-d", str(folder))
    (archive,) = folder.iterdir()
    assert archive.name == f"haversack-{haversack.__version__}.tar.gz"
    with tarfile.open(archive) as content:
        return {name.partition("/")[2] for name in content.getnames()}


def test_the_source_distribution_has_every_file_of_the_tree(packed):
    """`.ci/sdist` runs its `make check`; this tells quickly what it would lack."""
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    tracked = {name for name in listing.stdout.splitlines() if (ROOT / name).exists()}
    assert sorted(tracked - packed) == []
