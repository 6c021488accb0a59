"""Task states: one attempt with its timeout, heartbeat and token, and the errors of the calls."""

import json
import math
from http import HTTPStatus

from ministack.services import ecs, lambda_svc
from ministack.services import stepfunctions as sfn

from engine.access.service_calls import step_denial
from engine.corrections.state_machines import tokens
from engine.corrections.state_machines.retry import with_retry_and_catch
from engine.corrections.state_machines.scope import Call, Scope, current
from engine.fidelity.steps import step_violations
from engine.shapes import Execution, Function, Json, JsonObject

_MAX_STATE_BYTES = 262_144


def execute_task(
    state_def: JsonObject, raw_input: Json, execution: Execution, ctx: JsonObject
) -> tuple[Json, str | None]:
    """Returns the output and the next state. Raises _ExecutionError when neither Retry nor Catch matches."""

    def attempt() -> tuple[Json, str | None]:
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


def _attempt(state_def: JsonObject, raw_input: Json, execution: Execution, ctx: JsonObject) -> tuple[Json, str | None]:
    resource = state_def.get("Resource", "")
    waits = resource.endswith(".waitForTaskToken")
    if waits:
        ctx["Task"] = {"Token": tokens.issue(execution["stateMachineArn"])}
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
    _check_call(execution, resource, request)

    if waits:
        bare = resource.removesuffix(".waitForTaskToken")
        result = tokens.wait_for_callback(
            ctx["Task"]["Token"], lambda: sfn._invoke_resource(bare, request), timeout, heartbeat
        )
    elif ":activity:" in resource:
        # The timeout of an activity starts when a worker takes the task.
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


def _check_call(execution: Execution, resource: str, request: Json) -> None:
    """Raises what the service would respond to a call that is not allowed or not valid."""
    machine = sfn._state_machines.get(execution["stateMachineArn"]) or {}
    violations = step_violations(machine.get("name", ""), resource, request)
    if violations:
        raise sfn._ExecutionError("States.Runtime", "; ".join(violations))
    denied = step_denial(machine.get("roleArn"), resource, request)
    if denied is not None:
        raise sfn._ExecutionError("States.Permissions", f"The role of the state machine is not authorized: {denied}")


def check_size(encoded: str) -> None:
    """Raises States.DataLimitExceeded for JSON of more than 256 KiB."""
    if len(encoded) > _MAX_STATE_BYTES // 4 and len(encoded.encode()) > _MAX_STATE_BYTES:
        raise sfn._ExecutionError(
            "States.DataLimitExceeded", "The state/task returned a result with a size exceeding the maximum"
        )


def _call(resource: str, request: Json, timeout: float) -> Json:
    with Scope(current()) as scope:
        call = Call(scope, lambda: sfn._invoke_resource(resource, request))
        if not current().wait(call.done, timeout):
            raise sfn._ExecutionError("States.Timeout", "")
        return call.value()


def _seconds(field: str, state_def: JsonObject, raw_input: Json, selected: Json, ctx: JsonObject) -> float:
    """Returns TimeoutSeconds or HeartbeatSeconds: a number, a JSONata string or a path; infinite when absent."""
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
    scale: float = sfn._SFN_WAIT_SCALE
    return float(value) * scale


def call_function(func_ref: str, event: Json) -> Json:
    """Invokes a function. Its failure has the errorType as Error and the payload, as JSON, as Cause."""
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


def run_ecs_task(invoke: Function) -> Function:
    """Fails a RunTask that placed no task, to which the API responds with status 200 and `failures`."""

    def run(resource: str, input_data: JsonObject) -> Json:
        ecs_request = sfn._pascal_to_camel(input_data)
        if resource.endswith(".sync"):
            return invoke(resource, input_data)
        status, _, body = ecs._run_task(ecs_request)
        result = json.loads(body) if body else {}
        if status >= HTTPStatus.BAD_REQUEST:
            name = str(result.get("__type", "AmazonECSException")).rpartition("#")[2]
            raise sfn._ExecutionError(f"ECS.{name}", result.get("message", ""))
        if result.get("failures"):
            raise sfn._ExecutionError("AmazonECS.Unknown", json.dumps({"Failures": result["failures"]}))
        return result

    return run
