"""What the speech task tells the outside: the state machine by task token, the task's record by progress."""

import json
import threading
import time

from botocore.exceptions import BotoCoreError, ClientError

HEARTBEAT_SECONDS = 20
PROGRESS_SECONDS = 1.0
LONGEST_CAUSE_CHARACTERS = 1_000
# The execution is gone, timed out or already answered: nobody listens any more.
UNHEARD = ("TaskTimedOut", "TaskDoesNotExist", "InvalidToken")


class TaskReport:
    def __init__(self, states, token: str):
        self._states = states
        self._token = token

    def success(self, output: dict) -> None:
        self._send(self._states.send_task_success, output=json.dumps(output))

    def failure(self, error: str, cause: str) -> None:
        self._send(self._states.send_task_failure, error=error, cause=cause[:LONGEST_CAUSE_CHARACTERS])

    def heartbeat(self) -> bool:
        """False when nobody waits for this task any more."""
        return self._send(self._states.send_task_heartbeat)

    def _send(self, call, **fields) -> bool:
        try:
            call(taskToken=self._token, **fields)
            return True
        except ClientError as error:
            if error.response["Error"]["Code"] in UNHEARD:
                print(json.dumps({"message": "the task is no longer waited for"}), flush=True)
                return False
            raise


class Heartbeat:
    """A context in which the state machine is told every 20 s that the work goes on."""

    def __init__(self, report: TaskReport, seconds: float = HEARTBEAT_SECONDS):
        self._report = report
        self._seconds = seconds
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(self, *_error) -> None:
        self._done.set()

    def _beat(self) -> None:
        while not self._done.wait(self._seconds):
            try:
                if not self._report.heartbeat():
                    return
            except (BotoCoreError, ClientError) as error:
                # A missed beat is no reason to stop: the machine allows several.
                print(json.dumps({"message": "heartbeat failed", "error": str(error)}), flush=True)


class Progress:
    """Writes `stageProgress` of the task's record: at most once a second, never lower, only in the status that recognition is a part of."""

    def __init__(self, table, table_name: str, task_id: str, part_of: dict, clock=time.monotonic):
        """`part_of`: the status, and what part of it is done when the speech is recognised (`upTo`)."""
        self._status = part_of["status"]
        self._up_to = part_of["upTo"]
        self._table = table
        self._table_name = table_name
        self._task_id = task_id
        self._clock = clock
        self._last_share = 0.0
        self._last_time: float | None = None

    def report(self, share: float) -> None:
        now = self._clock()
        if share <= self._last_share or (self._last_time is not None and now - self._last_time < PROGRESS_SECONDS):
            return
        self._last_share, self._last_time = share, now
        key = f"TASK#{self._task_id}"
        try:
            self._table.update_item(
                TableName=self._table_name,
                Key={"pk": {"S": key}, "sk": {"S": "TASK"}},
                UpdateExpression="SET stageProgress = :share",
                ConditionExpression="#status = :status AND (attribute_not_exists(stageProgress) "
                "OR stageProgress < :share)",
                ExpressionAttributeNames={"#status": "status"},
                ExpressionAttributeValues={
                    ":share": {"N": str(round(min(1.0, share) * self._up_to, 4))},
                    ":status": {"S": self._status},
                },
            )
        except ClientError as error:
            # Moved on, or a retry that has not yet come as far as the one before.
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                print(json.dumps({"message": "progress failed", "error": str(error)}), flush=True)
        except BotoCoreError as error:
            print(json.dumps({"message": "progress failed", "error": str(error)}), flush=True)
