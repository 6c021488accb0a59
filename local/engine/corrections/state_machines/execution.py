"""Executions: running their states, ending them (succeeded, failed, timed out, aborted), and what a restart leaves."""

import copy
import json
import logging
import math
import threading
import time

from ministack.core.responses import error_response_json, json_response, new_uuid, now_iso
from ministack.services import eventbridge
from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines.scope import Call, Cancelled, Scope, TimedOut, current
from engine.corrections.state_machines.task import check_size

logger = logging.getLogger("engine")

# Ended executions that a snapshot keeps, newest last; without their history, which would outgrow everything else.
_KEPT_EXECUTIONS = 1000

_WITH_EXECUTION = frozenset(["Task", "Parallel", "Map"])


class Run:
    """A running execution: what stops it, and what tells that it has ended."""

    def __init__(self, timeout_seconds: float):
        self.scope = Scope(deadline=time.monotonic() + timeout_seconds)
        self.ended = threading.Event()


_runs: dict[str, Run] = {}
_ending = threading.Lock()


def start_execution(start):
    def run(data):
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
        # Repeating a start with the same name and input while it runs answers like the first.
        if known and known["status"] == "RUNNING" and known["input"] == text:
            return json_response({"executionArn": execution_arn, "startDate": known["startDate"]})
        if known is None:
            # Before its thread starts: whoever starts an execution may wait for it at once.
            _register(execution_arn, json.loads(machine["definition"]))
            _forget_old()
        return start({**data, "name": name})

    return run


def _forget_old() -> None:
    """AWS keeps ended executions for 90 days; here the number is bounded, with their histories it is the memory."""
    executions = sfn._executions._data
    if len(executions) > 2 * _KEPT_EXECUTIONS:
        for address, execution in list(executions.items())[:-_KEPT_EXECUTIONS]:
            if execution["status"] != "RUNNING":
                executions.pop(address, None)


def _register(execution_arn: str, definition: dict) -> Run:
    run = Run(definition.get("TimeoutSeconds", math.inf) * sfn._SFN_WAIT_SCALE)
    _runs[execution_arn] = run
    return run


def run_execution(execution_arn: str) -> None:
    """The body of an execution's thread."""
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
        logger.exception("%s ended unexpectedly", execution_arn)
        _end(execution, "FAILED", error="States.Runtime", cause=str(failure))
    finally:
        _runs.pop(execution_arn, None)
        run.ended.set()


def ended_event(execution_arn: str) -> threading.Event | None:
    """Set when the execution has ended; None when it is over already."""
    run = _runs.get(execution_arn)
    return run.ended if run else None


def _run_body(definition, machine, execution):
    context = {
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


def run_sub_machine(states, start_at, input_data, execution, ctx):
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
        data, following = _run_state(kind, definition, data, execution, ctx)
        current().check()
        output = json.dumps(data)
        check_size(output)
        exited = {"name": name, "output": output}
        sfn._add_event(execution, f"{kind}StateExited", {"stateExitedEventDetails": exited})
        name = following
    return data


def _run_state(kind, definition, data, execution, ctx):
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
        return handler(definition, data, execution, ctx)
    return handler(definition, data, ctx)


def _end(execution, status, output=None, error=None, cause=None) -> bool:
    """Only the first end counts: a stop may race with the last state."""
    with _ending:
        if execution["status"] != "RUNNING":
            return False
        execution.update(status=status, output=output, error=error, cause=cause, stopDate=now_iso())
    kind = {"SUCCEEDED": "Succeeded", "FAILED": "Failed", "TIMED_OUT": "TimedOut", "ABORTED": "Aborted"}[status]
    details = {"output": output} if status == "SUCCEEDED" else {"error": error, "cause": cause}
    details = {name: value for name, value in details.items() if value is not None}
    sfn._add_event(execution, f"Execution{kind}", {f"execution{kind}EventDetails": details})
    emit_status_event(execution)
    return True


def stop_execution(data):
    execution = sfn._executions.get(data.get("executionArn"))
    if not execution:
        return error_response_json(
            "ExecutionDoesNotExist", f"Execution Does Not Exist: '{data.get('executionArn')}'", 400
        )
    if _end(execution, "ABORTED", error=data.get("error"), cause=data.get("cause")):
        run = _runs.get(execution["executionArn"])
        if run:
            run.scope.cancel()
    # Repeating a stop, or stopping what has ended, changes nothing and is no error.
    return json_response({"stopDate": execution["stopDate"]})


def emit_status_event(execution) -> None:
    """'Step Functions Execution Status Change': error and cause also when timed out or aborted, not only failed.

    https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html
    """
    if execution.get("sync"):
        return
    status, succeeded = execution["status"], execution["status"] == "SUCCEEDED"
    redrivable = status in ("FAILED", "TIMED_OUT", "ABORTED")
    output_fits = succeeded and len(execution["output"] or "") <= sfn._STATUS_EVENT_PAYLOAD_CAP
    input_fits = len(execution["input"]) <= sfn._STATUS_EVENT_PAYLOAD_CAP
    ability = "is redrivable" if redrivable else "cannot be redriven"
    detail = {
        **{name: execution[name] for name in ("executionArn", "stateMachineArn", "name", "status")},
        "startDate": sfn._iso_to_epoch_ms(execution["startDate"]),
        "stopDate": sfn._iso_to_epoch_ms(execution.get("stopDate")),
        "input": execution["input"] if input_fits else None,
        "inputDetails": {"included": input_fits},
        "output": execution["output"] if output_fits else None,
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
        logger.warning("no status event for %s", execution["executionArn"], exc_info=True)


def state() -> dict:
    """What a snapshot keeps. MiniStack copies everything deeply first, histories of all executions included."""
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


def restore(load):
    def run(data):
        for execution in (data or {}).get("executions", type(sfn._executions)())._data.values():
            if execution["status"] == "RUNNING":
                execution.update(status="ABORTED", stopDate=now_iso())
                execution.update(error="EngineRestarted", cause="The local engine was restarted")
        load(data)

    return run
