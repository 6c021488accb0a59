"""Calls that AWS services make in the name of the product's roles: the steps of machines, logs, event sources."""

from ministack.core.responses import get_account_id, get_region
from ministack.services import ecs

from engine.access.guard import guard
from engine.access.policies import Call
from engine.shapes import Json, JsonObject

_TASKS_SERVICE = "ecs-tasks.amazonaws.com"
_MEDIA_CONVERT_SERVICE = "mediaconvert.amazonaws.com"
_CREATING = {"ecs:createaction": ("RunTask",)}


def step_denial(role_arn: str | None, resource: str, request: Json) -> str | None:
    """Checks the calls of a task state. Returns the first denied action with its resource; None if all are allowed."""
    for call in _step_calls(resource, request if isinstance(request, dict) else {}):
        if not guard.is_allowed(role_arn, call):
            return f"{call.action} on {call.resource}"
    return None


def _step_calls(resource: str, request: JsonObject) -> list[Call]:
    integration = resource.partition(":states:::")[2] or resource
    action, _, pattern = integration.partition(".")
    if action == "lambda:invoke":
        return [Call("lambda:InvokeFunction", request["FunctionName"])]
    if ":function:" in resource:
        return [Call("lambda:InvokeFunction", resource)]
    if action == "states:startExecution":
        return [Call("states:StartExecution", request["StateMachineArn"]), *_child_calls(request, pattern)]
    if action == "ecs:runTask":
        return _run_task_calls(request)
    if action == "mediaconvert:createJob":
        return _create_job_calls(request, pattern)
    return []


def _create_job_calls(request: JsonObject, pattern: str) -> list[Call]:
    """Returns CreateJob on the queue with the tag of the integration, PassRole, and the calls that wait for the job.

    https://docs.aws.amazon.com/step-functions/latest/dg/mediaconvert-iam.html
    """
    jobs = _arn("mediaconvert", "jobs/new")
    passed = {"iam:passedtoservice": (_MEDIA_CONVERT_SERVICE,)}
    creating = [
        Call("mediaconvert:CreateJob", str(request.get("Queue") or _arn("mediaconvert", "queues/Default"))),
        Call("mediaconvert:TagResource", jobs),
        Call("iam:PassRole", str(request.get("Role", "")), passed),
    ]
    if not pattern.startswith("sync"):
        return creating
    waiting = [Call(f"mediaconvert:{operation}", jobs) for operation in ("GetJob", "CancelJob")]
    return [*creating, *waiting, *_rule_calls("StepFunctionsGetEventsForMediaConvertJobRule")]


def _rule_calls(name: str) -> list[Call]:
    rule = _arn("events", f"rule/{name}")
    return [Call(f"events:{operation}", rule) for operation in ("PutTargets", "PutRule", "DescribeRule")]


def _child_calls(request: JsonObject, pattern: str) -> list[Call]:
    """Returns the calls that wait for a child: Step Functions keeps a rule for its status and polls as well.

    https://docs.aws.amazon.com/step-functions/latest/dg/connect-stepfunctions.html#sync-async-iam-policies
    """
    if not pattern.startswith("sync"):
        return []
    executions = f"{request['StateMachineArn'].replace(':stateMachine:', ':execution:')}:*"
    return [
        *(Call(f"states:{operation}", executions) for operation in ("DescribeExecution", "StopExecution")),
        *_rule_calls("StepFunctionsGetEventsForStepFunctionsExecutionRule"),
    ]


def _run_task_calls(request: JsonObject) -> list[Call]:
    """Returns RunTask on the revision that runs, PassRole for the roles of the task, and TagResource for its tags.

    https://docs.aws.amazon.com/AmazonECS/latest/developerguide/supported-iam-actions-tagging.html
    """
    definition = ecs._task_defs.get(ecs._resolve_td_key(request["TaskDefinition"])) or {}
    cluster = request.get("Cluster", "default")
    context = {"ecs:cluster": (cluster if ":" in cluster else _arn("ecs", f"cluster/{cluster}"),)}
    passed = {"iam:passedtoservice": (_TASKS_SERVICE,)}
    roles = [str(definition[name]) for name in ("taskRoleArn", "executionRoleArn") if definition.get(name)]
    run = Call("ecs:RunTask", str(definition.get("taskDefinitionArn") or request["TaskDefinition"]), context)
    passing = [Call("iam:PassRole", role, passed) for role in roles]
    tagging = []
    if request.get("PropagateTags", "NONE") != "NONE":
        tagging.append(Call("ecs:TagResource", _arn("ecs", f"task/{cluster.rpartition('/')[2]}/new"), _CREATING))
    return [run, *passing, *tagging]


def use_log_group(role_arn: str | None, group: str) -> None:
    """Checks that a role may write to a log group, as a function and the execution role of a task do."""
    stream = f"{_arn('logs', '')}log-group:{group}:log-stream:any"
    for operation in ("CreateLogStream", "PutLogEvents"):
        guard.is_allowed(role_arn, Call(f"logs:{operation}", stream))


# https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html and services-sqs-configure.html beside it.
_SOURCE_OPERATIONS = {
    "sqs": ("ReceiveMessage", "DeleteMessage", "GetQueueAttributes", "ChangeMessageVisibility"),
    "dynamodb": ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"),
}


def use_event_source(role_arn: str | None, source_arn: str) -> None:
    """Checks that a function's role may read its event source."""
    service = source_arn.split(":")[2]
    for operation in _SOURCE_OPERATIONS.get(service, ()):
        guard.is_allowed(role_arn, Call(f"{service}:{operation}", source_arn))


def send_failure(role_arn: str | None, queue_arn: str) -> None:
    """Checks that a function's role may send a failed event to its queue, if it has one."""
    if queue_arn:
        guard.is_allowed(role_arn, Call("sqs:SendMessage", queue_arn))


def _arn(service: str, resource: str) -> str:
    return f"arn:aws:{service}:{get_region()}:{get_account_id()}:{resource}"
