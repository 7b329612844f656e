"""A headless Chromium for tests, driven through a pipe by its debugging protocol."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
LAUNCHER = """
import fcntl, os, sys
# Chromium reads commands from 3 and writes answers to 4; either may be one of the ends.
copies = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for copy, wanted in zip(copies, (3, 4)):
    os.dup2(copy, wanted)
os.execv(sys.argv[3], sys.argv[3:])
"""
SECONDS = 120.0
"""How long to wait for an answer: machines are shared and noisy."""


def find_browser():
    """The path of a Chromium, or None."""
    return next((path for program in PROGRAMS if (path := shutil.which(program))), None)


class Browser:
    """One page of a browser.

    `messages` holds what pages wrote to the console since they were opened, exceptions and refused requests included.
    """

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="browser-")
        read_commands, self._commands = os.pipe()
        self._answers, write_answers = os.pipe()
        ends = (read_commands, write_answers)
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                LAUNCHER,
                *map(str, ends),
                program,
                *FLAGS,
                f"--user-data-dir={self.folder}",
                "about:blank",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=ends,
        )
        for end in ends:
            os.close(end)
        self._rest, self._number, self._session, self._events = b"", 0, None, []
        self.messages = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        """Call a method of the protocol; returns its result."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        while (answer := self._receive()).get("id") != self._number:
            self._note(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, path, *, width, dark=False):
        """Show a file in a window of this width, in light or dark colours."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self._events.clear()
        self.messages.clear()
        self.call("Page.navigate", url=Path(path).absolute().as_uri())
        while "Page.loadEventFired" not in self._events:
            self._note(self._receive())

    def evaluate(self, expression):
        """The value of a JavaScript expression."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def close(self):
        """End the browser."""
        with contextlib.suppress(OSError, AssertionError, TimeoutError, EOFError):
            self._session = None
            self.call("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._commands)
        os.close(self._answers)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _note(self, event):
        method, parameters = event.get("method", ""), event.get("params", {})
        self._events.append(method)
        if method == "Runtime.consoleAPICalled":
            self.messages.append(str(parameters["args"]))
        elif method == "Runtime.exceptionThrown":
            self.messages.append(str(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.messages.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            url = parameters["request"]["url"]
            if not url.startswith(("file:", "data:", "about:")):
                self.messages.append(f"request of {url}")
        elif method == "Page.javascriptDialogOpening":
            self.messages.append(f"dialog: {parameters['message']}")

    def _receive(self):
        """The next message of the browser, which ends with a zero byte."""
        end = time.monotonic() + SECONDS
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError(f"the browser did not answer in {SECONDS:.0f} s")
            piece = os.read(self._answers, 1 << 20)
            if not piece:
                raise EOFError("the browser has ended")
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)
