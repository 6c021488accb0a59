"""startExecution as a task: the failure of the child is States.TaskFailed, with its description as the cause."""

import json
from http import HTTPStatus

from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines import execution as executions
from engine.corrections.state_machines.scope import current
from engine.shapes import Execution, JsonObject


def start(_resource: str, input_data: JsonObject) -> JsonObject:
    """startExecution: returns without waiting."""
    child = _start(input_data)
    return {"ExecutionArn": child["executionArn"], "StartDate": child["startDate"]}


def run(resource: str, input_data: JsonObject) -> JsonObject:
    """startExecution.sync and .sync:2. When the waiting state is cancelled, the child is stopped."""
    arn = _start(input_data)["executionArn"]
    child: Execution = sfn._executions[arn]
    ended = executions.ended_event(arn)
    if ended is not None:
        try:
            current().wait(ended)
        finally:
            executions.stop_execution({"executionArn": arn})
    if child["status"] != "SUCCEEDED":
        raise sfn._ExecutionError("States.TaskFailed", json.dumps(_described(child)))
    described = _described(child)
    if resource.endswith(".sync:2"):
        described["Output"] = json.loads(child.get("output") or "null")
    return described


def _start(input_data: JsonObject) -> JsonObject:
    request = sfn._nested_start_execution_request(input_data)
    status, _, body = sfn._start_execution(request)
    response: JsonObject = json.loads(body)
    if status >= HTTPStatus.BAD_REQUEST:
        name = str(response.get("__type", "InternalError")).rpartition("#")[2]
        raise sfn._ExecutionError(f"StepFunctions.{name}Exception", response.get("message", ""))
    return response


def _described(child: Execution) -> JsonObject:
    """Returns DescribeExecution as the integration spells it: PascalCase, epoch milliseconds, no null values."""
    described = {
        "ExecutionArn": child["executionArn"],
        "StateMachineArn": child["stateMachineArn"],
        "Name": child["name"],
        "Status": child["status"],
        "StartDate": sfn._iso_to_epoch_ms(child["startDate"]),
        "StopDate": sfn._iso_to_epoch_ms(child.get("stopDate")),
        "Input": child["input"],
        "InputDetails": {"Included": True},
        "Output": child.get("output"),
        "OutputDetails": {"Included": True} if child.get("output") is not None else None,
        "Error": child.get("error"),
        "Cause": child.get("cause"),
    }
    return {name: value for name, value in described.items() if value is not None}
