"""Decides every call of a role before MiniStack performs it, and records what was used and what was denied."""

import threading
from collections import Counter
from typing import Any

from ministack import app as ministack
from ministack.core import iam_actions
from ministack.core.router import extract_access_key_id
from ministack.services import iam, s3

from engine import reports
from engine.access import roles
from engine.access.calls import SECURE, Request, calls_of
from engine.access.policies import Call, Decision, Grant, Statement, decide, names_principal, parse
from engine.fidelity import checks, sessions
from engine.replacing import replace
from engine.shapes import AsyncFunction, Json, Response

_NOT_FOUND = 404


class Guard:
    """What the roles of the running engine have used, and the calls that were denied."""

    def __init__(self) -> None:
        """Starts without records."""
        self._lock = threading.Lock()
        self._used: dict[str, set[Grant]] = {}
        self._denied: Counter[tuple[str, str, str]] = Counter()

    def check(self, role: str, call: Call) -> Decision:
        """Decides a call and records the outcome."""
        resource_policy = _resource_statements(call.resource, roles.arn_of(role))
        decision = decide(roles.statements_of(role), call, resource_policy)
        if call.action == "sts:AssumeRole" and not _trusts(call.resource, roles.arn_of(role)):
            decision = Decision(False, False, frozenset())
        with self._lock:
            self._used.setdefault(role, set()).update(decision.grants)
            if not decision.is_allowed:
                self._denied[role, call.action, call.resource] += 1
        if not decision.is_allowed:
            reports.write()
        return decision

    def is_allowed(self, role_arn: str | None, call: Call) -> bool:
        """Decides a call that a service makes in the name of a role. Roles that do not exist are not restricted."""
        name = (role_arn or "").rpartition("/")[2]
        return name not in iam._roles or self.check(name, call).is_allowed

    def denied(self) -> Json:
        """Returns the denied calls."""
        with self._lock:
            return [
                {"role": role, "action": action, "resource": resource, "count": count}
                for (role, action, resource), count in self._denied.items()
            ]

    def grants(self) -> Json:
        """Returns every Allow grant of every role, with whether a call has used it."""
        with self._lock:
            used = {role: set(grants) for role, grants in self._used.items()}
        return [
            {"role": role, **grant.__dict__, "used": grant in used.get(role, ())}
            for role in roles.names()
            for grant in sorted(_granted(role))
        ]


def _granted(role: str) -> set[Grant]:
    return {grant for statement in roles.statements_of(role) if statement.is_allow for grant in statement.grants()}


def _resource_statements(resource: str, caller: str) -> list[Statement]:
    """Returns the statements of a bucket's policy that name the caller. No other resource of the product has one."""
    if not resource.startswith("arn:aws:s3:::"):
        return []
    document = s3._bucket_policies.get(resource.removeprefix("arn:aws:s3:::").partition("/")[0])
    return [one for one in parse(document) if names_principal(one.principal, caller)] if document else []


def _trusts(role_arn: str, caller: str) -> bool:
    """Returns whether the trust policy of a role names the caller. The policy of the caller alone is not enough."""
    record = iam._roles.get(role_arn.rpartition("/")[2]) or {}
    document = record.get("AssumeRolePolicyDocument")
    statements = parse(document) if document else []
    return any(one.is_allow and names_principal(one.principal, caller) for one in statements)


guard = Guard()


def install() -> None:
    """Checks the requests that MiniStack dispatches to its services."""
    reports.include("denied", guard.denied)
    reports.include("grants", guard.grants)
    replace(ministack, "_dispatch_service_request", _checked(ministack._dispatch_service_request))


def _checked(dispatch: AsyncFunction) -> AsyncFunction:
    async def run(*arguments: Any) -> Response:
        method, path, headers, body, query_params, request_id = arguments
        access_key = extract_access_key_id(headers, query_params)
        role = roles.role_of(access_key)
        if role is None:
            return await dispatch(*arguments)  # type: ignore[no-any-return]
        expired = sessions.rejection(access_key, role, query_params)
        if expired is not None:
            return expired
        service = ministack.detect_service(method, path, headers, query_params)
        query = ministack._routing_params(method, path, headers, body, query_params)
        request = Request(service, method, path, headers, body, query)
        for call in calls_of(request):
            decision = guard.check(role, call)
            if not decision.is_allowed:
                return _denial(request, role, call, decision, request_id)
        rejection = checks.rejection(role, request, request_id)
        if rejection is not None:
            return rejection
        response: Response = await dispatch(*arguments)
        missing = _listing_of_missing(request, response[0])
        if missing is not None and not guard.check(role, missing).is_allowed:
            return _denial(request, role, missing, Decision(False, False, frozenset()), request_id)
        return response

    return run


def _listing_of_missing(request: Request, status: int) -> Call | None:
    """S3 only reports that an object does not exist to a caller that may list the bucket."""
    bucket, _, key = request.path.lstrip("/").partition("/")
    if request.service != "s3" or status != _NOT_FOUND or request.method not in ("GET", "HEAD") or not key:
        return None
    return Call("s3:ListBucket", f"arn:aws:s3:::{bucket}", {**SECURE, "s3:prefix": (key,)})


def _denial(request: Request, role: str, call: Call, decision: Decision, request_id: str) -> Response:
    caller = f"{roles.arn_of(role).replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/capstack"
    response: Response = iam_actions.access_denied_response(
        request.service,
        call.action,
        caller,
        request_id,
        headers=request.headers,
        resource_arn=call.resource,
        explicit_deny=decision.is_explicit,
    )
    return response
