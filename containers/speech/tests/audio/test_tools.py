import os
import signal
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

from speech.audio.media import probe_streams
from speech.audio.tools import ToolKilled, tool_command, tool_environment
from speech.errors import TranscriptionFailed


class ToolEnvironment(unittest.TestCase):
    def test_the_tools_receive_no_credentials(self) -> None:
        secrets = {"AWS_SECRET_ACCESS_KEY": "s", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2", "TASK_TOKEN": "t"}
        with mock.patch.dict(os.environ, secrets):
            self.assertEqual(set(tool_environment()), {"PATH", "LC_ALL"})
            with mock.patch("speech.audio.media.subprocess.run") as run:
                run.return_value.returncode = 1
                with self.assertRaises(TranscriptionFailed):
                    probe_streams(Path("file"))
            self.assertEqual(set(run.call_args.kwargs["env"]), {"PATH", "LC_ALL"})

    def test_a_tool_that_the_system_ends_does_not_make_the_file_damaged(self) -> None:
        for ended, error in ((-signal.SIGKILL, ToolKilled), (-signal.SIGSEGV, TranscriptionFailed)):
            with mock.patch("speech.audio.media.subprocess.run") as run:
                run.return_value = subprocess.CompletedProcess(["ffprobe"], ended)
                with self.assertRaises(error):
                    probe_streams(Path("file"))


@unittest.skipUnless(sys.platform == "linux", "Other systems have no filter of system calls.")
class ToolCommand(unittest.TestCase):
    def run_python(self, source: str, text: str = "") -> subprocess.CompletedProcess[str]:
        command = tool_command([sys.executable, "-c", source])
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=tool_environment())

    def test_the_tools_cannot_open_sockets(self) -> None:
        for family in ("AF_INET", "AF_INET6", "AF_UNIX"):
            run = self.run_python(f"import socket; socket.socket(socket.{family})")
            self.assertIn("PermissionError", run.stderr)

    def test_the_tools_run_with_their_input_arguments_and_exit_code(self) -> None:
        run = self.run_python("import sys; print(sys.stdin.read(), 'a b'); sys.exit(3)", "input")
        self.assertEqual((run.stdout.strip(), run.returncode), ("input a b", 3))
