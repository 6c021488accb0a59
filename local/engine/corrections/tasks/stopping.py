"""How tasks end: on their own, by StopTask, or because their host is gone."""

import logging
import threading
import time
from datetime import UTC, datetime

from ministack.core.concurrency import resource_lock, spawn_background
from ministack.services import ecs

from engine.corrections.tasks.events import publish

logger = logging.getLogger("engine")

_DEFAULT_STOP_SECONDS = 30
# AWS shows stopped tasks for about an hour.
_STOPPED_SHOWN_SECONDS = 3600
_ESSENTIAL_EXITED = "Essential container in task exited"


def mark_stopped(task_arn, task, reason, stop_code, exit_code=None):
    """As MiniStack's, but also for a task that is being stopped, and announced. Returns whether it was running."""
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
        task["stoppedReason"] = task.pop("_stop_reason", None) or (_ESSENTIAL_EXITED if exited else reason)
        task["stopCode"] = "UserInitiated" if task.pop("_stop_asked", False) else stop_code
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


def stop_task(data):
    """Answers at once with desiredStatus STOPPED; the containers get SIGTERM, then SIGKILL after their stopTimeout."""
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
            task["_stop_asked"] = True
            task["_stop_reason"] = data.get("reason") or "Task stopped by user"
            task["stopCode"], task["stoppedReason"] = "UserInitiated", task["_stop_reason"]
        answer = ecs.json_response({"task": ecs._sanitize(task)})
    if stopping:
        _in_background(_stop, task)
    return answer


def _stop(task) -> None:
    docker = ecs._get_docker()
    definition = ecs._task_defs.get(ecs._resolve_td_key(task["taskDefinitionArn"])) or {}
    containers = definition.get("containerDefinitions", [])
    stops = [
        _in_background(_stop_container, task, docker, index, docker_id, container.get("stopTimeout"))
        for index, (docker_id, container) in enumerate(zip(list(task.get("_docker_ids") or []), containers))
    ]
    for stop in stops:
        stop.join()
    mark_stopped(task["taskArn"], task, "", "UserInitiated")
    ecs._cleanup_task_resources(task, docker)


def _stop_container(task, docker, index, docker_id, stop_timeout) -> None:
    grace = _DEFAULT_STOP_SECONDS if stop_timeout is None else int(stop_timeout)
    try:
        container = docker.containers.get(docker_id)
        # The client's own request timeout is added to this one by docker-py.
        container.stop(timeout=grace)
        status = container.wait(timeout=None).get("StatusCode")
    except Exception as failure:
        logger.warning("container %s of %s: %s", docker_id[:12], task["taskArn"], failure)
        return
    with resource_lock("ecs-task", task["taskArn"]):
        if index < len(task["containers"]):
            task["containers"][index]["exitCode"] = status


def watch(task, docker, account_id, region) -> None:
    """Waits for each container's end instead of asking ten times a second."""
    for docker_id in list(task.get("_docker_ids") or []):
        _in_background(_watch_container, task, docker, docker_id)
    cluster, group = ecs._cluster_name_from_arn(task.get("clusterArn", "")), task.get("group", "")
    if cluster and group.startswith("service:"):
        service = f"{cluster}/{group.split(':', 1)[1]}"
        ecs._schedule_service_deployment_completion(cluster, service, account_id, region, healthy_task=task)


def _watch_container(task, docker, docker_id) -> None:
    pause = threading.Event()
    while ecs._task_is_active(task["taskArn"], task):
        try:
            docker.containers.get(docker_id).wait(timeout=None)
        except Exception as failure:
            if type(failure).__name__ == "NotFound":
                mark_stopped(task["taskArn"], task, "The host of the task is gone", "TerminationNotice")
                return
            pause.wait(0.5)
            continue
        ecs._maybe_mark_stopped(task, docker)
        # A container that is not essential leaves the task running.
        return


def _in_background(work, *arguments) -> threading.Thread:
    """In a thread of its own, under the request's account and region."""
    return spawn_background(work, *arguments, thread_name="ecs-task")


def forget_old_tasks() -> None:
    for address, task in list(ecs._tasks._data.items()):
        stopped = task.get("lastStatus") == "STOPPED" and task.get("stoppedAt")
        if stopped and time.time() - _epoch(stopped) > _STOPPED_SHOWN_SECONDS:
            ecs._tasks._data.pop(address, None)


def _epoch(iso: str) -> float:
    return datetime.fromisoformat(iso.replace("Z", "+00:00")).astimezone(UTC).timestamp()
