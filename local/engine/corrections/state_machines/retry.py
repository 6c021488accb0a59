"""Retry and Catch: which errors match, how long to wait, what a caught error becomes."""

import random

from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines.scope import pause

# https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html: States.ALL catches neither.
_UNCATCHABLE = frozenset(["States.Runtime", "States.DataLimitExceeded"])


def error_matches(error_equals: list[str], error: str) -> bool:
    if error in error_equals:
        return True
    # States.Timeout covers a state that "failed to send a heartbeat for a period longer than HeartbeatSeconds" too.
    if error == "States.HeartbeatTimeout" and "States.Timeout" in error_equals:
        return True
    if "States.ALL" in error_equals:
        return error not in _UNCATCHABLE
    return "States.TaskFailed" in error_equals and error != "States.Timeout" and error not in _UNCATCHABLE


def delay_seconds(retrier: dict, retries: int) -> float:
    """Wait before retry number `retries` + 1, by IntervalSeconds, BackoffRate, MaxDelaySeconds and JitterStrategy."""
    delay = retrier.get("IntervalSeconds", 1) * retrier.get("BackoffRate", 2.0) ** retries
    if "MaxDelaySeconds" in retrier:
        delay = min(delay, retrier["MaxDelaySeconds"])
    return random.uniform(0, delay) if retrier.get("JitterStrategy") == "FULL" else delay


def with_retry_and_catch(state_def, raw_input, ctx, attempt):
    """Runs `attempt` under the state's Retry and Catch; returns (output, next state)."""
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
