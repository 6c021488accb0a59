import json
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest import mock

from speech.task.function import FOLDER_PREFIX, RuntimeApi, serve

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


class FakeRuntimeApi:
    """Serves invocations one at a time, then closes the connection. Records what the function answers."""

    def __init__(self, events: list[dict[str, Any]], seconds: float) -> None:
        answers = self.answers = []  # type: list[tuple[str, Any]]
        remaining = list(enumerate(events))

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if not remaining:
                    self.close_connection = True
                    return
                index, event = remaining.pop(0)
                body = json.dumps(event).encode()
                self.send_response(200)
                self.send_header("Lambda-Runtime-Aws-Request-Id", f"i{index}")
                self.send_header("Lambda-Runtime-Deadline-Ms", str(int((time.time() + seconds) * 1000)))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answers.append((self.path.rpartition("invocation/")[2], json.loads(body)))
                self.send_response(202)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Logs nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server.server_port}"


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
        api = FakeRuntimeApi(events, seconds)
        try:
            return serve(RuntimeApi(api.address), (sys.executable, "-c", PROGRAM)), api.answers
        except OSError:
            return None, api.answers
        finally:
            api.server.shutdown()
            api.server.server_close()

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
