"""startExecution as a task: the child's failure is States.TaskFailed with the child's description as its cause."""

import json

from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines import execution as executions
from engine.corrections.state_machines.scope import current


def start(resource, input_data):
    child = _start(input_data)
    return {"ExecutionArn": child["executionArn"], "StartDate": child["startDate"]}


def run(resource, input_data):
    """startExecution.sync and .sync:2. When the waiting state is given up, so is the child."""
    arn = _start(input_data)["executionArn"]
    child = sfn._executions[arn]
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
        described["Output"] = json.loads(child["output"])
    return described


def _start(input_data):
    request = sfn._nested_start_execution_request(input_data)
    status, _, body = sfn._start_execution(request)
    answer = json.loads(body)
    if status >= 400:
        name = str(answer.get("__type", "InternalError")).rpartition("#")[2]
        raise sfn._ExecutionError(f"StepFunctions.{name}Exception", answer.get("message", ""))
    return answer


def _described(child) -> dict:
    """DescribeExecution in the integration's spelling: PascalCase, times in epoch milliseconds, absent when null."""
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
