"""Task tokens: issued per attempt, dead as soon as the state that waits for them is over."""

import json
import re
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from ministack.core.responses import error_response_json, json_response
from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines.scope import Call, Scope, current

# The shape tells a token that has been issued once, perhaps before a restart, from one that never was.
_TOKEN = re.compile(r"AQCAAAAAKgAAAAM[0-9a-f]{64}")


class Callback:
    """One wait for a token. `event` is set by whichever comes first: the callback, or the failure of the call."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.output: Any = None
        self.error: BaseException | None = None
        self.last_sign_of_life = time.monotonic()
        self._lock = threading.Lock()
        self._settled = False

    def settle(self, output: Any = None, error: BaseException | None = None) -> bool:
        with self._lock:
            if self._settled:
                return False
            self._settled, self.output, self.error = True, output, error
        self.event.set()
        return True


_waiting: dict[str, Callback] = {}


def issue() -> str:
    return f"AQCAAAAAKgAAAAM{secrets.token_hex(32)}"


def wait_for_callback(token: str, deliver: Callable[[], Any], timeout: float, heartbeat: float) -> Any:
    """Runs `deliver`, which hands the token out, and waits for the callback. Seconds; infinite when not set.

    Fails with what `deliver` raises: a function that throws after having taken the token has failed the task.
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
                until_heartbeat = callback.last_sign_of_life + heartbeat - now
                if until_timeout <= 0:
                    raise sfn._ExecutionError("States.Timeout", "")
                if until_heartbeat <= 0:
                    raise sfn._ExecutionError("States.HeartbeatTimeout", "")
                if current().wait(callback.event, min(until_timeout, until_heartbeat)):
                    break
    finally:
        del _waiting[token]
    if callback.error is not None:
        raise callback.error
    return callback.output


def _live(data: dict) -> tuple[Callback | None, tuple | None]:
    token = data.get("taskToken") or ""
    callback = _waiting.get(token)
    if callback is not None and not callback._settled:
        return callback, None
    if _TOKEN.fullmatch(token):
        message = "Task Timed Out: 'Provided task does not exist anymore'"
        return None, error_response_json("TaskTimedOut", message, 400)
    return None, error_response_json("InvalidToken", "Invalid Token: 'Invalid token'", 400)


def _activity(data: dict) -> bool:
    """Activities keep MiniStack's own tokens."""
    return data.get("taskToken") in sfn._task_tokens


_activity_success, _activity_failure = sfn._send_task_success, sfn._send_task_failure
_activity_heartbeat = sfn._send_task_heartbeat


def send_success(data: dict) -> tuple:
    if _activity(data):
        return _activity_success(data)
    callback, refusal = _live(data)
    if callback is None:
        return refusal
    try:
        output = json.loads(data.get("output", ""))
    except ValueError:
        return error_response_json("InvalidOutput", "Invalid Output: 'Output is not valid JSON'", 400)
    return json_response({}) if callback.settle(output=output) else _live(data)[1]


def send_failure(data: dict) -> tuple:
    if _activity(data):
        return _activity_failure(data)
    callback, refusal = _live(data)
    if callback is None:
        return refusal
    error = sfn._ExecutionError(data.get("error") or "States.TaskFailed", data.get("cause") or "")
    return json_response({}) if callback.settle(error=error) else _live(data)[1]


def send_heartbeat(data: dict) -> tuple:
    if _activity(data):
        return _activity_heartbeat(data)
    callback, refusal = _live(data)
    if callback is None:
        return refusal
    callback.last_sign_of_life = time.monotonic()
    return json_response({})
