"""What plugins of bad manners do to the command line, in processes of their own."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys

import attrs
import pytest

PART = """
import attrs, numpy as np
from haversack import Registration, hookimpl

@attrs.frozen
class Weakest:
    floor: float = 0.0
    def losses(self, pool, sets):
        losses = np.where(sets, 1 - np.maximum(pool.accuracies, self.floor), 0).max(axis=1)
        return np.where(sets.any(axis=1), losses, 1.0)

@hookimpl
def haversack_energies():
    yield Registration("{name}", Weakest, "as good as the weakest member")
"""

NOISY = """
import os, signal, subprocess, sys, warnings
print("imported")
os.write(1, b"from compiled code\\n")
subprocess.run([sys.executable, "-c", "print('from a child')"])
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.chdir("/")
warnings.simplefilter("error")
""" + PART.format(name="noisy").replace(
    "    yield", "    print('called')\n    sys.stdout = open(os.devnull, 'w')\n    yield"
)


@attrs.frozen
class Site:
    """A folder of distributions, made without pip."""

    folder: object

    def add(self, distribution, code, *, version="1.0", plugin=None, requires=()):
        """Put a distribution there with one module, which is its plugin."""
        module = distribution.replace("-", "_")
        (self.folder / f"{module}.py").write_text(code)
        info = self.folder / f"{module}-{version}.dist-info"
        info.mkdir()
        lines = [f"Name: {distribution}", f"Version: {version}", *(f"Requires-Dist: {line}" for line in requires)]
        (info / "METADATA").write_text("\n".join(["Metadata-Version: 2.1", *lines, ""]))
        (info / "entry_points.txt").write_text(f"[haversack]\n{plugin or distribution} = {module}\n")

    def run(self, *words, **variables):
        """Run Python in the folder above."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAVERSACK_")}
        return subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=self.folder.parent,
            env={**inherited, "PYTHONPATH": str(self.folder), **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def haversack(self, *words, **variables):
        """Run the command line."""
        return self.run("-m", "haversack", *words, **variables)

    def list_statuses(self, *words, **variables):
        """The status of all that is not haversack's, by name."""
        done = self.haversack("plugins", "--json", *words, **variables)
        assert done.returncode == 0, done.stderr
        rows = json.loads(done.stdout)
        return {row["name"]: row["status"] for row in rows if row["distribution"].startswith("guest-")}


@pytest.fixture
def site(tmp_path, pool_file):
    folder = tmp_path / "site"
    folder.mkdir()
    return Site(folder)


def test_what_a_plugin_prints_or_changes_does_not_reach_the_answer(site):
    site.add("guest-noisy", NOISY)
    done = site.haversack("select", "pool.csv", "--budget", "8", "--energy", "noisy", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["names"] == ["ann"]
    assert sorted(done.stderr.splitlines()) == ["called", "from a child", "from compiled code", "imported"]


@pytest.mark.parametrize(
    "words",
    [
        ("select", "pool.csv", "--budget", "8", "--energy", "chatty", "--seed", "1", "--json", "--plan"),
        ("frontier", "pool.csv", "--budgets", "3", "--energy", "chatty", "--seed", "1", "--json"),
        ("compare", "pool.csv", "--energy=chatty", "--searchers=monte-carlo", "--seeds=1", "--seconds=0.1", "--json"),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.slow
def test_what_a_part_prints_during_a_run_does_not_reach_the_answer(site, words):
    chatty = PART.format(name="chatty").replace(
        "        losses =",
        "        print('computing')\n        __import__('os').write(1, b'loudly\\n')\n        losses =",
    )
    site.add("guest-chatty", chatty.replace("    floor: float = 0.0", "    floor: float = attrs.field(default=0.0)"))
    done = site.haversack(*words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert {"computing", "loudly"} <= set(done.stderr.splitlines())


def test_python_is_spared_too(site):
    site.add(
        "guest-noisy", NOISY.replace("os.write", "len or os.write").replace("subprocess.run", "len or subprocess.run")
    )
    done = site.run("-c", "import haversack, os; haversack.load_catalog(); print('cwd', os.path.exists('pool.csv'))")
    assert (done.stdout, done.stderr) == ("cwd True\n", "imported\ncalled\n")


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (
            "import absent_thing",
            "unmet requirements: needs absent-thing>=1.4, which is not installed; needs attrs<1, and {attrs} is "
            "installed (ModuleNotFoundError: No module named 'absent_thing')",
        ),
        (
            PART.format(name="guest-needy"),
            "unmet requirements: needs absent-thing>=1.4, which is not installed; needs attrs<1, and {attrs} is "
            "installed",
        ),
    ],
    ids=["broken by it", "works without"],
)
@pytest.mark.slow
def test_unmet_requirements_are_listed(site, code, status):
    requires = ["absent-thing>=1.4", "attrs<1", "numpy", "haversack>=0.0.1", "other; extra == 'plots'"]
    site.add("guest-needy", code, requires=requires)
    status = status.format(attrs=importlib.metadata.version("attrs"))
    assert site.list_statuses() == {"guest-needy": status}
    done = site.haversack("select", "pool.csv", "--budget", "8", "--seed", "1", "--json")
    assert done.returncode == 0
    warned = [f"warning: guest-needy 1.0 (plugin 'guest-needy') has {status}"]
    assert done.stderr.splitlines() == ([] if "Registration" in code else warned)


@pytest.mark.slow
def test_the_name_of_a_built_in_stays_its_own_and_results_repeat_with_the_qualified_name(site):
    site.add("guest-shadow", PART.format(name="majority"))
    assert site.list_statuses() == {"majority": "hidden: haversack has its own 'majority'; use guest-shadow:majority"}
    words = ("select", "pool.csv", "--budget", "8", "--seed", "1", "--json")
    plain = json.loads(site.haversack(*words).stdout)
    assert plain["config"]["energy"]["kind"] == "majority"
    assert plain["value"] == pytest.approx(0.902)
    done = site.haversack(*words, "--energy", "Guest_Shadow:majority:floor=0.95", "--out", "result.json")
    assert (done.returncode, done.stderr) == (0, "")
    hidden = json.loads(done.stdout)
    assert hidden["config"]["energy"] == {"kind": "guest-shadow:majority", "floor": 0.95}
    assert hidden["value"] == pytest.approx(0.95)
    again = json.loads(site.haversack("run", "result.json", "--json").stdout)
    assert (again["members"], again["value"], again["config"]) == (hidden["members"], hidden["value"], hidden["config"])
    shown = site.haversack("plugins", "show", "guest-shadow:majority").stdout
    assert shown.startswith("energy majority: as good as the weakest member\n  from guest-shadow 1.0")
    assert "  hidden by haversack's own; use guest-shadow:majority\n" in shown
    assert 'kind = "guest-shadow:majority"' in shown


FAILS = "raise OSError('imported')"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "variables", "reason"),
    [
        (["--disable", "guest-bad"], {}, "--disable"),
        (["--disable=guest_bad,guest-good"], {}, "--disable"),
        ([], {"HAVERSACK_DISABLE_PLUGINS": "guest-good,bad"}, "HAVERSACK_DISABLE_PLUGINS"),
    ],
)
def test_a_disabled_plugin_is_not_imported(site, words, variables, reason):
    site.add("guest-bad", FAILS, plugin="bad")
    site.add("guest-good", PART.format(name="weakest"))
    expected = {"bad": f"disabled: by {reason}"}
    alone = words == ["--disable", "guest-bad"]
    expected |= {"weakest": "ok"} if alone else {"guest-good": f"disabled: by {reason}"}
    assert site.list_statuses(*words, **variables) == expected


@pytest.mark.slow
def test_the_command_line_complains_of_a_name_of_nothing_and_the_variable_warns(site):
    site.add("guest-good", PART.format(name="weakest"))
    words = ("select", "pool.csv", "--budget", "8", "--seed", "1")
    done = site.haversack(*words, "--disable", "guest-god")
    complaint = "no plugin 'guest-god' is installed; did you mean 'guest-good'?"
    assert (done.returncode, done.stderr) == (2, f"error: --disable: {complaint}\n")
    done = site.haversack("--disable", "haversack", *words)
    assert done.stderr == "error: --disable: 'haversack' is part of haversack itself, which cannot be disabled\n"
    done = site.haversack(*words, HAVERSACK_DISABLE_PLUGINS="guest-god")
    assert (done.returncode, done.stderr) == (0, f"warning: HAVERSACK_DISABLE_PLUGINS: {complaint}\n")


@pytest.mark.slow
def test_a_run_file_disables_plugins_for_its_run(site):
    site.add("guest-bad", FAILS)
    run = site.folder.parent / "run.toml"
    run.write_text('disable = ["guest-bad", "guest-elsewhere"]\nbudget = 8\nseed = 1\n[pool]\npath = "pool.csv"\n')
    for command in ("run", "frontier", "plan"):
        done = site.haversack(command, "run.toml", "--json")
        complaint = "run.toml: disable: no plugin 'guest-elsewhere' is installed; "
        assert done.returncode == 0, done.stderr
        assert [line.startswith(f"warning: {complaint}") for line in done.stderr.splitlines()] == [True]
    run.write_text(run.read_text().replace('["guest-bad", "guest-elsewhere"]', '"guest-bad"'))
    done = site.haversack("run", "run.toml")
    assert done.returncode == 2
    assert done.stderr == "error: run.toml: disable: must be a list of names of plugins, got 'guest-bad'\n"


@pytest.mark.slow
def test_of_several_run_files_each_disables_plugins_for_itself(site):
    site.add("guest-good", PART.format(name="weakest"))
    text = 'budget = 8\nseed = 1\n[pool]\npath = "pool.csv"\n'
    (site.folder.parent / "without.toml").write_text('disable = ["guest-good"]\n' + text)
    (site.folder.parent / "with.toml").write_text(text + '[energy]\nkind = "weakest"\n')
    done = site.haversack("run", "without.toml", "with.toml", "without.toml", "--jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["parts"]["energy"]["name"] for line in done.stdout.splitlines()] == [
        "majority",
        "weakest",
        "majority",
    ]


@pytest.mark.slow
def test_a_clash_is_resolved_by_qualified_names_everywhere(site):
    for name in ("one", "two"):
        preset = (
            "class Habits:\n    def choose_parts(self, pool, given):\n        return {'energy': 'guest-NAME:weakest'}\n"
            "@hookimpl\ndef haversack_presets():\n    yield Registration('habits', Habits, 'a habit')\n"
        )
        site.add(f"guest-{name}", PART.format(name="weakest") + preset.replace("NAME", name))
    words = ("select", "pool.csv", "--budget", "8", "--seed", "1", "--json")
    done = site.haversack(*words, "--preset", "habits")
    assert done.stderr.splitlines()[-1] == (
        "error: command line: preset: 'habits' is offered by guest-one 1.0 (plugin 'guest-one') and guest-two 1.0 "
        "(plugin 'guest-two'); use 'guest-one:habits' or 'guest-two:habits', or uninstall one of them"
    )
    for choice in (("--preset", "guest-two:habits"), ("--energy", "guest-two:weakest")):
        done = site.haversack(*words, *choice)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["config"]["energy"]["kind"] == "guest-two:weakest"
