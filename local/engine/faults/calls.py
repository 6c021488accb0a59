"""Calls of roles that are throttled, fail, or succeed without a response, and objects that are lost."""

import json
import re
from http import HTTPStatus
from typing import Any

from ministack import app as ministack
from ministack.core.router import extract_access_key_id

from engine.access import roles
from engine.access.calls import Request, calls_of
from engine.faults.plan import plan
from engine.shapes import AsyncFunction, Response

# Services of the product with XML protocols; the others have JSON.
_XML_SERVICES = frozenset({"s3", "sts"})
_THROTTLED = {
    "s3": ("SlowDown", HTTPStatus.SERVICE_UNAVAILABLE),
    "dynamodb": ("ProvisionedThroughputExceededException", HTTPStatus.BAD_REQUEST),
    "sqs": ("RequestThrottled", HTTPStatus.BAD_REQUEST),
    "sts": ("Throttling", HTTPStatus.BAD_REQUEST),
}
_DEFAULT_THROTTLED = ("ThrottlingException", HTTPStatus.BAD_REQUEST)
_FAILED = {
    "s3": ("InternalError", HTTPStatus.INTERNAL_SERVER_ERROR),
    "dynamodb": ("InternalServerError", HTTPStatus.INTERNAL_SERVER_ERROR),
}
_TASK_OBJECT = re.compile(r"/[^/]+/tasks/[^/]+/.+")
_OPERATOR = {"authorization": "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request"}
_DEFAULT_FAILED = ("InternalFailure", HTTPStatus.INTERNAL_SERVER_ERROR)


def faulty(dispatch: AsyncFunction) -> AsyncFunction:
    """Injects the faults of the plan into the calls of roles; the operator's calls never fail."""

    async def run(*arguments: Any) -> Response:
        method, path, headers, body, query_params, request_id = arguments
        role = roles.role_of(extract_access_key_id(headers, query_params))
        # The client of a signed URL is not part of the product.
        if role is None or "X-Amz-Signature" in query_params:
            return await dispatch(*arguments)  # type: ignore[no-any-return]
        service = ministack.detect_service(method, path, headers, query_params)
        query = ministack._routing_params(method, path, headers, body, query_params)
        actions = [call.action for call in calls_of(Request(service, method, path, headers, body, query))]
        action = actions[0] if actions else service
        if plan.is_out(role, action) or plan.happens("failed", f"{role} {action}"):
            return _error(service, _FAILED.get(service, _DEFAULT_FAILED), request_id)
        if plan.happens("throttled", f"{role} {action}"):
            return _error(service, _THROTTLED.get(service, _DEFAULT_THROTTLED), request_id)
        if action == "s3:GetObject" and _TASK_OBJECT.fullmatch(path) and plan.happens("lost", role):
            await dispatch("DELETE", path, _OPERATOR | {"host": headers.get("host", "")}, b"", {}, request_id)
        response: Response = await dispatch(*arguments)
        if plan.happens("unanswered", f"{role} {action}"):
            return _error(service, _FAILED.get(service, _DEFAULT_FAILED), request_id)
        return response

    return run


def _error(service: str, error: tuple[str, HTTPStatus], request_id: str) -> Response:
    name, status = error
    sentence = "Injected by a chaos run."
    if service in _XML_SERVICES:
        text = f"<Error><Code>{name}</Code><Message>{sentence}</Message><RequestId>{request_id}</RequestId></Error>"
        return status, {"Content-Type": "application/xml"}, text.encode()
    headers = {"Content-Type": "application/x-amz-json-1.0", "x-amzn-errortype": name}
    return status, headers, json.dumps({"__type": name, "message": sentence}).encode()
