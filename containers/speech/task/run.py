"""The speech task: one job, reported by task token.

    task           recognizes speech. TASK_INPUT: {taskId, sourceKey, language|null, dictionary: string[],
                   recognitionKey, audio: {streamIndexes, zeroSeconds}|null, progress: {status, upTo},
                   outputs: {words, disfluencies, audibleSpans, englishTranslation}}
    task extract   extracts the audio for another engine. TASK_INPUT: {taskId, sourceKey, audioKey,
                   audio: {streamIndexes, zeroSeconds}|null, progress, identifiesLanguage}

identifiesLanguage: whether the output of `task extract` has the language of the speech, if there is only one. A failure
of the identification is logged, and the language is null.

progress: the status of the task in which progress is written, and the share of that status that recognition completes.

    task --wait    loads the libraries and the model, then reads the task from standard input, one line of JSON:
                   {arguments, environment}. Ends when standard input ends without one. One machine keeps such a
                   process ready (local/docker-shim/waiting-processes.ts).

Environment: TASK_TOKEN, TASK_INPUT (JSON), BUCKET_NAME, TABLE_NAME, and that of the AWS SDK. Exit codes: 0 reported
(also a failure), 143 stopped by SIGTERM or because no execution waits for the result, 1 could not report.
"""

import functools
import json
import os
import signal
import sys
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

from speech.errors import TranscriptionFailed
from speech.task.exit_codes import STOPPED_EXIT_CODE

if TYPE_CHECKING:
    from speech.audio.arrays import Samples
    from speech.audio.media import AudioSelection
    from speech.recognizer import Outputs, Recognizer

# Completed shares: after the download of the source, after the recognition, and after the extraction of the audio.
DOWNLOADED, RECOGNITION_SHARE, EXTRACTED = 0.02, 0.97, 0.1


class BucketClient(Protocol):
    """The calls of the S3 client that are used."""

    def download_file(self, bucket: str, key: str, path: str, /) -> object:
        """Downloads an object."""

    def upload_file(self, path: str, bucket: str, key: str, /, *, ExtraArgs: dict[str, str]) -> object:  # noqa: N803
        """Uploads a file."""

    def put_object(self, **request: Any) -> object:
        """Writes an object."""


class ProgressReport(Protocol):
    """Where progress is reported."""

    def report(self, share: float) -> object:
        """Reports the completed share, 0 to 1."""


@dataclass(frozen=True)
class Bucket:
    """A bucket and its client."""

    client: BucketClient
    name: str


def audio_selection(job: dict[str, Any]) -> "AudioSelection | None":
    """Returns the audio of a job; None for media without audio. Raises KeyError when the job does not state it."""
    from speech.audio.media import AudioSelection

    audio = job["audio"]
    return None if audio is None else AudioSelection(list(audio["streamIndexes"]), float(audio["zeroSeconds"]))


@dataclass(frozen=True)
class Job:
    """The job of the environment. See the module for its JSON."""

    task_id: str
    source_key: str
    recognition_key: str | None = None
    audio_key: str | None = None
    language: str | None = None
    dictionary: list[str] = field(default_factory=list)
    audio: "AudioSelection | None" = None
    outputs: dict[str, bool] = field(default_factory=dict)
    status: str = "transcribing"
    up_to: float = 1
    identifies_language: bool = False

    @classmethod
    def parse(cls, text: str) -> "Job":
        """Parses the JSON. Raises KeyError for a missing field."""
        data = json.loads(text)
        progress = data.get("progress") or {"status": "transcribing", "upTo": 1}
        return cls(
            task_id=data["taskId"],
            source_key=data["sourceKey"],
            recognition_key=data.get("recognitionKey"),
            audio_key=data.get("audioKey"),
            language=data.get("language"),
            dictionary=list(data.get("dictionary") or []),
            audio=audio_selection(data),
            outputs=dict(data.get("outputs") or {}),
            status=progress["status"],
            up_to=progress["upTo"],
            identifies_language=data.get("identifiesLanguage", False),
        )


def extract_audio(
    job: Job, bucket: Bucket, progress: ProgressReport, prepared: "Recognizer | None" = None
) -> dict[str, Any]:
    """Writes the audio and returns the task's output: its key, its seconds, and its language.

    `prepared`: a recognizer that has loaded its model. Raises TranscriptionFailed.
    """
    from speech.audio.flac import write_flac
    from speech.audio.media import decode_mono
    from speech.vad.detector import load_network, speech_seconds

    if job.audio_key is None:
        raise ValueError("A job of task extract needs audioKey.")
    network = load_network()
    recognizer = load_recognizer(prepared) if job.identifies_language else None
    with tempfile.TemporaryDirectory(prefix="speech-") as scratch:
        source, audio = Path(scratch) / "source", Path(scratch) / "audio.flac"
        bucket.client.download_file(bucket.name, job.source_key, str(source))
        progress.report(DOWNLOADED)
        track = decode_mono(source, job.audio, Path(scratch), lambda samples: speech_seconds(samples, network))
        seconds = write_flac(track, audio)
        if seconds > 0:
            bucket.client.upload_file(str(audio), bucket.name, job.audio_key, ExtraArgs={"ContentType": "audio/flac"})
        language = identified_language(recognizer, track, job.task_id) if recognizer and seconds > 0 else None
        progress.report(EXTRACTED)
    return {"audioKey": job.audio_key, "seconds": seconds, "language": language}


def load_recognizer(prepared: "Recognizer | None") -> "Recognizer":
    """Returns a recognizer whose model loads in the background, while the source is downloaded."""
    from speech.recognizer import Recognizer

    recognizer = prepared or Recognizer()
    recognizer.prepare()
    return recognizer


def identified_language(recognizer: "Recognizer", track: "Samples", task_id: str) -> str | None:
    """Returns the only language of a track; None when it is uncertain or cannot be identified, which is logged."""
    from speech.task.reporting import log

    try:
        return recognizer.single_language(track)
    except Exception:
        log("the language could not be identified", taskId=task_id, trace=traceback.format_exc())
        return None


def outputs_of(job: Job) -> "Outputs":
    """Returns what the recognition contains. Fields that are absent have their default."""
    from speech.recognizer import Outputs

    default = Outputs()
    return Outputs(
        words=job.outputs.get("words", default.words),
        disfluencies=job.outputs.get("disfluencies", default.disfluencies),
        audible_spans=job.outputs.get("audibleSpans", default.audible_spans),
        english_translation=job.outputs.get("englishTranslation", default.english_translation),
    )


def recognize_speech(
    job: Job, bucket: Bucket, progress: ProgressReport, prepared: "Recognizer | None" = None
) -> dict[str, Any]:
    """Writes the Recognition and returns the task's output. Raises TranscriptionFailed.

    `prepared`: a recognizer that has loaded its model.
    """
    # Imported late: heartbeats are sent while the libraries load.
    from speech.recognition import no_speech
    from speech.recognizer import RecognitionOptions, Recognizer

    with tempfile.TemporaryDirectory(prefix="speech-") as scratch:
        if job.audio is None:
            recognition = no_speech()
        else:
            recognizer = prepared or Recognizer()
            outputs = outputs_of(job)
            if outputs.words:
                # The model loads while the source is downloaded.
                recognizer.prepare()
            source = Path(scratch) / "source"
            bucket.client.download_file(bucket.name, job.source_key, str(source))
            progress.report(DOWNLOADED)
            options = RecognitionOptions(job.language, job.audio, job.dictionary, outputs, Path(scratch))
            recognition = recognizer.recognize(
                source, options, lambda done: progress.report(DOWNLOADED + RECOGNITION_SHARE * done)
            )
    bucket.client.put_object(
        Bucket=bucket.name,
        Key=job.recognition_key,
        Body=json.dumps(recognition, ensure_ascii=False).encode("utf-8"),
        ContentType="application/json",
    )
    return {"recognitionKey": job.recognition_key, "language": recognition["language"]}


def stop(_signal: int, _frame: FrameType | None) -> None:
    """Ends the process through SystemExit, so that temporary files are removed."""
    sys.exit(STOPPED_EXIT_CODE)


def load_service_models() -> None:
    """Loads the descriptions of the services that tasks call, by clients that call nothing.

    The session keeps what they loaded. It must not keep credentials: those of the task are in its environment.
    """
    import boto3

    for service in ("dynamodb", "s3", "stepfunctions"):
        boto3.client(
            service,
            region_name="us-east-1",
            aws_access_key_id="none",
            aws_secret_access_key="none",
        ).close()


def wait_for_task() -> "tuple[list[str], Recognizer]":
    """Loads the libraries and the models, then waits for a task on standard input, which becomes the environment.

    Returns the arguments and the recognizer.
    """
    from speech.recognizer import Recognizer

    recognizer = Recognizer()
    recognizer.prepare()
    recognizer.prepare_aligner()
    load_service_models()
    line = sys.stdin.readline()
    if line == "":
        sys.exit(0)
    task = json.loads(line)
    os.environ.update(task["environment"])
    return list(task["arguments"]), recognizer


def main(arguments: list[str]) -> int:
    """Runs the job of the environment and returns the exit code."""
    signal.signal(signal.SIGTERM, stop)
    recognizer: Recognizer | None = None
    if arguments == ["--wait"]:
        arguments, recognizer = wait_for_task()
    work = functools.partial(extract_audio if arguments == ["extract"] else recognize_speech, prepared=recognizer)
    token = os.environ["TASK_TOKEN"]
    job = Job.parse(os.environ["TASK_INPUT"])

    import boto3

    from speech.task.reporting import Progress, ProgressTarget, ReportedTask, TaskReport, run_reported

    target = ProgressTarget(os.environ["TABLE_NAME"], job.task_id, job.status, job.up_to)
    progress = Progress(boto3.client("dynamodb"), target)
    bucket = Bucket(boto3.client("s3"), os.environ["BUCKET_NAME"])
    task = ReportedTask(
        "speech task",
        job.task_id,
        TranscriptionFailed.name,
        (TranscriptionFailed,),
        "The speech recognition stopped with an internal error.",
    )
    return run_reported(task, TaskReport(boto3.client("stepfunctions"), token), lambda: work(job, bucket, progress))
