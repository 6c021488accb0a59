"""ECS tasks as on Fargate: exit codes after a stop, stop timeouts, and an event for every state change."""

from typing import Any

from ministack.services import ecs

from engine.access import roles, service_calls
from engine.corrections.tasks import events, stopping
from engine.corrections.tasks.quota import quota
from engine.replacing import replace
from engine.shapes import Function, JsonObject


def install() -> None:
    """Installs the corrections."""
    replace(ecs, "_mark_task_pending", events.announced(ecs._mark_task_pending))
    replace(ecs, "_mark_task_running", events.announced(ecs._mark_task_running))
    replace(ecs, "_mark_task_stopped", stopping.mark_stopped)
    replace(ecs, "_watch_task_lifecycle", stopping.watch)
    replace(ecs, "_build_run_kwargs", _with_role(_without_platform(ecs._build_run_kwargs)))
    replace(ecs, "get_state", _state(ecs.get_state))
    for action, name, function in (
        ("RunTask", "_run_task", quota.limited(_run_task(ecs._run_task))),
        ("StopTask", "_stop_task", stopping.stop_task),
    ):
        replace(ecs, name, function)
        ecs._ACTION_MAP[action] = function


def _run_task(run: Function) -> Function:
    """Fails the placement when there is no daemon. MiniStack reports such a task as running."""

    def run_task(data: JsonObject) -> Any:
        if ecs._get_docker() is None:
            name = ecs._resolve_cluster_name(data.get("cluster", "default"))
            arn = (ecs._clusters.get(name) or {}).get("clusterArn", name)
            return ecs.json_response({"tasks": [], "failures": [{"arn": arn, "reason": "AGENT"}]})
        return run(data)

    return run_task


def _without_platform(build: Function) -> Function:
    """Removes the platform: processes have none, and MiniStack waits 250 ms for the failure of a pinned one."""

    def run(*arguments: Any) -> JsonObject:
        options: JsonObject = build(*arguments)
        options.pop("platform", None)
        return options

    return run


def _with_role(build: Function) -> Function:
    """Gives a container the credentials of its task's role, and checks that the execution role may write its log."""

    def run(container: JsonObject, definition: JsonObject, environment: dict[str, str], *arguments: Any) -> Any:
        environment.update(roles.credentials(definition.get("taskRoleArn")) or {})
        options = (container.get("logConfiguration") or {}).get("options") or {}
        if options.get("awslogs-group"):
            service_calls.use_log_group(definition.get("executionRoleArn"), options["awslogs-group"])
        return build(container, definition, environment, *arguments)

    return run


def _state(get_state: Function) -> Function:
    def state() -> Any:
        stopping.remove_old_tasks()
        return get_state()

    return state
