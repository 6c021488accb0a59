"""EventBridge rules: an event for a function is an asynchronous invocation, with retries and a dead-letter queue."""

import json

from ministack.services import eventbridge, lambda_svc

from engine.replacing import replace
from engine.shapes import Function, JsonObject

# MiniStack never reads the events log; its archives have their own copies.
_KEPT_EVENTS = 100


def install() -> None:
    """Installs the corrections."""
    replace(eventbridge, "_dispatch_to_lambda", dispatch_to_function)
    replace(eventbridge, "_events_log_list", _bounded(eventbridge._events_log_list))


def dispatch_to_function(arn: str, payload: str) -> None:
    """Invokes a function asynchronously. `payload`: the event as JSON, or any text."""
    try:
        event = json.loads(payload)
    except ValueError:
        event = {"body": payload}
    function, config, _ = lambda_svc._get_func_record_for_ref(arn)
    if not function or not config:
        eventbridge.logger.warning("EventBridge: no function %s", arn)
        return
    lambda_svc.invoke_async_with_retry(lambda_svc._execution_record_for_config(function, config), event)


def _bounded(events_log: Function) -> Function:
    def run() -> list[JsonObject]:
        entries: list[JsonObject] = events_log()
        del entries[:-_KEPT_EVENTS]
        return entries

    return run
