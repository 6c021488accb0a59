"""The speech task: one job, reported by task token.

    main.py           recognises the speech; JOB {taskId, sourceKey, language|null, dictionary: string[], recognitionKey,
                      media: {audioStreamIndex|null}, listenFor: {words, disfluencies, sounds, english}, progress: {status, upTo}}
    main.py extract   leaves the audio for another engine; JOB {taskId, sourceKey, audioKey, media: {audioStreamIndex|null}, progress}

progress: in which status of the task it is reported, and what part of that status is done when the speech is recognised.

Environment: TASK_TOKEN, JOB (JSON), BUCKET_NAME, TABLE_NAME, and the AWS SDK's own. Exit codes: 0 reported (also a
failure), 143 stopped by SIGTERM, 1 could not even report.
"""

import json
import os
import signal
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path

from errors import TranscriptionFailed


@dataclass(frozen=True)
class Job:
    task_id: str
    source_key: str
    recognition_key: str | None
    audio_key: str | None
    language: str | None
    dictionary: list[str]
    audio_stream_index: int | None
    listen_for: dict[str, bool]
    progress: dict

    @classmethod
    def parse(cls, text: str) -> "Job":
        data = json.loads(text)
        media = data.get("media") or {}
        return cls(
            task_id=data["taskId"],
            source_key=data["sourceKey"],
            recognition_key=data.get("recognitionKey"),
            audio_key=data.get("audioKey"),
            language=data.get("language"),
            dictionary=list(data.get("dictionary") or []),
            audio_stream_index=media.get("audioStreamIndex"),
            listen_for=dict(data.get("listenFor") or {}),
            progress=dict(data.get("progress") or {"status": "transcribing", "upTo": 1}),
        )


def log(message: str, **fields) -> None:
    print(json.dumps({"message": message, **fields}, ensure_ascii=False), flush=True)


def leave_audio(job: Job, bucket, bucket_name: str, progress) -> dict:
    """Writes the audio and returns the task's output: its key and its seconds. Raises TranscriptionFailed."""
    from extract_audio import write_flac

    with tempfile.TemporaryDirectory(prefix="speech-") as scratch:
        source, audio = Path(scratch) / "source", Path(scratch) / "audio.flac"
        bucket.download_file(bucket_name, job.source_key, str(source))
        progress.report(0.02)
        seconds = write_flac(source, job.audio_stream_index, audio, Path(scratch))
        if seconds > 0:
            bucket.upload_file(str(audio), bucket_name, job.audio_key, ExtraArgs={"ContentType": "audio/flac"})
        progress.report(0.1)
    return {"audioKey": job.audio_key, "seconds": seconds}


def perform(job: Job, bucket, bucket_name: str, progress) -> dict:
    """Writes the Recognition and returns the task's output. Raises TranscriptionFailed."""
    # Imported late: the heartbeat is already running while the libraries load.
    from recognise import Recogniser, Wanted, nothing_said

    with tempfile.TemporaryDirectory(prefix="speech-") as scratch:
        if job.audio_stream_index is None:
            recognition = nothing_said()
        else:
            recogniser = Recogniser()
            wanted = Wanted(**job.listen_for)
            if wanted.words:
                # While the source is on its way.
                recogniser.prepare()
            source = Path(scratch) / "source"
            bucket.download_file(bucket_name, job.source_key, str(source))
            progress.report(0.02)
            recognition = recogniser.recognise(
                source,
                job.language,
                job.audio_stream_index,
                job.dictionary,
                lambda done: progress.report(0.02 + 0.97 * done),
                Path(scratch),
                wanted,
            )
    bucket.put_object(
        Bucket=bucket_name,
        Key=job.recognition_key,
        Body=json.dumps(recognition, ensure_ascii=False).encode("utf-8"),
        ContentType="application/json",
    )
    return {"recognitionKey": job.recognition_key, "language": recognition["language"]}


def stop(_signal, _frame) -> None:
    # Through SystemExit, so that the working files are removed.
    sys.exit(143)


def main() -> int:
    signal.signal(signal.SIGTERM, stop)
    work = leave_audio if sys.argv[1:] == ["extract"] else perform
    token = os.environ["TASK_TOKEN"]
    job = Job.parse(os.environ["JOB"])
    log("speech task started", taskId=job.task_id)

    import boto3

    from reporting import Heartbeat, Progress, TaskReport

    report = TaskReport(boto3.client("stepfunctions"), token)
    progress = Progress(boto3.client("dynamodb"), os.environ["TABLE_NAME"], job.task_id, job.progress)
    with Heartbeat(report):
        try:
            output = work(job, boto3.client("s3"), os.environ["BUCKET_NAME"], progress)
        except TranscriptionFailed as failure:
            log("speech task failed", taskId=job.task_id, error=failure.name, cause=str(failure))
            report.failure(failure.name, str(failure))
            return 0
        except Exception:
            # The inside is for the log; the client gets a sentence.
            log("speech task broke", taskId=job.task_id, trace=traceback.format_exc())
            report.failure("TranscriptionFailed", "The speech recognition stopped with an internal error.")
            return 0
    report.success(output)
    log("speech task done", taskId=job.task_id, **output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
