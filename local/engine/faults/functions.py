"""Functions that run twice, late, or whose environment ends before the response."""

import time

from engine.faults.plan import plan
from engine.shapes import Function, Json, JsonObject


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
        result: JsonObject = execute(function, event)
        return _crash() if plan.happens("crashed", name) else result

    return run


def _crash() -> JsonObject:
    body = {"errorType": "Runtime.ExitError", "errorMessage": "Runtime exited with error: signal: killed"}
    return {"body": body, "error": True, "function_error": "Unhandled", "log": ""}
