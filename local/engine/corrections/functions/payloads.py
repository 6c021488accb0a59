"""Limits of the events and responses of functions.

https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
"""

from engine.fidelity import checks
from engine.fidelity.limits import ASYNC_PAYLOAD_BYTES, PAYLOAD_BYTES, size_of
from engine.shapes import Function, Json, JsonObject

REQUEST_TOO_LARGE = "RequestTooLargeException"


def within_limits(execute: Function) -> Function:
    """Fails an invocation whose event or response exceeds the limit of synchronous invocations."""

    def run(func: JsonObject, event: Json, request_id: str) -> JsonObject:
        name = str((func.get("config") or func).get("FunctionName", ""))
        if size_of(event) > PAYLOAD_BYTES:
            return _failure(name, REQUEST_TOO_LARGE, f"The event must be at most {PAYLOAD_BYTES} bytes.")
        result: JsonObject = execute(func, event, request_id)
        if not result.get("error") and size_of(result.get("body")) > PAYLOAD_BYTES:
            message = f"Response payload size exceeded maximum allowed payload size ({PAYLOAD_BYTES} bytes)."
            return {**_failure(name, "Function.ResponseSizeTooLarge", message), "log": result.get("log", "")}
        return result

    return run


def within_async_limit(invoke: Function) -> Function:
    """Rejects an event that exceeds the limit of asynchronous invocations."""

    def run(func: JsonObject, event: Json) -> None:
        if size_of(event) > ASYNC_PAYLOAD_BYTES:
            name = str((func.get("config") or func).get("FunctionName", ""))
            checks.record(name, "lambda:Invoke", [f"The event must be at most {ASYNC_PAYLOAD_BYTES} bytes"])
            return
        invoke(func, event)

    return run


def _failure(name: str, kind: str, message: str) -> JsonObject:
    checks.record(name, "lambda:Invoke", [message])
    return {"body": {"errorType": kind, "errorMessage": message}, "error": True, "log": ""}
