"""'ECS Task State Change' events on the default bus, one for every change that increments the version of a task.

https://docs.aws.amazon.com/AmazonECS/latest/developerguide/ecs_task_events.html
"""

import json
import logging
from typing import Any

from ministack.core.responses import now_iso
from ministack.services import ecs, eventbridge

from engine.shapes import Function, JsonObject, Task

logger = logging.getLogger("engine")


def announced(mark: Function) -> Function:
    """Publishes an event after `mark`, which changes the status of a task and returns whether it did."""

    def run(task_arn: str, task: Task, *rest: Any) -> bool:
        changed: bool = mark(task_arn, task, *rest)
        if changed:
            publish(task)
        return changed

    return run


def publish(task: Task) -> None:
    """Publishes the current state of a task."""
    detail: JsonObject = {**ecs._sanitize(task), "updatedAt": now_iso()}
    detail.pop("tags", None)
    for name in ("stopCode", "stoppedReason", "startedBy", "platformVersion"):
        if not detail.get(name):
            detail.pop(name, None)
    entry = {
        "Source": "aws.ecs",
        "DetailType": "ECS Task State Change",
        "Detail": json.dumps(detail),
        "Resources": [task["taskArn"]],
    }
    try:
        eventbridge._put_events({"Entries": [entry]}, allow_aws_source=True)
    except Exception:
        # A failing target of a rule must not affect the task.
        logger.exception("The state change event of %s was not published", task["taskArn"])
