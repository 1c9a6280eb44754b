"""Chromium without a window, driven through a pipe by the DevTools protocol: a message is JSON with a
zero byte behind it. It reaches nothing but what a test tells it to open."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = os.environ.get("SKYLINE_CHROMIUM") or "chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe"]
PATIENCE = 60  # seconds for an answer


class Chromium:
    """A browser with one page. Its events since it was opened are in `events`."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="skyline-browser-")
        their_in, to_them = os.pipe()
        from_them, their_out = os.pipe()
        # The browser reads from 3 and writes to 4, which may be taken here.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (their_in, their_out)]
        shell = f'exec "$0" "$@" 3<&{high[0]} 4>&{high[1]}'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, PROGRAM, *FLAGS, f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=high, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (their_in, their_out, *high):
            os.close(end)
        self.to_them, self.from_them = to_them, from_them
        self.read = b""
        self.last = 0
        self.events: list[dict] = []
        self.session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self.call(f"{domain}.enable")

    def close(self) -> None:
        os.close(self.to_them)
        os.close(self.from_them)
        self.process.terminate()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self) -> dict:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self.read:
            ready, _, _ = select.select([self.from_them], [], [], max(0, deadline - time.monotonic()))
            piece = os.read(self.from_them, 1 << 20) if ready else b""
            if not piece:
                raise TimeoutError("the browser does not answer, or has ended")
            self.read += piece
        first, self.read = self.read.split(b"\0", 1)
        return json.loads(first)

    def call(self, method: str, **parameters) -> dict:
        self.last += 1
        request = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.to_them, json.dumps(request).encode() + b"\0")
        while (answer := self.message()).get("id") != self.last:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, address: str, width: int = 1200, height: int = 900) -> None:
        """Opens a page, as wide as it says, and returns when it is loaded."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.message())

    def said(self, *methods: str) -> list[dict]:
        """The events of these names, when the browser has said all that it has to say."""
        self.call("Runtime.evaluate", expression="new Promise(done => setTimeout(done, 200))", awaitPromise=True)
        return [e["params"] for e in self.events if e.get("method") in methods]

    def evaluate(self, expression: str):
        """What an expression of JavaScript is; the page itself has no script, and may not have any."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def pdf(self) -> bytes:
        return base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True, displayHeaderFooter=False)["data"])
