"""Prints how a MiniStack behaves where the patches change it: one JSON object, a field per patch.

Runs in its own process, so that the tests can compare an unchanged MiniStack with a patched copy on PYTHONPATH.
"""

import asyncio
import json
import re
import sys
from collections.abc import Callable
from typing import Any
from unittest import mock

from ministack import app
from ministack.services import apigateway, ecs, eventbridge, lambda_svc, s3
from ministack.services import stepfunctions as sfn
from ministack.services.cloudformation import provisioners

API_ID = "abcd1234"
ACCOUNT = "000000000000"
FUNCTION: tuple[Any, ...] = ({"config": {}}, {"FunctionName": "f"}, "f")


def error_matching() -> Any:
    """Returns whether States.ALL and States.TaskFailed match the two uncatchable errors, and heartbeats a timeout."""
    uncatchable = ("States.Runtime", "States.DataLimitExceeded")
    return {
        "all": [sfn._error_matches(["States.ALL"], error) for error in uncatchable],
        "taskFailed": [sfn._error_matches(["States.TaskFailed"], error) for error in uncatchable],
        "byName": [sfn._error_matches([error], error) for error in uncatchable],
        "heartbeat": sfn._error_matches(["States.Timeout"], "States.HeartbeatTimeout"),
        "other": sfn._error_matches(["States.ALL"], "Custom"),
    }


def delays_of(retrier: dict[str, Any]) -> list[float]:
    """Returns the delays before the retries of an attempt that always fails."""
    delays: list[float] = []
    state = {"Retry": [{"ErrorEquals": ["States.ALL"], **retrier}], "Catch": []}

    def attempt() -> None:
        raise sfn._ExecutionError("Custom", "")

    with mock.patch.object(sfn, "_scaled_sleep", delays.append):
        try:
            sfn._with_retry_and_catch(state, {}, {"State": {}}, attempt)
        except sfn._ExecutionError:
            return delays
    raise AssertionError("The attempt did not fail.")


def retry_delay() -> Any:
    """Returns the delays with a maximum, without one, and whether they vary with jitter."""
    growing = {"IntervalSeconds": 4, "BackoffRate": 10, "MaxAttempts": 3}
    constant = {"IntervalSeconds": 50, "BackoffRate": 1, "MaxAttempts": 20, "JitterStrategy": "FULL"}
    return {
        "limited": delays_of({**growing, "MaxDelaySeconds": 5}),
        "unlimited": delays_of(growing),
        "varies": len(set(delays_of(constant))) > 1,
    }


def choice_output() -> Any:
    """Returns the output and the next state of a Choice that takes Default."""
    state = {"QueryLanguage": "JSONata", "Choices": [], "Default": "Next", "Output": "{% 'changed' %}"}
    return sfn._execute_choice(state, {"a": 1}, {"QueryLanguage": "JSONata", "variables": {}, "State": {}})


def status_event() -> Any:
    """Returns the fields of the events of an execution that timed out and one that succeeded."""
    details = []

    def put_events(request: dict[str, Any], **_options: Any) -> None:
        details.append(json.loads(request["Entries"][0]["Detail"]))

    execution = {"executionArn": "arn", "stateMachineArn": "arn", "name": "n", "input": "{}"}
    dates = {"startDate": "2030-01-01T00:00:00Z", "stopDate": "2030-01-01T00:00:01Z"}
    with mock.patch.object(eventbridge, "_put_events", put_events):
        timed_out = {"status": "TIMED_OUT", "error": "States.Timeout", "cause": "why"}
        sfn._emit_execution_status_event({**execution, **dates, **timed_out})
        sfn._emit_execution_status_event({**execution, **dates, "status": "SUCCEEDED", "output": "{}"})
    return [[detail[name] for name in ("error", "cause", "redriveStatus")] for detail in details]


def failure_of(work: Callable[[], Any]) -> Any:
    """Returns the error name of a task, or its result."""
    try:
        return work()
    except sfn._ExecutionError as failure:
        return failure.error


def run_task_failures() -> Any:
    """Returns the outcome of runTask without a placed task, and after an error of the API."""
    placed = json.dumps({"tasks": [], "failures": [{"reason": "AGENT"}]}).encode()
    unknown = json.dumps({"__type": "aws#ClusterNotFoundException", "message": "no cluster"}).encode()
    outcomes = []
    responses: list[tuple[Any, ...]] = [(200, {}, placed), (400, {}, unknown)]
    for response in responses:
        with mock.patch.object(ecs, "_run_task", return_value=response):
            outcomes.append(failure_of(lambda: sfn._invoke_ecs_run_task("arn:aws:states:::ecs:runTask", {})))
    return outcomes


def patched_function(result: dict[str, Any]) -> Any:
    """Makes every invocation return `result`."""
    return mock.patch.multiple(
        lambda_svc,
        _get_func_record_for_ref=mock.Mock(return_value=FUNCTION),
        _get_func_record_for_ref_in_scope=mock.Mock(return_value=FUNCTION),
        _execution_record_for_config=mock.Mock(return_value=FUNCTION[0]),
        _execute_function_with_config_scope=mock.Mock(return_value=result),
    )


def throttled_function() -> Any:
    """Returns the outcome of a task whose function is throttled."""
    with patched_function({"throttle": True, "body": {"message": "Rate Exceeded."}}):
        return failure_of(lambda: sfn._call_lambda("f", {}))


def s3_request(method: str, path: str, query: dict[str, str], body: bytes = b"") -> tuple[int, str]:
    """Sends a request to S3 and returns the status and the body."""
    parameters = {name: [value] for name, value in query.items()}
    status, _, content = asyncio.run(s3.handle_request(method, path, {"host": "localhost"}, body, parameters))
    return status, content.decode() if isinstance(content, bytes) else ""


def multipart_validation() -> Any:
    """Returns the results of completions with no parts, unordered parts, and a small part."""
    s3_request("PUT", "/bucket", {})
    outcomes = []
    for sizes, order in (((1, 1), ()), ((5 << 20, 1), (2, 1)), ((1, 1), (1, 2)), ((5 << 20, 1), (1, 2))):
        _, created = s3_request("POST", "/bucket/key", {"uploads": ""})
        found = re.search("<UploadId>(.*)</UploadId>", created)
        upload = {"uploadId": found[1] if found else ""}
        for number, size in enumerate(sizes, 1):
            s3_request("PUT", "/bucket/key", {**upload, "partNumber": str(number)}, b"x" * size)
        parts = "".join(f"<Part><PartNumber>{number}</PartNumber></Part>" for number in order)
        body = f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>".encode()
        status, content = s3_request("POST", "/bucket/key", upload, body)
        code = re.search("<Code>(.*)</Code>", content)
        outcomes.append([status, code[1] if code else None])
    return outcomes


def function_targets() -> Any:
    """Returns whether an event for a function is invoked asynchronously with retries."""
    asynchronous = mock.Mock()
    with patched_function({}), mock.patch.object(lambda_svc, "invoke_async_with_retry", asynchronous):
        eventbridge._dispatch_to_lambda("arn", '{"a": 1}')
    return [call.args[1] for call in asynchronous.call_args_list]


def function_errors() -> Any:
    """Returns the responses of an HTTP API for a failed, a throttled and a working function."""
    results = (
        {"error": True, "body": {"errorMessage": "secret"}},
        {"throttle": True, "body": {"message": "Rate Exceeded."}},
        {"body": {"statusCode": 201, "body": "created"}},
    )
    responses = []
    for result in results:
        with patched_function(result):
            status, _, body = asyncio.run(
                apigateway._invoke_lambda_proxy(
                    {"integrationUri": "f"},
                    API_ID,
                    "$default",
                    "/",
                    "GET",
                    {},
                    b"",
                    {},
                    owner_account_id=ACCOUNT,
                )
            )
        responses.append([status, body.decode()])
    return responses


def create_api(stage: str) -> None:
    """Creates an HTTP API with one stage and no routes."""
    apigateway._apis[API_ID] = {"apiId": API_ID, "protocolType": "HTTP"}
    apigateway._stages[API_ID] = {stage: {}}
    apigateway._routes[API_ID] = {}


def trailing_slash() -> Any:
    """Returns the resolved paths of an API on $default, and of one with a stage."""
    paths = {}
    for stage in ("$default", "live"):
        create_api(stage)
        resolved = []
        for path in ("/", "/videos", "/videos/", "/videos/1", "/live", "/live/"):
            _, segment, rest = app._parse_execute_api_url(f"{API_ID}.execute-api.localhost", path)
            resolved.append(app._resolve_stage_and_path(API_ID, segment, rest))
        paths[stage] = resolved
    return paths


def cors() -> Any:
    """Returns the status of OPTIONS without a route and without CORS, and the fields of a configuration."""
    create_api("$default")
    request: tuple[Any, ...] = (API_ID, "$default", "/videos", "OPTIONS", {"origin": "http://example.com"}, b"", {})
    without, *_ = asyncio.run(apigateway._handle_execute_in_scope(*request, ACCOUNT, "us-east-1"))
    properties = {"Name": "n", "CorsConfiguration": {"AllowOrigins": ["*"]}}
    created, _ = provisioners._apigw_v2_api_create("Api", properties, "stack")
    preflight = (created, *request[1:], ACCOUNT, "us-east-1")
    with_cors, *_ = asyncio.run(apigateway._handle_execute_in_scope(*preflight))
    return {"without": without, "fromCloudFormation": with_cors}


PROBES: dict[str, Callable[[], Any]] = {
    "stepfunctions-error-matching": error_matching,
    "stepfunctions-retry-delay": retry_delay,
    "stepfunctions-choice-output": choice_output,
    "stepfunctions-status-event": status_event,
    "stepfunctions-run-task-failures": run_task_failures,
    "stepfunctions-throttled-function": throttled_function,
    "s3-multipart-validation": multipart_validation,
    "eventbridge-function-targets": function_targets,
    "http-api-function-errors": function_errors,
    "http-api-trailing-slash": trailing_slash,
    "http-api-cors": cors,
}

if __name__ == "__main__":
    json.dump({name: probe() for name, probe in PROBES.items()}, sys.stdout)
