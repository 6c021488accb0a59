"""The container task: one step of a dub, reported by task token.

TASK_INPUT: {taskId, jobKey, step: "speak"|"mix", progress: {from, upTo}}. The job is JSON in the bucket, see job.py.
progress: the share of the status `transcribing` that is completed before and after the step.

Environment: TASK_TOKEN, TASK_INPUT, BUCKET_NAME, TABLE_NAME, CAPSTACK_DUB_WEIGHTS, and that of the AWS SDK. Exit codes:
0 reported (also a failure), 143 stopped by SIGTERM, 1 could not report.
"""

import json
import os
import signal
import traceback
from collections.abc import Callable
from pathlib import Path

from dub.errors import DubFailed
from speech.errors import TranscriptionFailed
from speech.task.run import stop


def run(step: str, job_key: str, report: Callable[[float], object]) -> None:
    """Runs a step. Raises DubFailed and TranscriptionFailed."""
    # Imported late: heartbeats are sent while the libraries load.
    import boto3

    from dub.job import Job
    from dub.mix_step import mix_step
    from dub.speak_step import ModelEngines, speak_step
    from dub.storage import BucketStorage

    storage = BucketStorage(boto3.client("s3"), os.environ["BUCKET_NAME"])
    job = Job.parse(storage.read_json(job_key))
    if step == "mix":
        mix_step(job, storage)
    else:
        speak_step(job, ModelEngines(Path(os.environ["CAPSTACK_DUB_WEIGHTS"])), storage, report)


def main(_: list[str]) -> int:
    """Runs the step of the environment and returns the exit code."""
    signal.signal(signal.SIGTERM, stop)
    order = json.loads(os.environ["TASK_INPUT"])
    start, end = order["progress"]["from"], order["progress"]["upTo"]

    import boto3

    from speech.task.reporting import Heartbeat, Progress, ProgressTarget, TaskReport, log

    log("dub task started", taskId=order["taskId"], step=order["step"])
    report = TaskReport(boto3.client("stepfunctions"), os.environ["TASK_TOKEN"])
    progress = Progress(boto3.client("dynamodb"), ProgressTarget(os.environ["TABLE_NAME"], order["taskId"]))
    with Heartbeat(report):
        try:
            run(order["step"], order["jobKey"], lambda done: progress.report(start + (end - start) * done))
        except (DubFailed, TranscriptionFailed) as failure:
            log("dub task failed", taskId=order["taskId"], error=str(failure))
            report.failure(DubFailed.name, str(failure))
            return 0
        except Exception:
            # The trace is for the log. The client gets a sentence.
            log("dub task failed with an internal error", taskId=order["taskId"], trace=traceback.format_exc())
            report.failure(DubFailed.name, "The dub stopped with an internal error.")
            return 0
    report.success({})
    log("dub task completed", taskId=order["taskId"], step=order["step"])
    return 0
