"""The end of tasks: by themselves, by StopTask, or by the loss of their host."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from ministack.core.concurrency import resource_lock, spawn_background
from ministack.services import ecs

from engine.corrections.tasks.events import publish
from engine.shapes import JsonObject, Task

logger = logging.getLogger("engine")

_DEFAULT_STOP_SECONDS = 30
# AWS shows stopped tasks for about an hour.
_STOPPED_SHOWN_SECONDS = 3600
_ESSENTIAL_EXITED = "Essential container in task exited"


def mark_stopped(task_arn: str, task: Task, reason: str, stop_code: str, exit_code: int | None = None) -> bool:
    """Marks a task as stopped, also one that StopTask is stopping, and publishes it. Returns whether it was running."""
    with resource_lock("ecs-task", task_arn):
        known = ecs._tasks.get(task_arn) is task and not task.get("_ecs_resetting")
        if not known or task["lastStatus"] == "STOPPED":
            return False
        if task["desiredStatus"] != "STOPPED":
            ecs._bump_task_version(task)
            task["desiredStatus"] = "STOPPED"
        now = ecs._iso()
        task["stoppingAt"] = task.get("stoppingAt") or now
        task["executionStoppedAt"] = task.get("executionStoppedAt") or now
        ecs._bump_task_version(task)
        task["lastStatus"] = "DEPROVISIONING"
        ecs._bump_task_version(task)
        task["lastStatus"] = "STOPPED"
        task["stoppedAt"] = now
        exited = stop_code == "EssentialContainerExited"
        task["stoppedReason"] = task.pop("_stop_reason", "") or (_ESSENTIAL_EXITED if exited else reason)
        task["stopCode"] = "UserInitiated" if task.pop("_stop_requested", False) else stop_code
        for container in task.get("containers", []):
            container["lastStatus"] = "STOPPED"
            if exit_code is not None and container.get("exitCode") is None:
                container["exitCode"] = exit_code
    ecs.ecs_metadata.set_task_status(task_arn, known_status="STOPPED", desired_status="STOPPED")
    ecs.ecs_metadata.set_all_container_status(task_arn, "STOPPED")
    cluster = ecs._cluster_name_from_arn(task.get("clusterArn", ""))
    if cluster:
        ecs._recount_cluster(cluster)
        ecs._refresh_service_state(cluster, task.get("group", ""))
    if task["stopCode"] in ("EssentialContainerExited", "TaskFailedToStart"):
        ecs._record_service_task_failure(task)
    publish(task)
    return True


def stop_task(data: JsonObject) -> Any:
    """StopTask: returns at once. The containers receive SIGTERM, then SIGKILL after their stopTimeout."""
    cluster = ecs._resolve_cluster_name(data.get("cluster", "default"))
    if cluster is None:
        return ecs.error_response_json("ClusterNotFoundException", "Cluster not found.", 400)
    task = ecs._resolve_task(data.get("task", ""), cluster)
    if not task:
        return ecs.error_response_json("InvalidParameterException", "The referenced task was not found.", 400)
    with resource_lock("ecs-task", task["taskArn"]):
        stopping = task["desiredStatus"] != "STOPPED"
        if stopping:
            ecs._bump_task_version(task)
            task["desiredStatus"] = "STOPPED"
            task["stoppingAt"] = ecs._iso()
            task["_stop_requested"] = True
            task["_stop_reason"] = data.get("reason") or "Task stopped by user"
            task["stopCode"], task["stoppedReason"] = "UserInitiated", task["_stop_reason"]
        response = ecs.json_response({"task": ecs._sanitize(task)})
    if stopping:
        _in_background(_stop, task)
    return response


def _stop(task: Task) -> None:
    docker = ecs._get_docker()
    definition = ecs._task_defs.get(ecs._resolve_td_key(task["taskDefinitionArn"])) or {}
    containers = definition.get("containerDefinitions", [])
    stops = [
        _in_background(_stop_container, task, docker.containers, index, docker_id, container.get("stopTimeout"))
        for index, (docker_id, container) in enumerate(
            zip(list(task.get("_docker_ids") or []), containers, strict=False)
        )
    ]
    for stop in stops:
        stop.join()
    mark_stopped(task["taskArn"], task, "", "UserInitiated")
    ecs._cleanup_task_resources(task, docker)


def _stop_container(task: Task, containers: Any, index: int, docker_id: str, stop_timeout: int | None) -> None:
    grace = _DEFAULT_STOP_SECONDS if stop_timeout is None else int(stop_timeout)
    try:
        container = containers.get(docker_id)
        # docker-py adds the request timeout of its client.
        container.stop(timeout=grace)
        status = container.wait(timeout=None).get("StatusCode")
    except Exception as failure:
        logger.warning("container %s of %s: %s", docker_id[:12], task["taskArn"], failure)
        return
    with resource_lock("ecs-task", task["taskArn"]):
        if index < len(task["containers"]):
            task["containers"][index]["exitCode"] = status


def watch(task: Task, docker: Any, account_id: str, region: str) -> None:
    """Waits for the end of each container instead of polling it ten times per second."""
    for docker_id in list(task.get("_docker_ids") or []):
        _in_background(_watch_container, task, docker, docker_id)
    cluster, group = ecs._cluster_name_from_arn(task.get("clusterArn", "")), task.get("group", "")
    if cluster and group.startswith("service:"):
        service = f"{cluster}/{group.split(':', 1)[1]}"
        ecs._schedule_service_deployment_completion(cluster, service, account_id, region, healthy_task=task)


def _watch_container(task: Task, docker: Any, docker_id: str) -> None:
    pause = threading.Event()
    while ecs._task_is_active(task["taskArn"], task):
        try:
            docker.containers.get(docker_id).wait(timeout=None)
        except Exception as failure:
            if type(failure).__name__ == "NotFound":
                mark_stopped(task["taskArn"], task, "The host of the task has ended", "TerminationNotice")
                return
            pause.wait(0.5)
            continue
        ecs._maybe_mark_stopped(task, docker)
        # The task continues when the container is not essential.
        return


def _in_background(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    """Runs work in its own thread, with the account and region of the request."""
    thread: threading.Thread = spawn_background(work, *arguments, thread_name="ecs-task")
    return thread


def remove_old_tasks() -> None:
    """Removes tasks that stopped more than an hour ago."""
    for address, task in list(ecs._tasks._data.items()):
        stopped = task.get("lastStatus") == "STOPPED" and task.get("stoppedAt")
        if stopped and time.time() - _epoch(stopped) > _STOPPED_SHOWN_SECONDS:
            ecs._tasks._data.pop(address, None)


def _epoch(iso: str) -> float:
    return datetime.fromisoformat(iso.replace("Z", "+00:00")).astimezone(UTC).timestamp()
