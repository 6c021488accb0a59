import json
import os
import unittest
from typing import Any
from unittest import mock

import boto3

from speech.audio.media import AudioSelection
from speech.recognizer import Outputs
from speech.task.run import Bucket, Job, load_service_models, outputs_of, recognize_speech


def job_json(**fields: Any) -> str:
    job: dict[str, Any] = {
        "taskId": "t1",
        "sourceKey": "videos/v/source",
        "recognitionKey": "tasks/t1/recognition.json",
        "language": None,
        "dictionary": [],
        "audio": None,
    }
    return json.dumps({**job, **fields})


class Task(unittest.TestCase):
    def test_a_video_without_audio_needs_neither_download_nor_model(self) -> None:
        client = mock.Mock()
        output = recognize_speech(Job.parse(job_json()), Bucket(client, "bucket"), mock.Mock())
        self.assertEqual(output, {"recognitionKey": "tasks/t1/recognition.json", "language": None})
        client.download_file.assert_not_called()
        written = client.put_object.call_args.kwargs
        self.assertEqual(json.loads(written["Body"])["words"], [])

    def test_the_job_selects_the_audio_streams_and_their_second_0(self) -> None:
        job = Job.parse(job_json(audio={"streamIndexes": [1, 3], "zeroSeconds": 1.4}))
        self.assertEqual(job.audio, AudioSelection([1, 3], 1.4))

    def test_the_job_selects_the_outputs_and_the_progress(self) -> None:
        outputs = {"words": False, "disfluencies": True, "audibleSpans": True, "englishTranslation": True}
        job = Job.parse(job_json(outputs=outputs, progress={"status": "clipping", "upTo": 0.5}))
        self.assertEqual(outputs_of(job), Outputs(False, True, True, True))
        self.assertEqual((job.status, job.up_to), ("clipping", 0.5))
        self.assertEqual(outputs_of(Job.parse(job_json())), Outputs())


class Waiting(unittest.TestCase):
    def test_a_process_that_waits_uses_the_credentials_and_the_endpoint_of_its_task(self) -> None:
        self.addCleanup(setattr, boto3, "DEFAULT_SESSION", boto3.DEFAULT_SESSION)
        boto3.DEFAULT_SESSION = None
        of_machine = {"AWS_ACCESS_KEY_ID": "machine", "AWS_SECRET_ACCESS_KEY": "machine"}
        of_task = {
            "AWS_ACCESS_KEY_ID": "task",
            "AWS_SECRET_ACCESS_KEY": "task",
            "AWS_ENDPOINT_URL": "http://127.0.0.1:9",
            "AWS_DEFAULT_REGION": "eu-west-1",
        }
        with mock.patch.dict(os.environ, of_machine):
            load_service_models()
        with mock.patch.dict(os.environ, of_task):
            client = boto3.client("s3")
            self.assertEqual(client._get_credentials().access_key, "task")
            self.assertEqual((client.meta.endpoint_url, client.meta.region_name), ("http://127.0.0.1:9", "eu-west-1"))
