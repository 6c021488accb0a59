"""The shapes of MiniStack's records that the corrections read and write.

MiniStack has no types: its modules are `Any`. These names are the boundary. A record may hold more fields than are
listed.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NotRequired, TypeAlias, TypedDict

# A JSON document: the input of a state, a definition in the states language, an event.
Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]

Headers: TypeAlias = dict[str, str]
Query: TypeAlias = dict[str, list[str]]
# Status, headers and body.
Response: TypeAlias = tuple[int, Headers, Any]

# ASGI. https://asgi.readthedocs.io/en/latest/specs/www.html
AsgiMessage: TypeAlias = MutableMapping[str, Any]
AsgiScope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[AsgiMessage]]
Send: TypeAlias = Callable[[AsgiMessage], Awaitable[None]]
AsgiApp: TypeAlias = Callable[[AsgiScope, Receive, Send], Awaitable[None]]

# A function of MiniStack that a correction replaces or wraps.
Function: TypeAlias = Callable[..., Any]
AsyncFunction: TypeAlias = Callable[..., Awaitable[Any]]


class Execution(TypedDict):
    """An execution of a state machine. Times in ISO 8601."""

    executionArn: str
    stateMachineArn: str
    name: str
    status: str
    input: str
    startDate: str
    stopDate: NotRequired[str]
    output: NotRequired[str | None]
    error: NotRequired[str | None]
    cause: NotRequired[str | None]
    events: NotRequired[list[JsonObject]]
    sync: NotRequired[bool]


class StateMachine(TypedDict):
    """A state machine. `definition`: in the states language, as JSON."""

    name: str
    definition: str
    roleArn: NotRequired[str]


class Part(TypedDict):
    """A part of a multipart upload."""

    body: Any
    etag: str
    size: int
    checksums: NotRequired[dict[str, str]]


class Upload(TypedDict):
    """A multipart upload."""

    bucket: str
    key: str
    parts: dict[int, Part]
    content_type: str
    metadata: dict[str, str]
    content_encoding: NotRequired[str | None]
    checksum_algorithm: NotRequired[str | None]
    preserved_headers: NotRequired[dict[str, str]]
    storage_class: NotRequired[str | None]


class Table(TypedDict):
    """A DynamoDB table. `items`: by partition key and sort key."""

    TableArn: str
    TableName: str
    TableId: NotRequired[str]
    items: MutableMapping[str, dict[str, JsonObject]]


class StreamRecord(TypedDict):
    """A record of a DynamoDB stream. `dynamodb` holds SequenceNumber and ApproximateCreationDateTime."""

    dynamodb: JsonObject


class EventSourceMapping(TypedDict):
    """A mapping from a stream to a function."""

    UUID: str
    FunctionName: str
    EventSourceArn: str
    Qualifier: NotRequired[str]
    Enabled: NotRequired[bool]
    BatchSize: NotRequired[int]
    StartingPosition: NotRequired[str]
    FunctionResponseTypes: NotRequired[list[str] | None]
    MaximumRetryAttempts: NotRequired[int | None]
    MaximumRecordAgeInSeconds: NotRequired[int | None]
    BisectBatchOnFunctionError: NotRequired[bool]
    DestinationConfig: NotRequired[JsonObject | None]
    LastProcessingResult: NotRequired[str]


class Container(TypedDict):
    """A container of an ECS task."""

    lastStatus: str
    exitCode: NotRequired[int | None]


class Task(TypedDict):
    """An ECS task. Names with an underscore are never sent to clients."""

    taskArn: str
    taskDefinitionArn: str
    lastStatus: str
    desiredStatus: str
    containers: list[Container]
    clusterArn: NotRequired[str]
    group: NotRequired[str]
    stopCode: NotRequired[str]
    stoppedReason: NotRequired[str]
    stoppingAt: NotRequired[str]
    stoppedAt: NotRequired[str]
    executionStoppedAt: NotRequired[str]
    _docker_ids: NotRequired[list[str]]
    _ecs_resetting: NotRequired[bool]
    _stop_requested: NotRequired[bool]
    _stop_reason: NotRequired[str]
