"""Task tokens: issued per attempt, invalid as soon as the waiting state ends."""

import json
import re
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from ministack.core.responses import error_response_json, json_response
from ministack.services import stepfunctions as sfn

from engine.access import task_tokens
from engine.corrections.state_machines.scope import Call, Scope, current
from engine.shapes import JsonObject

# The format distinguishes a token that was issued once, possibly before a restart, from any other text.
_TOKEN = re.compile(r"AQCAAAAAKgAAAAM[0-9a-f]{64}")


class Callback:
    """One wait for a token. `event` is set by the callback or by the failure of the call, whichever is first."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.output: Any = None
        self.error: BaseException | None = None
        self.last_heartbeat = time.monotonic()
        self._lock = threading.Lock()
        self._settled = False

    @property
    def is_settled(self) -> bool:
        """Whether the wait has its result."""
        return self._settled

    def settle(self, output: Any = None, error: BaseException | None = None) -> bool:
        """Sets the result; returns False when there is one already."""
        with self._lock:
            if self._settled:
                return False
            self._settled, self.output, self.error = True, output, error
        self.event.set()
        return True


_waiting: dict[str, Callback] = {}


def issue(machine_arn: str) -> str:
    """Returns a new token for a state of a machine."""
    token = f"AQCAAAAAKgAAAAM{secrets.token_hex(32)}"
    task_tokens.register(token, machine_arn)
    return token


def wait_for_callback(token: str, deliver: Callable[[], Any], timeout: float, heartbeat: float) -> Any:
    """Runs `deliver`, which passes the token on, and waits for the callback. Durations in seconds or infinite.

    Raises what `deliver` raises: a function that fails after it received the token fails the task.
    """
    callback = _waiting[token] = Callback()
    started = time.monotonic()
    try:
        with Scope(current()) as scope:

            def run() -> None:
                try:
                    deliver()
                except Exception as error:
                    callback.settle(error=error)

            Call(scope, run)
            while True:
                now = time.monotonic()
                until_timeout = started + timeout - now
                until_heartbeat = callback.last_heartbeat + heartbeat - now
                if until_timeout <= 0:
                    raise sfn._ExecutionError("States.Timeout", "")
                if until_heartbeat <= 0:
                    raise sfn._ExecutionError("States.HeartbeatTimeout", "")
                if current().wait(callback.event, min(until_timeout, until_heartbeat)):
                    break
    finally:
        del _waiting[token]
        task_tokens.remove(token)
    if callback.error is not None:
        raise callback.error
    return callback.output


def _find(data: JsonObject) -> tuple[Callback | None, Any]:
    """Returns the callback of a token that is valid, else None and the error response."""
    token = data.get("taskToken") or ""
    callback = _waiting.get(token)
    if callback is not None and not callback.is_settled:
        return callback, None
    if _TOKEN.fullmatch(token):
        message = "Task Timed Out: 'Provided task does not exist anymore'"
        return None, error_response_json("TaskTimedOut", message, 400)
    return None, error_response_json("InvalidToken", "Invalid Token: 'Invalid token'", 400)


def _is_activity(data: JsonObject) -> bool:
    """Returns whether the token is one of MiniStack, which issues those of activities."""
    return data.get("taskToken") in sfn._task_tokens


_activity_success, _activity_failure = sfn._send_task_success, sfn._send_task_failure
_activity_heartbeat = sfn._send_task_heartbeat


def send_success(data: JsonObject) -> Any:
    """SendTaskSuccess."""
    if _is_activity(data):
        return _activity_success(data)
    callback, rejection = _find(data)
    if callback is None:
        return rejection
    try:
        output = json.loads(data.get("output", ""))
    except ValueError:
        return error_response_json("InvalidOutput", "Invalid Output: 'Output is not valid JSON'", 400)
    return json_response({}) if callback.settle(output=output) else _find(data)[1]


def send_failure(data: JsonObject) -> Any:
    """SendTaskFailure."""
    if _is_activity(data):
        return _activity_failure(data)
    callback, rejection = _find(data)
    if callback is None:
        return rejection
    error = sfn._ExecutionError(data.get("error") or "States.TaskFailed", data.get("cause") or "")
    return json_response({}) if callback.settle(error=error) else _find(data)[1]


def send_heartbeat(data: JsonObject) -> Any:
    """SendTaskHeartbeat."""
    if _is_activity(data):
        return _activity_heartbeat(data)
    callback, rejection = _find(data)
    if callback is None:
        return rejection
    callback.last_heartbeat = time.monotonic()
    return json_response({})
