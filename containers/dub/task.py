"""The container task: one step of a dub, reported by task token.

TASK_INPUT: {taskId, jobKey, step: "speak"|"mix", progress: {from, upTo}}. The job is JSON in the bucket, see job.py.
progress: the share of the status `transcribing` that is completed before and after the step.

Environment: TASK_TOKEN, TASK_INPUT, BUCKET_NAME, TABLE_NAME, DUBBER (the voice engine; CAPSTACK_DUBBER overrides it),
CAPSTACK_DUB_WEIGHTS, that of the engine (elevenlabs.py), and that of the AWS SDK. Exit codes:
0 reported (also a failure), 143 stopped by SIGTERM, 1 could not report.
"""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dub.errors import DubFailed
from speech.errors import TranscriptionFailed
from speech.task.run import stop


def run(step: str, job_key: str, report: Callable[[float], object]) -> None:
    """Runs a step. Raises DubFailed and TranscriptionFailed."""
    # Imported late: heartbeats are sent while the libraries load.
    import boto3

    from dub.elevenlabs import elevenlabs_engines
    from dub.engines import ModelEngines
    from dub.job import Job
    from dub.mix_step import mix_step
    from dub.polly import polly_engines
    from dub.speak_step import speak_step
    from dub.storage import BucketStorage

    storage = BucketStorage(boto3.client("s3"), os.environ["BUCKET_NAME"])
    job = Job.parse(storage.read_json(job_key))
    if step == "mix":
        mix_step(job, storage)
    else:
        dubber = os.environ.get("CAPSTACK_DUBBER") or os.environ["DUBBER"]
        engines = {"polly": polly_engines, "elevenlabs": elevenlabs_engines}.get(dubber, ModelEngines)
        speak_step(job, engines(Path(os.environ["CAPSTACK_DUB_WEIGHTS"])), storage, report)


def main(_: list[str]) -> int:
    """Runs the step of the environment and returns the exit code."""
    signal.signal(signal.SIGTERM, stop)
    task_input = json.loads(os.environ["TASK_INPUT"])
    task_id, step, job_key = task_input["taskId"], task_input["step"], task_input["jobKey"]
    start, end = task_input["progress"]["from"], task_input["progress"]["upTo"]

    import boto3

    from speech.task.reporting import Progress, ProgressTarget, ReportedTask, TaskReport, run_reported

    progress = Progress(boto3.client("dynamodb"), ProgressTarget(os.environ["TABLE_NAME"], task_id))
    task = ReportedTask(
        f"dub task {step}",
        task_id,
        DubFailed.name,
        (DubFailed, TranscriptionFailed),
        "The dub stopped with an internal error.",
    )

    def work() -> dict[str, Any]:
        run(step, job_key, lambda share: progress.report(start + (end - start) * share))
        return {}

    return run_reported(task, TaskReport(boto3.client("stepfunctions"), os.environ["TASK_TOKEN"]), work)
