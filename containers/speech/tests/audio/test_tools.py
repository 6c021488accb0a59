import os
import unittest
from pathlib import Path
from unittest import mock

from speech.audio.media import probe_streams
from speech.audio.tools import tool_environment
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
