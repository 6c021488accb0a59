"""The descriptions of AWS services in botocore: operations, and the constraints of their inputs."""

import re
from functools import lru_cache

from botocore.loaders import Loader

from engine.shapes import Json, JsonObject

# Wrapped in a message, a value of this length would only hide what is wrong.
_SHOWN_CHARACTERS = 100

_JSON_TYPES: dict[str, type | tuple[type, ...]] = {
    "structure": dict,
    "map": dict,
    "list": list,
    "string": str,
    "character": str,
    "blob": str,
    "boolean": bool,
    "integer": int,
    "long": int,
    "float": (int, float),
    "double": (int, float),
    "timestamp": (int, float, str),
}

# Values that the services accept against their descriptions, as their documentation says, by shape.
_EXCEPTIONS = frozenset(
    {
        # Also an ARN, which the description of the parameter says. https://docs.aws.amazon.com/systems-manager/
        ("ssm", "PSParameterName"),
    }
)


class ServiceModel:
    """One service."""

    def __init__(self, name: str, description: JsonObject) -> None:
        """Keeps the description."""
        self.name = name
        self.operations: dict[str, JsonObject] = description["operations"]
        self.shapes: dict[str, JsonObject] = description["shapes"]

    def input_shape(self, operation: str) -> str | None:
        """Returns the name of the shape of an operation's input; None when it has none."""
        reference = self.operations[operation].get("input") or {}
        return reference.get("shape")

    def violations(self, shape_name: str, value: Json, path: str = "") -> list[str]:
        """Returns a sentence for each constraint of the shape that a value violates."""
        shape = self.shapes[shape_name]
        kind = shape["type"]
        expected = _JSON_TYPES[kind]
        if not isinstance(value, expected) or (isinstance(value, bool) and kind != "boolean"):
            return [f"{path or 'The input'} must be a {kind}: {_shown(value)}"]
        found = [] if (self.name, shape_name) in _EXCEPTIONS else _broken_constraints(shape, value, path)
        inner = {"structure": self._of_structure, "list": self._of_list, "map": self._of_map}.get(kind)
        return found + inner(shape, value, path) if inner else found

    def _of_list(self, shape: JsonObject, values: Json, path: str) -> list[str]:
        member = shape["member"]["shape"]
        return [one for at, value in enumerate(values) for one in self.violations(member, value, f"{path}[{at}]")]

    def _of_map(self, shape: JsonObject, entries: Json, path: str) -> list[str]:
        key_shape, value_shape = shape["key"]["shape"], shape["value"]["shape"]
        return [
            one
            for key, value in entries.items()
            for one in (*self.violations(key_shape, key, path), *self.violations(value_shape, value, f"{path}.{key}"))
        ]

    def _of_structure(self, shape: JsonObject, value: Json, path: str) -> list[str]:
        at = f"{path}." if path else ""
        members = shape.get("members", {})
        unknown = [f"{at}{name} is not a member" for name in value if name not in members]
        missing = [f"{at}{name} is missing" for name in shape.get("required", ()) if value.get(name) is None]
        if shape.get("union") and len(value) != 1:
            missing.append(f"{path} must have exactly one member")
        inner = [
            self.violations(members[name]["shape"], item, f"{at}{name}")
            for name, item in value.items()
            if name in members and item is not None
        ]
        return unknown + missing + [one for many in inner for one in many]


def _broken_constraints(shape: JsonObject, value: Json, path: str) -> list[str]:
    size = value if isinstance(value, (int, float)) else len(value)
    found = []
    if "min" in shape and size < shape["min"]:
        found.append(f"{path} must be at least {shape['min']}: {_shown(size)}")
    if "max" in shape and size > shape["max"]:
        found.append(f"{path} must be at most {shape['max']}: {_shown(size)}")
    if isinstance(value, str):
        if "enum" in shape and value not in shape["enum"]:
            found.append(f"{path} must be one of {', '.join(shape['enum'])}: {_shown(value)}")
        pattern = _compiled(shape.get("pattern"))
        if pattern is not None and not pattern.fullmatch(value):
            found.append(f"{path} must match {shape['pattern']}: {_shown(value)}")
    return found


@lru_cache(maxsize=512)
def _compiled(pattern: str | None) -> re.Pattern[str] | None:
    """Returns the expression; None for one in another dialect than Python's."""
    if pattern is None:
        return None
    try:
        return re.compile(pattern, re.DOTALL)
    except re.error:
        return None


def _shown(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}…"


# The names of services in botocore that differ from those in MiniStack's routing.
_BOTOCORE_NAMES = {"states": "stepfunctions"}


@lru_cache(maxsize=32)
def service_model(service: str) -> ServiceModel:
    """Returns the model of a service by its name in MiniStack."""
    name = _BOTOCORE_NAMES.get(service, service)
    return ServiceModel(name, Loader().load_service_model(name, "service-2"))
