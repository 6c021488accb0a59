import json
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from speech.task.function import FOLDER_PREFIX, RuntimeApi, serve
from speech.tests.http_emulator import HttpEmulator, Request, Response

# Writes its task and what its temporary folder contains to a file, then ends as the task says.
PROGRAM = """
import json, os, pathlib, subprocess, sys, time
folder = pathlib.Path(os.environ["TMPDIR"])
task = json.loads(sys.stdin.readline())
report = {**task, "folder": str(folder), "files": [path.name for path in folder.iterdir()]}
with open(task["environment"]["TASK_INPUT"], "a") as log:
    log.write(json.dumps(report) + "\\n")
(folder / "left").touch()
if "child" in task["arguments"]:
    subprocess.Popen(["sleep", "60"])
if "hang" in task["arguments"]:
    time.sleep(60)
sys.exit(3 if "fail" in task["arguments"] else 0)
"""


class Invocations:
    """Responds as the runtime API does: with one event after the other, then by closing the connection.

    `answers`: what the function answered to each.
    """

    def __init__(self, events: list[dict[str, Any]], seconds: float) -> None:
        self.remaining = list(enumerate(events))
        self.seconds = seconds
        self.answers: list[tuple[str, Any]] = []

    def respond(self, request: Request) -> Response | None:
        if request.method == "POST":
            self.answers.append((request.path.rpartition("invocation/")[2], json.loads(request.body)))
            return Response(202, b"", {})
        if not self.remaining:
            return None
        index, event = self.remaining.pop(0)
        deadline = str(int((time.time() + self.seconds) * 1000))
        headers = {"Lambda-Runtime-Aws-Request-Id": f"i{index}", "Lambda-Runtime-Deadline-Ms": deadline}
        return Response(200, json.dumps(event).encode(), headers)


class Function(unittest.TestCase):
    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(mock.patch("tempfile.tempdir", folder))
        self.enterContext(mock.patch("speech.task.function.signal.signal"))
        self.enterContext(mock.patch("builtins.print"))
        self.folder = Path(folder)
        self.log = self.folder / "log"

    def serve(self, *arguments: str, seconds: float = 60) -> tuple[int | None, list[tuple[str, Any]]]:
        events = [{"arguments": given.split(), "environment": {"TASK_INPUT": str(self.log)}} for given in arguments]
        invocations = Invocations(events, seconds)
        api = HttpEmulator(invocations.respond)
        api.start(self)
        try:
            return serve(RuntimeApi(api.address), (sys.executable, "-c", PROGRAM)), invocations.answers
        except OSError:
            return None, invocations.answers

    def reports(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def test_each_task_runs_in_a_new_process_with_an_empty_folder(self) -> None:
        (self.folder / f"{FOLDER_PREFIX}of-a-killed-environment").mkdir()
        exit_code, answers = self.serve("one", "two")
        self.assertIsNone(exit_code)
        self.assertEqual(answers, [("i0/response", {}), ("i1/response", {})])
        first, second = self.reports()
        self.assertEqual([first["arguments"], second["arguments"]], [["one"], ["two"]])
        self.assertEqual([first["files"], second["files"]], [[], []])
        self.assertNotEqual(first["folder"], second["folder"])
        left = [path for path in self.folder.glob(f"{FOLDER_PREFIX}*") if path.name == "of-a-killed-environment"]
        self.assertEqual(left, [])

    def test_a_task_that_stops_without_a_result_fails_the_invocation_and_ends_the_function(self) -> None:
        exit_code, answers = self.serve("fail", "never")
        self.assertEqual(exit_code, 1)
        message = "The process of the task ended with exit code 3."
        self.assertEqual(answers, [("i0/error", {"errorType": "ContainerStopped", "errorMessage": message})])
        self.assertEqual(len(self.reports()), 1)

    def test_a_task_that_is_too_slow_is_stopped_before_lambda_stops_the_environment(self) -> None:
        exit_code, answers = self.serve("hang child", seconds=16)
        self.assertEqual(exit_code, 1)
        self.assertEqual(answers[0][1]["errorMessage"], "The process of the task ended with exit code -15.")
