"""mediaconvert:createJob.sync: creates a job, waits for its end, and cancels it when the state is cancelled."""

import json
import os
from datetime import datetime
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from ministack.core.responses import get_region
from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines.scope import pause
from engine.shapes import Json, JsonObject

_ENDPOINT = "AWS_ENDPOINT_URL_MEDIACONVERT"
_POLL_SECONDS = 0.25
# https://docs.aws.amazon.com/step-functions/latest/dg/connect-mediaconvert.html
_TAGS = {"ManagedByService": "AWSStepFunctions"}


def create_job(resource: str, request: JsonObject) -> Json:
    """Runs the integration. Without `.sync` it returns when the job is created."""
    client = _client()
    job = _called(client.create_job, Tags=_TAGS, **request)["Job"]
    if not resource.endswith(".sync"):
        return {"Job": _plain(job)}
    try:
        while job["Status"] in ("SUBMITTED", "PROGRESSING"):
            pause(_POLL_SECONDS)
            job = _called(client.get_job, Id=job["Id"])["Job"]
    except BaseException:
        _cancel(client, job["Id"])
        raise
    if job["Status"] != "COMPLETE":
        raise sfn._ExecutionError("States.TaskFailed", json.dumps(_plain(job)))
    return {"Job": _plain(job)}


def _client() -> Any:
    endpoint = os.environ.get(_ENDPOINT)
    if not endpoint:
        raise sfn._ExecutionError("States.Runtime", f"{_ENDPOINT} is not set: MediaConvert has no emulator")
    config = Config(retries={"total_max_attempts": 1})
    return boto3.client("mediaconvert", endpoint_url=endpoint, region_name=get_region(), config=config)


def _called(operation: Any, **request: Any) -> JsonObject:
    try:
        response: JsonObject = operation(**request)
        return response
    except ClientError as error:
        name = error.response["Error"]["Code"]
        raise sfn._ExecutionError(f"MediaConvert.{name}", error.response["Error"]["Message"]) from error
    except BotoCoreError as error:
        raise sfn._ExecutionError("MediaConvert.SdkClientException", str(error)) from error


def _cancel(client: Any, job_id: str) -> None:
    try:
        client.cancel_job(Id=job_id)
    except (ClientError, BotoCoreError):
        # The job has ended, or the emulator has.
        return


def _plain(job: JsonObject) -> Json:
    """Returns the job as JSON: the integration gives times as epoch milliseconds."""

    def milliseconds(value: object) -> int:
        if isinstance(value, datetime):
            return round(value.timestamp() * 1000)
        raise TypeError(type(value).__name__)

    return json.loads(json.dumps(job, default=milliseconds))
