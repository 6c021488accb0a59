"""Rejects requests of roles that AWS would reject, and records them."""

import threading
from collections import Counter

from ministack.core import iam_actions

from engine import reports
from engine.access.calls import Request
from engine.fidelity.limits import limit_violations
from engine.fidelity.models import service_model
from engine.fidelity.object_requests import object_violations
from engine.shapes import Json, JsonObject, Response

_lock = threading.Lock()
_found: Counter[tuple[str, str, str]] = Counter()

# Their requests are JSON with the operation in a header.
_JSON_SERVICES = frozenset({"dynamodb", "ecs", "events", "logs", "sqs", "ssm", "states", "transcribe", "translate"})

_BAD_REQUEST = 400


def install() -> None:
    """Adds the violations to the report of the engine."""
    reports.include("violations", _report)


def load_descriptions() -> None:
    """Loads what the requests of a captioning task are checked by, a tenth of a second together."""
    for service in ("dynamodb", "ecs", "events", "s3", "states"):
        service_model(service)


def _report() -> Json:
    with _lock:
        return [
            {"role": role, "request": request, "violation": sentence, "count": count}
            for (role, request, sentence), count in _found.items()
        ]


def input_violations(service: str, operation: str, content: JsonObject) -> list[str]:
    """Returns a sentence for each constraint and limit that the input of an operation violates."""
    model = service_model(service)
    if operation not in model.operations:
        return [f"{service} has no operation {operation}"]
    shape = model.input_shape(operation)
    found = model.violations(shape, content) if shape else []
    return found + limit_violations(service, operation, content)


def record(role: str, request: str, violations: list[str]) -> None:
    """Adds violations to the report."""
    if violations:
        with _lock:
            _found.update((role, request, sentence) for sentence in violations)
        reports.write()


def rejection(role: str, request: Request, request_id: str) -> Response | None:
    """Returns the error response of AWS for an invalid request; None for a valid one."""
    if request.service == "s3":
        name, found = f"{request.method} of s3", object_violations(request)
    elif request.service in _JSON_SERVICES:
        name = f"{request.service}:{request.operation}"
        found = input_violations(request.service, request.operation, request.json)
    else:
        return None
    if not found:
        return None
    record(role, name, found)
    message = f"{len(found)} validation errors detected: {'; '.join(found)}"
    code = "InvalidArgument" if request.service == "s3" else "ValidationException"
    _, headers, body = iam_actions.access_denied_response(
        request.service, name, role, request_id, error_code=code, message=message, headers=request.headers
    )
    return _BAD_REQUEST, headers, body
