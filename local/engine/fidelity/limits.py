"""Limits of AWS services that are neither in their models nor in the emulator."""

import json
from collections.abc import Callable

from engine.shapes import Json, JsonObject

_KIB = 1024

# https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_ContainerOverride.html
_OVERRIDE_CHARACTERS = 8192
# https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html. AWS raises this limit and that of
# messages, but not in all regions and partitions at once: the product keeps to the lowest.
_EVENT_BYTES = 256 * _KIB
_MESSAGE_BYTES = 256 * _KIB
# https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
_STATE_BYTES = 256 * _KIB
_ITEM_BYTES = 400 * _KIB
# https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
PAYLOAD_BYTES = 6 * _KIB * _KIB
ASYNC_PAYLOAD_BYTES = 256 * _KIB


def limit_violations(service: str, operation: str, content: JsonObject) -> list[str]:
    """Returns a sentence for each limit that a request exceeds."""
    check = _CHECKS.get((service, operation))
    return check(content) if check else []


def size_of(value: Json) -> int:
    """Returns the bytes of a text, or of a value as JSON without spaces."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return len(text.encode())


def _at_most(limit: int, size: int, what: str) -> list[str]:
    return [f"{what} must be at most {limit}: {size}"] if size > limit else []


def _run_task(content: JsonObject) -> list[str]:
    characters = len(json.dumps(content.get("overrides", {}), separators=(",", ":"), ensure_ascii=False))
    return _at_most(_OVERRIDE_CHARACTERS, characters, "Characters of overrides")


def _put_events(content: JsonObject) -> list[str]:
    names = ("Source", "DetailType", "Detail")
    sizes = [sum(size_of(entry.get(name, "")) for name in names) for entry in content.get("Entries", ())]
    return _at_most(_EVENT_BYTES, sum(sizes), "Bytes of all entries")


def _send_message(content: JsonObject) -> list[str]:
    return _at_most(_MESSAGE_BYTES, size_of(content.get("MessageBody", "")), "Bytes of the message")


def _output(content: JsonObject) -> list[str]:
    return _at_most(_STATE_BYTES, size_of(content.get("output", "")), "Bytes of the output")


def _input(content: JsonObject) -> list[str]:
    return _at_most(_STATE_BYTES, size_of(content.get("input", "")), "Bytes of the input")


def _item_bytes(item: JsonObject) -> int:
    """https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html."""
    return sum(len(name.encode()) + _attribute_bytes(value) for name, value in item.items())


def _attribute_bytes(attribute: JsonObject) -> int:
    ((kind, value),) = attribute.items()
    if kind == "M":
        return 3 + len(value) + _item_bytes(value)
    if kind == "L":
        return 3 + sum(1 + _attribute_bytes(one) for one in value)
    if kind in ("SS", "NS", "BS"):
        return sum(len(one.encode()) for one in value)
    return len(value.encode()) if isinstance(value, str) else 1


def _put_item(content: JsonObject) -> list[str]:
    return _at_most(_ITEM_BYTES, _item_bytes(content.get("Item", {})), "Bytes of the item")


def _transaction(content: JsonObject) -> list[str]:
    puts = [item["Put"] for item in content.get("TransactItems", ()) if "Put" in item]
    return [one for put in puts for one in _put_item(put)]


_CHECKS: dict[tuple[str, str], Callable[[JsonObject], list[str]]] = {
    ("ecs", "RunTask"): _run_task,
    ("events", "PutEvents"): _put_events,
    ("sqs", "SendMessage"): _send_message,
    ("states", "SendTaskSuccess"): _output,
    ("states", "StartExecution"): _input,
    ("dynamodb", "PutItem"): _put_item,
    ("dynamodb", "TransactWriteItems"): _transaction,
}
