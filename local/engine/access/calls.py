"""The calls that an HTTP request to an AWS service makes, as IAM authorizes them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ministack.core import iam_actions
from ministack.core.responses import get_account_id, get_region
from ministack.services import dynamodb

from engine.access import task_tokens
from engine.access.policies import Call
from engine.shapes import Headers, JsonObject, Query


@dataclass(frozen=True)
class Request:
    """A request as MiniStack dispatches it. The path is decoded; an object that is uploaded has its body in a file."""

    service: str
    method: str
    path: str
    headers: Headers
    body: Any
    query: Query

    @cached_property
    def json(self) -> JsonObject:
        """The body of the JSON protocols."""
        content = json.loads(self.body or b"{}")
        return content if isinstance(content, dict) else {}

    @property
    def operation(self) -> str:
        """The operation of the JSON protocols: what follows the prefix in `x-amz-target`."""
        return self.headers.get("x-amz-target", "").rpartition(".")[2]


# The clients of AWS use HTTPS. Those on one machine do not, and this is no part of what they are allowed.
SECURE = {"aws:securetransport": ("true",)}


def calls_of(request: Request) -> list[Call]:
    """Returns the calls of a request: all of them must be allowed. Empty for a request without an IAM action."""
    special = {"dynamodb": _dynamodb, "s3": _s3, "states": _states, "ecs": _ecs}.get(request.service)
    if special is not None:
        return [Call(call.action, call.resource, {**SECURE, **call.context}) for call in special(request)]
    action = _action(request)
    return [] if action is None else [Call(action, _resource(request), SECURE)]


def _arguments(request: Request) -> tuple[str, str, str, Headers, Any, Query]:
    # A body in a file is that of an object, which names neither an action nor a resource.
    body = request.body if isinstance(request.body, bytes) else b""
    return request.service, request.method, request.path, request.headers, body, request.query


def _action(request: Request) -> str | None:
    action: str | None = iam_actions.extract_iam_action(*_arguments(request))
    return action


def _resource(request: Request) -> str:
    return str(iam_actions.extract_resource_arn(*_arguments(request), get_region(), get_account_id()))


def _s3(request: Request) -> list[Call]:
    action = _action(request)
    if action is None:
        return []
    names = {"prefix": "s3:prefix", "delimiter": "s3:delimiter", "max-keys": "s3:max-keys"}
    context = {key: tuple(request.query[name]) for name, key in names.items() if name in request.query}
    _, method, path, headers, body, query = _arguments(request)
    further = iam_actions.s3_additional_checks(method, path, headers, body, query)
    return [Call(action, _resource(request), context), *(Call(one, resource) for one, resource in further)]


def _states(request: Request) -> list[Call]:
    content = request.json
    # SendTask… has no resource but the machine whose state waits for the token.
    resource = task_tokens.machine_of(content["taskToken"]) if content.get("taskToken") else _resource(request)
    return [] if resource is None else [Call(f"states:{request.operation}", resource)]


def _ecs(request: Request) -> list[Call]:
    content, action = request.json, f"ecs:{request.operation}"
    cluster = _ecs_arn("cluster", content.get("cluster") or "default")
    context = {"ecs:cluster": (cluster,)}
    tasks = [*content.get("tasks", ()), *([content["task"]] if content.get("task") else ())]
    if tasks:
        name = cluster.rpartition("/")[2]
        return [Call(action, one if ":" in one else _ecs_arn("task", f"{name}/{one}"), context) for one in tasks]
    return [Call(action, "*", context)]


def _ecs_arn(kind: str, name: str) -> str:
    return name if name.startswith("arn:") else f"arn:aws:ecs:{get_region()}:{get_account_id()}:{kind}/{name}"


# The operations that are not actions themselves, and the actions of their parts.
_TRANSACTION_PARTS = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
    "Get": "GetItem",
}


def _dynamodb(request: Request) -> list[Call]:
    content, operation = request.json, request.operation
    if operation in ("TransactWriteItems", "TransactGetItems"):
        parts = [(_TRANSACTION_PARTS[kind], part) for item in content["TransactItems"] for kind, part in item.items()]
        return [_table_call(action, part, _keys_of(part)) for action, part in parts]
    if operation in ("BatchGetItem", "BatchWriteItem"):
        return [
            _table_call(operation, {"TableName": table}, _batch_keys(table, requested))
            for table, requested in content["RequestItems"].items()
        ]
    keys = _query_keys(content) if operation == "Query" else _keys_of(content)
    return [_table_call(operation, content, keys)]


def _table_call(operation: str, part: JsonObject, leading_keys: Iterable[str]) -> Call:
    table = part.get("TableName", "")
    prefix = f"arn:aws:dynamodb:{get_region()}:{get_account_id()}:table/"
    resource = table if table.startswith("arn:") else prefix + table
    if part.get("IndexName"):
        resource += f"/index/{part['IndexName']}"
    return Call(f"dynamodb:{operation}", resource, {"dynamodb:leadingkeys": tuple(leading_keys)})


def _partition_key(table: str, index: str | None = None) -> str:
    record = dynamodb._tables.get(table.rpartition("/")[2]) or {}
    schemas = {one["IndexName"]: one["KeySchema"] for one in record.get("GlobalSecondaryIndexes") or ()}
    schema = schemas.get(index) or record.get("KeySchema") or ()
    return next((str(one["AttributeName"]) for one in schema if one["KeyType"] == "HASH"), "")


def _keys_of(part: JsonObject) -> list[str]:
    return _leading(part.get("TableName", ""), [part.get("Key") or part.get("Item") or {}])


def _batch_keys(table: str, requested: Any) -> list[str]:
    if isinstance(requested, dict):
        return _leading(table, requested["Keys"])
    writes = [write for one in requested for write in one.values()]
    return _leading(table, [write.get("Key") or write.get("Item") for write in writes])


def _leading(table: str, keys: list[JsonObject]) -> list[str]:
    name = _partition_key(table)
    return [str(value) for key in keys for value in (key.get(name) or {}).values()]


def _query_keys(content: JsonObject) -> list[str]:
    """Returns the value that the key condition compares the partition key of the table or the index with."""
    name = _partition_key(content.get("TableName", ""), content.get("IndexName"))
    names = content.get("ExpressionAttributeNames") or {}
    values = content.get("ExpressionAttributeValues") or {}
    for condition in content.get("KeyConditionExpression", "").split(" AND "):
        left, _, right = (part.strip(" ()") for part in condition.partition("="))
        if names.get(left, left) == name and right in values:
            return [str(value) for value in values[right].values()]
    return []
