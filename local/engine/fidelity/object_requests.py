"""Requests to S3, whose operation and input are spread over method, path, query and headers."""

import re
from functools import lru_cache

from engine.access.calls import Request
from engine.fidelity.models import ServiceModel, service_model
from engine.shapes import Json, JsonObject

# https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
_MAX_KEY_BYTES = 1024

# Part of the signature, of the transfer encoding or of the client, for every operation.
_COMMON = re.compile(
    r"x-id|x-amz-(algorithm|credential|date|expires|signature|signedheaders|security-token|content-sha256|user-agent"
    r"|decoded-content-length|trailer|te|sdk-checksum-algorithm|checksum-.*|meta-.*)"
)


def object_violations(request: Request) -> list[str]:
    """Returns a sentence for each constraint that the request violates."""
    model = service_model("s3")
    operation = _operation(model, request)
    if operation is None:
        return [f"S3 has no operation {request.method} {request.path} with {sorted(request.query)}"]
    key = request.path.lstrip("/").partition("/")[2]
    found = [] if len(key.encode()) <= _MAX_KEY_BYTES else [f"Key must be at most {_MAX_KEY_BYTES} bytes"]
    shape = model.input_shape(operation)
    members: JsonObject = model.shapes[shape]["members"] if shape else {}
    given = {name.lower(): values[0] for name, values in request.query.items()}
    given.update({name: value for name, value in request.headers.items() if name.startswith("x-amz-")})
    # Other members are in the path and in the body.
    known = {
        str(member["locationName"]).lower(): member["shape"]
        for member in members.values()
        if member.get("location") in ("querystring", "header")
    }
    for name, text in given.items():
        if name in known:
            found += model.violations(known[name], _typed(model.shapes[known[name]]["type"], text), name)
        elif name not in _literals(model, operation) and not _COMMON.fullmatch(name):
            found.append(f"{name} is not a member of {operation}")
    return found


def _typed(kind: str, text: str) -> Json:
    if kind in ("integer", "long") and re.fullmatch(r"-?\d+", text):
        return int(text)
    return text == "true" if kind == "boolean" and text in ("true", "false") else text


@lru_cache(maxsize=128)
def _literals(model: ServiceModel, operation: str) -> frozenset[str]:
    """Returns the query parameters that name the operation, as `uploads` in `/{Bucket}/{Key+}?uploads`."""
    _, _, query = model.operations[operation]["http"]["requestUri"].partition("?")
    return frozenset(part.partition("=")[0].lower() for part in query.split("&") if part)


def _operation(model: ServiceModel, request: Request) -> str | None:
    has_key = bool(request.path.lstrip("/").partition("/")[2])
    given = frozenset(name.lower() for name in (*request.query, *request.headers))
    return _matching(model, request.method, has_key, given)


@lru_cache(maxsize=512)
def _matching(model: ServiceModel, method: str, has_key: bool, given: frozenset[str]) -> str | None:
    """Returns the operation with the most query parameters and required headers among those that were given."""
    best: tuple[int, str] | None = None
    for name, operation in model.operations.items():
        http = operation["http"]
        path = http["requestUri"].partition("?")[0]
        if http["method"] != method or ("{Key+}" in path) != has_key or "{Bucket}" not in path:
            continue
        needed = _literals(model, name) | _required(model, name)
        if needed <= given and (best is None or len(needed) > best[0]):
            best = len(needed), name
    return best[1] if best else None


@lru_cache(maxsize=256)
def _required(model: ServiceModel, operation: str) -> frozenset[str]:
    shape = model.shapes[model.input_shape(operation) or ""]
    members = shape["members"]
    return frozenset(
        str(members[name]["locationName"]).lower()
        for name in shape.get("required", ())
        if members[name].get("location") in ("querystring", "header")
    )
