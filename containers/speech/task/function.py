"""The runtime of AWS Lambda: runs the task of each invocation in a new process, which reports by task token.

The contract is that of a container, and that of adapters/lambda/task-processes.ts for the renderer: nothing of a task
remains in memory or on the disk for the next one. While the function waits, the next process loads libraries and model.
After a failure the environment is not used again.

Source: AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes".
"""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from speech.task.exit_codes import STOPPED_EXIT_CODE

# Folders of tasks. A killed environment leaves them to the next one, which Lambda gives the same disk.
FOLDER_PREFIX = "task-"
# Before Lambda stops the environment: when a process is asked to end, and when it is killed.
STOP_SECONDS, KILL_SECONDS = 15.0, 5.0
ADDRESS_VARIABLE = "AWS_LAMBDA_RUNTIME_API"
INVOCATION = "/2018-06-01/runtime/invocation"
WAITING_TASK = (sys.executable, str(Path(__file__).resolve().parent.parent), "task", "--wait")


@dataclass
class WaitingProcess:
    """A process that waits for its task on standard input, in its own process group, with a temporary folder."""

    command: Sequence[str]
    folder: str = field(default_factory=lambda: tempfile.mkdtemp(prefix=FOLDER_PREFIX))

    def __post_init__(self) -> None:
        """Starts the process."""
        self.process = subprocess.Popen(
            self.command,
            # A task has no business with the runtime API.
            env={**os.environ, "TMPDIR": self.folder, ADDRESS_VARIABLE: ""},
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def run(self, task: dict[str, Any], seconds_left: float) -> int:
        """Gives the task to the process and waits for its end. Returns its exit code; negative: the signal."""
        timers = [
            threading.Timer(max(0.0, seconds_left - STOP_SECONDS), self.process.terminate),
            threading.Timer(max(0.0, seconds_left - KILL_SECONDS), self.kill_group),
        ]
        for timer in timers:
            timer.daemon = True
            timer.start()
        try:
            # A process that has just ended cannot be written to; its exit code is what counts.
            self.process.communicate(json.dumps(task).encode() + b"\n")
        finally:
            for timer in timers:
                timer.cancel()
            self.kill_group()
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.process.returncode

    def kill_group(self) -> None:
        """Kills the process and the programs that it started."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return


class RuntimeApi:
    """The interface between Lambda and a function's process."""

    def __init__(self, address: str) -> None:
        """Keeps host and port, as in AWS_LAMBDA_RUNTIME_API."""
        self._address = address

    def _request(self, method: str, path: str, value: object = None) -> tuple[http.client.HTTPResponse, bytes]:
        # Without a time limit: a function sleeps between invocations.
        connection = http.client.HTTPConnection(self._address)
        try:
            connection.request(method, f"{INVOCATION}/{path}", None if value is None else json.dumps(value))
            response = connection.getresponse()
            return response, response.read()
        finally:
            connection.close()

    def next(self) -> tuple[str, dict[str, Any], float]:
        """Waits for an invocation. Returns its ID, its event and the seconds that are left for it."""
        response, body = self._request("GET", "next")
        deadline = float(response.headers["Lambda-Runtime-Deadline-Ms"]) / 1000
        return response.headers["Lambda-Runtime-Aws-Request-Id"], json.loads(body), deadline - time.time()

    def respond(self, invocation: str) -> None:
        """Ends an invocation. The result was reported by task token."""
        self._request("POST", f"{invocation}/response", {})

    def fail(self, invocation: str, message: str) -> None:
        """Fails an invocation with the error of a container that stopped without a result."""
        self._request("POST", f"{invocation}/error", {"errorType": "ContainerStopped", "errorMessage": message})


def remove_old_folders() -> None:
    """Removes what a killed environment has left."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)


def serve(api: RuntimeApi, command: Sequence[str] = WAITING_TASK) -> int:
    """Serves invocations until one fails. Returns the exit code. Raises OSError when the runtime API ends."""
    remove_old_folders()
    waiting = WaitingProcess(command)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        waiting.kill_group()
        os._exit(STOPPED_EXIT_CODE)

    signal.signal(signal.SIGTERM, stop)
    try:
        while True:
            invocation, task, seconds_left = api.next()
            if waiting.process.poll() is not None:
                waiting = WaitingProcess(command)
            exit_code = waiting.run(task, seconds_left)
            if exit_code != 0:
                message = f"The process of the task ended with exit code {exit_code}."
                print(json.dumps({"message": message}), flush=True)
                api.fail(invocation, message)
                return 1
            waiting = WaitingProcess(command)
            api.respond(invocation)
    finally:
        waiting.kill_group()


def main(_arguments: list[str]) -> int:
    """Serves the runtime API of the environment."""
    return serve(RuntimeApi(os.environ[ADDRESS_VARIABLE]))
