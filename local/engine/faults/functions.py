"""Functions that run twice, late, with a wrong clock, or whose environment ends before the response."""

import time

from engine.corrections.functions.clock import shifted
from engine.faults.plan import plan
from engine.shapes import Function, Json, JsonObject

# Within the 5 minutes by which AWS lets the clock of a signed request differ.
_MAX_CLOCK_MS = 120_000


def faulty(execute: Function) -> Function:
    """Injects the faults of the plan into executions that AWS repeats: all but those of API requests."""

    def run(function: JsonObject, event: Json) -> JsonObject:
        name = str((function.get("config") or function).get("FunctionName", ""))
        if isinstance(event, dict) and "requestContext" in event:
            response: JsonObject = execute(function, event)
            return response
        if plan.happens("late", name):
            time.sleep(plan.fraction())
        if plan.happens("repeated", name):
            execute(function, event)
        with shifted(_clock_offset(name)):
            result: JsonObject = execute(function, event)
        return _crash() if plan.happens("crashed", name) else result

    return run


def _clock_offset(name: str) -> int:
    return round((2 * plan.fraction() - 1) * _MAX_CLOCK_MS) if plan.happens("skewed", name) else 0


def _crash() -> JsonObject:
    body = {"errorType": "Runtime.ExitError", "errorMessage": "Runtime exited with error: signal: killed"}
    return {"body": body, "error": True, "function_error": "Unhandled", "log": ""}
