"""Executions: their states, their end (succeeded, failed, timed out, aborted), and their recovery after a restart."""

import copy
import json
import logging
import math
import threading
import time
from typing import Any

from ministack.core.responses import error_response_json, json_response, new_uuid, now_iso
from ministack.services import eventbridge
from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines.scope import Call, Cancelled, Scope, TimedOut, current
from engine.corrections.state_machines.task import check_size
from engine.shapes import Execution, Function, Json, JsonObject, StateMachine

logger = logging.getLogger("engine")

# Ended executions in a snapshot, newest last; without their history, which would become larger than everything else.
_KEPT_EXECUTIONS = 1000

_WITH_EXECUTION = frozenset(["Task", "Parallel", "Map"])


class Run:
    """A running execution: the scope that stops it, and the event of its end."""

    def __init__(self, timeout_seconds: float) -> None:
        self.scope = Scope(deadline=time.monotonic() + timeout_seconds)
        self.ended = threading.Event()


_runs: dict[str, Run] = {}
_ending = threading.Lock()


def start_execution(start: Function) -> Function:
    """Wraps StartExecution: idempotent while the execution runs; `start` is MiniStack's function."""

    def run(data: JsonObject) -> Any:
        arn = data.get("stateMachineArn", "")
        machine_arn = sfn._resolve_state_machine_arn(arn.partition("#")[0])
        machine = sfn._state_machines.get(machine_arn) if machine_arn else None
        if machine is None:
            return start(data)
        text = data.get("input", "{}")
        try:
            json.loads(text)
        except ValueError:
            return error_response_json("InvalidExecutionInput", "Invalid State Machine Execution Input", 400)
        name = data.get("name") or new_uuid()
        execution_arn = f"{machine_arn.replace(':stateMachine:', ':execution:')}:{name}"
        known = sfn._executions.get(execution_arn)
        # A repeated start with the same name and input returns the first response while the execution runs.
        if known and known["status"] == "RUNNING" and known["input"] == text:
            return json_response({"executionArn": execution_arn, "startDate": known["startDate"]})
        if known is None:
            # Before its thread starts: the caller may wait for the execution immediately.
            _register(execution_arn, json.loads(machine["definition"]))
            _remove_old()
        return start({**data, "name": name})

    return run


def _remove_old() -> None:
    """Limits the number of ended executions, which AWS keeps for 90 days: their histories occupy memory."""
    executions = sfn._executions._data
    if len(executions) > 2 * _KEPT_EXECUTIONS:
        for address, execution in list(executions.items())[:-_KEPT_EXECUTIONS]:
            if execution["status"] != "RUNNING":
                executions.pop(address, None)


def _register(execution_arn: str, definition: JsonObject) -> Run:
    run = Run(definition.get("TimeoutSeconds", math.inf) * sfn._SFN_WAIT_SCALE)
    _runs[execution_arn] = run
    return run


def run_execution(execution_arn: str) -> None:
    """Runs an execution to its end. The body of its thread."""
    execution = sfn._executions.get(execution_arn)
    machine = execution and sfn._state_machines.get(execution["stateMachineArn"])
    if not machine:
        if execution:
            _end(execution, "FAILED", error="States.Runtime", cause="The state machine no longer exists")
        return
    definition = json.loads(machine["definition"])
    run = _runs.get(execution_arn) or _register(execution_arn, definition)
    try:
        with run.scope as scope:
            body = Call(scope, lambda: _run_body(definition, machine, execution))
            scope.wait(body.done)
            output = body.value()
        _end(execution, "SUCCEEDED", output=json.dumps(output))
    except sfn._ExecutionError as failure:
        _end(execution, "FAILED", error=failure.error, cause=failure.cause)
    except TimedOut:
        _end(execution, "TIMED_OUT", error="States.Timeout")
    except Cancelled:
        pass
    except Exception as failure:
        # A defect must not leave the execution running forever.
        logger.exception("%s ended unexpectedly", execution_arn)
        _end(execution, "FAILED", error="States.Runtime", cause=str(failure))
    finally:
        _runs.pop(execution_arn, None)
        run.ended.set()


def fail(execution: Execution, cause: str) -> None:
    """Ends a running execution with States.Runtime, whatever its states catch."""
    run = _runs.get(execution["executionArn"])
    if run is not None and _end(execution, "FAILED", error="States.Runtime", cause=cause):
        run.scope.cancel()


def ended_event(execution_arn: str) -> threading.Event | None:
    """Returns the event that is set at the end of the execution; None when it has ended already."""
    run = _runs.get(execution_arn)
    return run.ended if run else None


def _run_body(definition: JsonObject, machine: StateMachine, execution: Execution) -> Json:
    context: JsonObject = {
        "QueryLanguage": definition.get("QueryLanguage", "JSONPath"),
        "Execution": {
            "Id": execution["executionArn"],
            "Input": json.loads(execution["input"]),
            "Name": execution["name"],
            "RoleArn": machine.get("roleArn"),
            "StartTime": execution["startDate"],
        },
        "StateMachine": {"Id": execution["stateMachineArn"], "Name": machine["name"]},
        "variables": {},
    }
    return run_sub_machine(
        definition.get("States", {}), definition.get("StartAt"), context["Execution"]["Input"], execution, context
    )


def run_sub_machine(
    states: JsonObject, start_at: str | None, input_data: Json, execution: Execution, ctx: JsonObject
) -> Json:
    """Runs states from `start_at` to an end and returns the output: of a machine, a branch or an iteration."""
    name, data = start_at, copy.deepcopy(input_data)
    while name:
        current().check()
        definition = states.get(name)
        if not definition:
            raise sfn._ExecutionError("States.Runtime", f"State '{name}' not found")
        kind = definition.get("Type")
        ctx["State"] = {"Name": name, "EnteredTime": now_iso(), "RetryCount": 0}
        entered = {"name": name, "input": json.dumps(data)}
        sfn._add_event(execution, f"{kind}StateEntered", {"stateEnteredEventDetails": entered})
        data, following = _run_state(definition, data, execution, ctx)
        current().check()
        output = json.dumps(data)
        check_size(output)
        exited = {"name": name, "output": output}
        sfn._add_event(execution, f"{kind}StateExited", {"stateExitedEventDetails": exited})
        name = following
    return data


def _run_state(definition: JsonObject, data: Json, execution: Execution, ctx: JsonObject) -> tuple[Json, str | None]:
    kind = definition.get("Type")
    if kind == "Fail":
        raise sfn._ExecutionError(*sfn._fail_state_error(definition, data, ctx))
    if kind == "Succeed":
        if sfn._state_query_language(definition, ctx) == "JSONata":
            return sfn._apply_jsonata_output(definition, data, ctx, default=data), None
        return sfn._apply_output_path(definition, sfn._apply_input_path(definition, data, ctx), ctx), None
    handler = vars(sfn).get(f"_execute_{(kind or 'nothing').lower()}")
    if handler is None:
        raise sfn._ExecutionError("States.Runtime", f"Unknown state type: {kind}")
    if kind in _WITH_EXECUTION:
        return handler(definition, data, execution, ctx)  # type: ignore[no-any-return]
    return handler(definition, data, ctx)  # type: ignore[no-any-return]


def _end(
    execution: Execution,
    status: str,
    *,
    output: str | None = None,
    error: str | None = None,
    cause: str | None = None,
) -> bool:
    """Ends an execution; returns False when it has ended already, as when a stop races with the last state."""
    with _ending:
        if execution["status"] != "RUNNING":
            return False
        execution.update({"status": status, "output": output, "error": error, "cause": cause, "stopDate": now_iso()})
    kind = {"SUCCEEDED": "Succeeded", "FAILED": "Failed", "TIMED_OUT": "TimedOut", "ABORTED": "Aborted"}[status]
    details = {"output": output} if status == "SUCCEEDED" else {"error": error, "cause": cause}
    details = {name: value for name, value in details.items() if value is not None}
    sfn._add_event(execution, f"Execution{kind}", {f"execution{kind}EventDetails": details})
    emit_status_event(execution)
    return True


def stop_execution(data: JsonObject) -> Any:
    """StopExecution."""
    execution = sfn._executions.get(data.get("executionArn"))
    if not execution:
        return error_response_json(
            "ExecutionDoesNotExist", f"Execution Does Not Exist: '{data.get('executionArn')}'", 400
        )
    if _end(execution, "ABORTED", error=data.get("error"), cause=data.get("cause")):
        run = _runs.get(execution["executionArn"])
        if run:
            run.scope.cancel()
    # A repeated stop, or one after the end, changes nothing and is not an error.
    return json_response({"stopDate": execution["stopDate"]})


def emit_status_event(execution: Execution) -> None:
    """Publishes 'Step Functions Execution Status Change', with error and cause also for timeouts and aborts.

    https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html
    """
    if execution.get("sync"):
        return
    status, succeeded = execution["status"], execution["status"] == "SUCCEEDED"
    redrivable = status in ("FAILED", "TIMED_OUT", "ABORTED")
    output_fits = succeeded and len(execution.get("output") or "") <= sfn._STATUS_EVENT_PAYLOAD_CAP
    input_fits = len(execution["input"]) <= sfn._STATUS_EVENT_PAYLOAD_CAP
    ability = "is redrivable" if redrivable else "cannot be redriven"
    detail = {
        "executionArn": execution["executionArn"],
        "stateMachineArn": execution["stateMachineArn"],
        "name": execution["name"],
        "status": status,
        "startDate": sfn._iso_to_epoch_ms(execution["startDate"]),
        "stopDate": sfn._iso_to_epoch_ms(execution.get("stopDate")),
        "input": execution["input"] if input_fits else None,
        "inputDetails": {"included": input_fits},
        "output": execution.get("output") if output_fits else None,
        "outputDetails": {"included": output_fits} if succeeded else None,
        "stateMachineVersionArn": None,
        "stateMachineAliasArn": None,
        "redriveCount": 0,
        "redriveDate": None,
        "redriveStatus": "REDRIVABLE" if redrivable else "NOT_REDRIVABLE",
        "redriveStatusReason": f"Execution is {status} and {ability}",
        "error": execution.get("error"),
        "cause": execution.get("cause"),
    }
    entry = {
        "Source": "aws.states",
        "DetailType": "Step Functions Execution Status Change",
        "Detail": json.dumps(detail),
        "Resources": [execution["executionArn"]],
    }
    try:
        eventbridge._put_events({"Entries": [entry]}, allow_aws_source=True)
    except Exception:
        logger.warning("The status event of %s was not published", execution["executionArn"], exc_info=True)


def state() -> JsonObject:
    """Returns the state for a snapshot, without the deep copy of MiniStack, which includes all histories."""
    executions = type(sfn._executions)()
    for address, execution in list(sfn._executions._data.items())[-_KEPT_EXECUTIONS:]:
        executions._data[address] = {**execution, "events": []}
    return {
        "state_machines": sfn._state_machines,
        "executions": executions,
        "tags": sfn._tags,
        "activities": sfn._activities,
        "state_machine_versions": sfn._state_machine_versions,
        "state_machine_aliases": sfn._state_machine_aliases,
        "map_runs": sfn._map_runs,
    }


def restore(load: Function) -> Function:
    """Aborts the executions that were running when the state was saved; `load` is MiniStack's function."""

    def run(data: JsonObject | None) -> None:
        for execution in (data or {}).get("executions", type(sfn._executions)())._data.values():
            if execution["status"] == "RUNNING":
                execution.update(status="ABORTED", stopDate=now_iso())
                execution.update(error="EngineRestarted", cause="The local engine was restarted")
        load(data)

    return run
