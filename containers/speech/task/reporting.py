"""Reports of a task: its result by task token, its progress in an item of the table."""

import json
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

from botocore.exceptions import BotoCoreError, ClientError

from speech.task.exit_codes import STOPPED_EXIT_CODE

HEARTBEAT_SECONDS = 20
# Between the request to end and the end of a process that does not react.
GRACE_SECONDS = 30
PROGRESS_SECONDS = 1.0
# As in adapters/dynamo/stage-progress.ts.
KEPT_SECONDS = 7 * 86_400
MAX_CAUSE_CHARACTERS = 1_000
# The execution has ended, timed out or received its result already.
NO_LONGER_WAITING = ("TaskTimedOut", "TaskDoesNotExist", "InvalidToken")


class StatesClient(Protocol):
    """The calls of the Step Functions client that are used."""

    def send_task_success(self, *, taskToken: str, output: str) -> object:  # noqa: N803
        """Completes the task."""

    def send_task_failure(self, *, taskToken: str, error: str, cause: str) -> object:  # noqa: N803
        """Fails the task."""

    def send_task_heartbeat(self, *, taskToken: str) -> object:  # noqa: N803
        """Keeps the task from timing out."""


class TableClient(Protocol):
    """The call of the DynamoDB client that is used."""

    def update_item(self, **request: Any) -> object:
        """Updates one item."""


def log(message: str, **fields: object) -> None:
    """Writes a log line as JSON."""
    print(json.dumps({"message": message, **fields}, ensure_ascii=False), flush=True)


class TaskReport:
    """Reports to the state machine that waits for a task token."""

    def __init__(self, states: StatesClient, token: str) -> None:
        """Keeps the client and the token."""
        self._states = states
        self._token = token

    def success(self, output: dict[str, Any]) -> None:
        """Completes the task with its output."""
        self._send(self._states.send_task_success, output=json.dumps(output))

    def failure(self, error: str, cause: str) -> None:
        """Fails the task with the error's name and a sentence."""
        self._send(self._states.send_task_failure, error=error, cause=cause[:MAX_CAUSE_CHARACTERS])

    def heartbeat(self) -> bool:
        """Sends a heartbeat. Returns False when the state machine no longer waits for this task."""
        return self._send(self._states.send_task_heartbeat)

    def _send(self, call: Callable[..., object], **fields: str) -> bool:
        try:
            call(taskToken=self._token, **fields)
        except ClientError as error:
            if error.response["Error"]["Code"] in NO_LONGER_WAITING:
                log("the state machine no longer waits for this task")
                return False
            raise
        return True


def end_process() -> None:
    """Ends the process as a stop from outside does.

    Ends it at once when it does not react, such as inside a library.
    """
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(STOPPED_EXIT_CODE)


class Heartbeat:
    """A context that sends a heartbeat to the state machine every 20 s.

    It ends the process when nobody waits for the result.
    """

    def __init__(
        self, report: TaskReport, seconds: float = HEARTBEAT_SECONDS, on_unawaited: Callable[[], None] = end_process
    ) -> None:
        """Prepares the thread. `seconds`: between two heartbeats."""
        self._report = report
        self._seconds = seconds
        self._on_unawaited = on_unawaited
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()

    def _beat(self) -> None:
        while not self._done.wait(self._seconds):
            try:
                if not self._report.heartbeat():
                    self._on_unawaited()
                    return
            except (BotoCoreError, ClientError) as error:
                # The state machine tolerates several missed heartbeats.
                log("heartbeat failed", error=str(error))


@dataclass(frozen=True)
class ReportedTask:
    """A task as its log lines and its failure name it.

    `failures`: exceptions whose message is a sentence for the client. The client reads `internal_error` for all others.
    """

    title: str
    task_id: str
    failure_name: str
    failures: tuple[type[Exception], ...]
    internal_error: str


def run_reported(task: ReportedTask, report: TaskReport, work: Callable[[], dict[str, Any]]) -> int:
    """Does the work of a task with heartbeats, and reports its output or its failure. Returns the exit code, 0."""
    log(f"{task.title} started", taskId=task.task_id)
    with Heartbeat(report):
        try:
            output = work()
        except task.failures as failure:
            log(f"{task.title} failed", taskId=task.task_id, error=task.failure_name, cause=str(failure))
            report.failure(task.failure_name, str(failure))
            return 0
        except Exception:
            # The stack trace is for the log only.
            log(f"{task.title} failed with an internal error", taskId=task.task_id, trace=traceback.format_exc())
            report.failure(task.failure_name, task.internal_error)
            return 0
    report.success(output)
    log(f"{task.title} completed", taskId=task.task_id, **output)
    return 0


@dataclass(frozen=True)
class ProgressTarget:
    """The item that progress is written to: one per task and status, apart from the task's record.

    `up_to` is the share of that status that the task completes.
    """

    table_name: str
    task_id: str
    status: str = "transcribing"
    up_to: float = 1


class Progress:
    """Writes the progress of a status: at most once a second and never lower."""

    def __init__(self, table: TableClient, target: ProgressTarget, clock: Callable[[], float] = time.monotonic) -> None:
        """Keeps the client and the target."""
        self._table = table
        self._target = target
        self._clock = clock
        self._last_share = 0.0
        self._last_time: float | None = None

    def report(self, share: float) -> None:
        """Writes the completed share of the task, 0 to 1."""
        now = self._clock()
        if share <= self._last_share or (self._last_time is not None and now - self._last_time < PROGRESS_SECONDS):
            return
        self._last_share, self._last_time = share, now
        try:
            self._table.update_item(
                TableName=self._target.table_name,
                Key={"pk": {"S": f"PROGRESS#{self._target.task_id}"}, "sk": {"S": self._target.status}},
                UpdateExpression="SET done = :share, ttlSeconds = :ttl",
                ConditionExpression="attribute_not_exists(done) OR done < :share",
                ExpressionAttributeValues={
                    ":share": {"N": str(round(min(1.0, share) * self._target.up_to, 4))},
                    ":ttl": {"N": str(int(time.time()) + KEPT_SECONDS)},
                },
            )
        except ClientError as error:
            # This attempt is behind an earlier one.
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                log("progress failed", error=str(error))
        except BotoCoreError as error:
            log("progress failed", error=str(error))
