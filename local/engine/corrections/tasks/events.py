"""'ECS Task State Change' on the default bus, at every change that counts up the task's version.

https://docs.aws.amazon.com/AmazonECS/latest/developerguide/ecs_task_events.html
"""

import json
import logging

from ministack.core.responses import now_iso
from ministack.services import ecs, eventbridge

logger = logging.getLogger("engine")


def announced(mark):
    """Wraps a function that changes a task's status and returns whether it did."""

    def run(task_arn, task, *rest):
        changed = mark(task_arn, task, *rest)
        if changed:
            publish(task)
        return changed

    return run


def publish(task: dict) -> None:
    detail = {**ecs._sanitize(task), "updatedAt": now_iso()}
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
        logger.exception("no state change event for %s", task["taskArn"])
