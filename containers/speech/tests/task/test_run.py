import contextlib
import io
import json
import os
import unittest
from concurrent.futures import Future
from typing import Any
from unittest import mock

import boto3
import numpy as np

from speech.audio.media import AudioSelection
from speech.recognizer import Outputs, Recognizer
from speech.task.run import Bucket, Job, extract_audio, load_service_models, outputs_of, recognize_speech


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


class Extraction(unittest.TestCase):
    def extract(self, recognizer: Recognizer | None, **fields: Any) -> tuple[dict[str, Any], str]:
        """Extracts audio that needs no decoding. Returns the output and the log."""
        printed = io.StringIO()
        with (
            mock.patch("speech.audio.media.decode_mono", return_value=np.zeros(16_000, np.float32)),
            mock.patch("speech.audio.flac.write_flac", return_value=1.0),
            mock.patch("speech.vad.detector.load_network"),
            contextlib.redirect_stdout(printed),
        ):
            job = Job.parse(job_json(audioKey="transcribe/t1/audio.flac", **fields))
            output = extract_audio(job, Bucket(mock.Mock(), "bucket"), mock.Mock(), recognizer)
        return output, printed.getvalue()

    def test_the_output_has_the_language_if_the_job_needs_it(self) -> None:
        recognizer = mock.Mock(single_language=mock.Mock(return_value="de"))
        self.assertEqual(self.extract(recognizer, identifiesLanguage=True)[0]["language"], "de")
        self.assertIsNone(self.extract(recognizer)[0]["language"])
        recognizer.single_language.assert_called_once()

    def test_a_failed_identification_is_logged_and_leaves_the_audio(self) -> None:
        recognizer = mock.Mock(single_language=mock.Mock(side_effect=RuntimeError("no voice")))
        output, printed = self.extract(recognizer, identifiesLanguage=True)
        self.assertEqual(output, {"audioKey": "transcribe/t1/audio.flac", "seconds": 1.0, "language": None})
        self.assertIn("RuntimeError: no voice", json.loads(printed)["trace"])

    def test_a_model_that_does_not_load_leaves_the_audio(self) -> None:
        recognizer = Recognizer.__new__(Recognizer)
        loading: Future[Any] = Future()
        loading.set_exception(MemoryError("no memory"))
        recognizer._loading = loading
        with mock.patch.object(Recognizer, "single_language", lambda one, _track: str(one.engine)):
            output, printed = self.extract(recognizer, identifiesLanguage=True)
        self.assertEqual((output["seconds"], output["language"]), (1.0, None))
        self.assertIn("MemoryError: no memory", json.loads(printed)["trace"])


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
