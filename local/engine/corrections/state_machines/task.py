"""Task states: one attempt with its timeout, heartbeat and token; and what the calls fail with."""

import json
import math

from ministack.services import ecs, lambda_svc
from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines import tokens
from engine.corrections.state_machines.retry import with_retry_and_catch
from engine.corrections.state_machines.scope import Call, Scope, current

_MAX_STATE_BYTES = 262_144


def execute_task(state_def, raw_input, execution, ctx):
    """Returns (output, next state). Raises _ExecutionError when neither Retry nor Catch takes the failure."""

    def attempt():
        try:
            return _attempt(state_def, raw_input, execution, ctx)
        except sfn._ExecutionError as failure:
            kind = "TimedOut" if failure.error in ("States.Timeout", "States.HeartbeatTimeout") else "Failed"
            details = {"error": failure.error, "cause": failure.cause, "resource": state_def.get("Resource", "")}
            sfn._add_event(execution, f"Task{kind}", {f"task{kind}EventDetails": details})
            raise
        finally:
            ctx.pop("Task", None)

    return with_retry_and_catch(state_def, raw_input, ctx, attempt)


def _attempt(state_def, raw_input, execution, ctx):
    resource = state_def.get("Resource", "")
    waits = resource.endswith(".waitForTaskToken")
    if waits:
        ctx["Task"] = {"Token": tokens.issue()}
    jsonata = sfn._state_query_language(state_def, ctx) == "JSONata"
    if jsonata:
        request = sfn._apply_jsonata_arguments(state_def, raw_input, ctx)
        selected = raw_input
    else:
        selected = sfn._apply_input_path(state_def, raw_input, ctx)
        request = sfn._apply_parameters(state_def, selected, ctx)
    timeout = _seconds("TimeoutSeconds", state_def, raw_input, selected, ctx)
    heartbeat = _seconds("HeartbeatSeconds", state_def, raw_input, selected, ctx)
    scheduled = {"resourceType": "lambda" if "lambda" in resource else "states", "resource": resource}
    sfn._add_event(execution, "TaskScheduled", {"taskScheduledEventDetails": scheduled})

    if waits:
        bare = resource.removesuffix(".waitForTaskToken")
        deliver = lambda: sfn._invoke_resource(bare, request)  # noqa: E731
        result = tokens.wait_for_callback(ctx["Task"]["Token"], deliver, timeout, heartbeat)
    elif ":activity:" in resource:
        # An activity's timeout starts when a worker takes the task.
        result = _call(resource, request, math.inf)
    else:
        result = _call(resource, request, timeout)

    encoded = json.dumps(result)
    sfn._add_event(execution, "TaskSucceeded", {"taskSucceededEventDetails": {"output": encoded, "resource": resource}})
    check_size(encoded)
    if jsonata:
        output = sfn._apply_jsonata_output(state_def, raw_input, ctx, result=result, default=result)
        sfn._apply_state_assign(state_def, raw_input, ctx, result=result)
    else:
        output = sfn._apply_result_path(state_def, raw_input, sfn._apply_result_selector(state_def, result))
        output = sfn._apply_output_path(state_def, output, ctx)
    return output, sfn._next_or_end(state_def)


def check_size(encoded: str) -> None:
    if len(encoded) > _MAX_STATE_BYTES // 4 and len(encoded.encode()) > _MAX_STATE_BYTES:
        raise sfn._ExecutionError(
            "States.DataLimitExceeded", "The state/task returned a result with a size exceeding the maximum"
        )


def _call(resource, request, timeout):
    with Scope(current()) as scope:
        call = Call(scope, lambda: sfn._invoke_resource(resource, request))
        if not current().wait(call.done, timeout):
            raise sfn._ExecutionError("States.Timeout", "")
        return call.value()


def _seconds(field, state_def, raw_input, selected, ctx) -> float:
    """TimeoutSeconds or HeartbeatSeconds: a number, a JSONata string, or a reference path; infinite when absent."""
    path = state_def.get(f"{field}Path")
    if path is not None:
        value = sfn._resolve_path_or_ctx(path, selected, ctx)
    elif field in state_def:
        value = sfn._apply_jsonata_template(state_def[field], raw_input, ctx)
    else:
        return math.inf
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0 or value != int(value):
        raise sfn._ExecutionError(
            "States.QueryEvaluationError" if path is None else "States.Runtime",
            f"The field '{field}' must be a positive integer, but was {json.dumps(value)}",
        )
    return float(value) * sfn._SFN_WAIT_SCALE


def call_function(func_ref, event):
    """Invokes a function and fails as AWS does: Error is the errorType, Cause the payload as a JSON string."""
    func, config, name = lambda_svc._get_func_record_for_ref(func_ref)
    if not func or not config:
        raise sfn._ExecutionError("Lambda.ResourceNotFoundException", f"Function not found: {name}")
    record = lambda_svc._execution_record_for_config(func, config)
    result = lambda_svc._execute_function_with_config_scope(record, event)
    body = result.get("body")
    if result.get("throttle"):
        raise sfn._ExecutionError("Lambda.TooManyRequestsException", body["message"])
    if result.get("error"):
        if not isinstance(body, dict):
            raise sfn._ExecutionError("Lambda.Unknown", str(body))
        raise sfn._ExecutionError(body.get("errorType") or "Lambda.Unknown", json.dumps(body))
    if isinstance(body, (str, bytes)):
        try:
            return json.loads(body)
        except ValueError:
            return body
    return body


def run_ecs_task(invoke):
    """RunTask that places nothing answers 200 with `failures`; a state machine fails on it."""

    def run(resource, input_data):
        ecs_request = sfn._pascal_to_camel(input_data)
        if resource.endswith(".sync"):
            return invoke(resource, input_data)
        status, _, body = ecs._run_task(ecs_request)
        result = json.loads(body) if body else {}
        if status >= 400:
            name = str(result.get("__type", "AmazonECSException")).rpartition("#")[2]
            raise sfn._ExecutionError(f"ECS.{name}", result.get("message", ""))
        if result.get("failures"):
            raise sfn._ExecutionError("AmazonECS.Unknown", json.dumps({"Failures": result["failures"]}))
        return result

    return run
