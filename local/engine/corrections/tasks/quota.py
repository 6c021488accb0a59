"""The Fargate quota of an account: RunTask above it responds with status 200, no task, and a failure.

https://docs.aws.amazon.com/AmazonECS/latest/developerguide/service-quotas.html. The reason is that of AWS as of 2026.
"""

import threading
from typing import Any

from ministack.services import ecs

from engine.shapes import Function, JsonObject

_UNITS_PER_VCPU = 1024
_REASON = "You've reached the limit on the number of vCPUs you can run concurrently"


class VcpuQuota:
    """A limit of the vCPUs of all tasks that have not stopped, and the number of rejected calls since it was set."""

    def __init__(self) -> None:
        """Starts without a limit."""
        self._lock = threading.Lock()
        self._vcpus: float | None = None
        self.rejected = 0

    def set(self, vcpus: float | None) -> None:
        """Sets the limit; None removes it."""
        with self._lock:
            self._vcpus, self.rejected = vcpus, 0

    def limited(self, run: Function) -> Function:
        """Rejects a RunTask that would exceed the limit."""

        def run_task(data: JsonObject) -> Any:
            with self._lock:
                if self._vcpus is None or self._in_use() + self._requested(data) <= self._vcpus:
                    return run(data)
                self.rejected += 1
            return ecs.json_response({"tasks": [], "failures": [{"arn": data.get("cluster", ""), "reason": _REASON}]})

        return run_task

    def _in_use(self) -> float:
        tasks = list(ecs._tasks._data.values())
        return sum(int(task["cpu"]) for task in tasks if task["lastStatus"] != "STOPPED") / _UNITS_PER_VCPU

    def _requested(self, data: JsonObject) -> float:
        definition = ecs._task_defs.get(ecs._resolve_td_key(data.get("taskDefinition", ""))) or {}
        cpu = (data.get("overrides") or {}).get("cpu") or definition.get("cpu", "256")
        return int(cpu) * int(data.get("count", 1)) / _UNITS_PER_VCPU


quota = VcpuQuota()
