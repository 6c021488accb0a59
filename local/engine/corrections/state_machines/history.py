"""The history of an execution: AWS ends an execution whose history is full.

https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
"""

from collections import Counter
from collections.abc import Callable

from engine.fidelity import checks
from engine.shapes import Execution, Function, JsonObject

_MAX_EVENTS = 25_000
# AWS also records TaskSubmitted and TaskStarted, which MiniStack leaves out.
_MORE_EVENTS_OF_A_TASK = 2


def limited(add: Function, fail: Callable[[Execution, str], None]) -> Function:
    """Calls `fail` with a cause when an execution reaches the maximum number of events."""
    tasks: Counter[str] = Counter()

    def run(execution: Execution, event_type: str, details: JsonObject | None = None) -> JsonObject:
        event: JsonObject = add(execution, event_type, details)
        arn = execution["executionArn"]
        if execution["status"] != "RUNNING":
            tasks.pop(arn, None)
            return event
        if event_type == "TaskScheduled":
            tasks[arn] += 1
        if len(execution.get("events") or ()) + tasks[arn] * _MORE_EVENTS_OF_A_TASK >= _MAX_EVENTS:
            cause = f"The execution reached the maximum number of history events ({_MAX_EVENTS})."
            checks.record(execution["stateMachineArn"], "states:StartExecution", [cause])
            fail(execution, cause)
        return event

    return run
