"""Retry and Catch: matching of errors, delays, and the output of a caught error."""

import random
from collections.abc import Callable

from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines.scope import pause
from engine.shapes import Json, JsonObject

# States.ALL catches neither: https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html
_UNCATCHABLE = frozenset(["States.Runtime", "States.DataLimitExceeded"])


def error_matches(error_equals: list[str], error: str) -> bool:
    """Returns whether ErrorEquals covers an error."""
    if error in error_equals:
        return True
    # States.Timeout covers a state that "failed to send a heartbeat for a period longer than HeartbeatSeconds" too.
    if error == "States.HeartbeatTimeout" and "States.Timeout" in error_equals:
        return True
    if "States.ALL" in error_equals:
        return error not in _UNCATCHABLE
    return "States.TaskFailed" in error_equals and error != "States.Timeout" and error not in _UNCATCHABLE


def delay_seconds(retrier: JsonObject, retries: int) -> float:
    """Returns the delay before the next retry; `retries` counts the previous ones."""
    delay: float = retrier.get("IntervalSeconds", 1) * retrier.get("BackoffRate", 2.0) ** retries
    if "MaxDelaySeconds" in retrier:
        delay = min(delay, retrier["MaxDelaySeconds"])
    return random.uniform(0, delay) if retrier.get("JitterStrategy") == "FULL" else delay


def with_retry_and_catch(
    state_def: JsonObject, raw_input: Json, ctx: JsonObject, attempt: Callable[[], tuple[Json, str | None]]
) -> tuple[Json, str | None]:
    """Runs `attempt` under the Retry and Catch of a state; returns the output and the next state."""
    state = ctx["State"]
    retries: dict[int, int] = {}
    while True:
        ctx["State"] = {**state, "RetryCount": sum(retries.values())}
        try:
            return attempt()
        except sfn._ExecutionError as failure:
            retrier, index = sfn._find_matching_retrier(state_def.get("Retry", []), failure.error, retries)
            if retrier is not None:
                pause(delay_seconds(retrier, retries.get(index, 0)) * sfn._SFN_WAIT_SCALE)
                retries[index] = retries.get(index, 0) + 1
                continue
            catcher = sfn._find_matching_catcher(state_def.get("Catch", []), failure.error)
            if catcher is None:
                raise
            error_output = {"Error": failure.error, "Cause": failure.cause}
            language = sfn._state_query_language(state_def, ctx)
            return sfn._apply_catcher(catcher, raw_input, ctx, language, error_output), catcher["Next"]
