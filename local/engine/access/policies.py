"""Evaluation of IAM policies for one call, within one account.

https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html. The policies of the product
have no permission boundaries, session policies or service control policies; those would only allow less.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.access.conditions import Context, UnsupportedPolicy, arn_matches, conditions_met, values_of, wildcard
from engine.shapes import Json, JsonObject


@dataclass(frozen=True)
class Call:
    """What a principal does: `s3:GetObject` on an ARN (`*` for an action without resources)."""

    action: str
    resource: str
    context: Context = field(default_factory=dict)


@dataclass(frozen=True, order=True)
class Grant:
    """One action on one resource of an Allow statement, both as the policy spells them."""

    action: str
    resource: str


@dataclass(frozen=True)
class Decision:
    """`grants`: all that allow the call. `is_explicit`: a Deny statement applies."""

    is_allowed: bool
    is_explicit: bool
    grants: frozenset[Grant]


@dataclass(frozen=True)
class Statement:
    """A statement of a policy document."""

    is_allow: bool
    actions: tuple[str, ...]
    resources: tuple[str, ...]
    conditions: JsonObject
    # None in policies of roles.
    principal: Json = None

    def grants(self) -> list[Grant]:
        """Returns everything that the statement names."""
        return [Grant(action, resource) for action in self.actions for resource in self.resources]

    def applying(self, call: Call) -> list[Grant]:
        """Returns the pairs of action and resource that match the call, if its conditions are met."""
        actions = [one for one in self.actions if wildcard(one.lower()).fullmatch(call.action.lower())]
        resources = [one for one in self.resources if arn_matches(one, call.resource)] if actions else []
        if not resources or not conditions_met(self.conditions, call.context):
            return []
        return [Grant(action, resource) for action in actions for resource in resources]


def parse(document: Json) -> list[Statement]:
    """Returns the statements of a policy document: JSON, as text or parsed. Raises UnsupportedPolicy."""
    content = json.loads(document) if isinstance(document, str) else document
    statements = content["Statement"]
    return [_statement(one) for one in (statements if isinstance(statements, list) else [statements])]


def _statement(source: JsonObject) -> Statement:
    unsupported = {"NotAction", "NotResource", "NotPrincipal"} & source.keys()
    if unsupported:
        raise UnsupportedPolicy(f"Statements with {', '.join(sorted(unsupported))} are not supported.")
    return Statement(
        is_allow=source["Effect"] == "Allow",
        actions=tuple(values_of(source["Action"])),
        resources=tuple(values_of(source.get("Resource", "*"))),
        conditions=source.get("Condition", {}),
        principal=source.get("Principal"),
    )


def decide(identity: Iterable[Statement], call: Call, resource_policy: Iterable[Statement] = ()) -> Decision:
    """Decides a call of a role. A Deny takes precedence; within an account one Allow of either policy is enough.

    `resource_policy`: the statements of the resource's own policy that name the caller.
    """
    allowing: set[Grant] = set()
    is_allowed = is_denied = False
    for statement in identity:
        applying = statement.applying(call)
        if applying and not statement.is_allow:
            is_denied = True
        elif applying:
            is_allowed = True
            allowing.update(applying)
    for statement in resource_policy:
        if statement.applying(call):
            is_allowed = is_allowed or statement.is_allow
            is_denied = is_denied or not statement.is_allow
    return Decision(is_allowed and not is_denied, is_denied, frozenset(allowing if is_allowed else ()))


def names_principal(principal: Json, caller: str, service: str | None = None) -> bool:
    """Returns whether a Principal element names the caller, the ARN of a role, or the service that calls for it."""
    if principal == "*":
        return True
    if not isinstance(principal, dict):
        return False
    account = caller.split(":")[4] if caller else ""
    # A statement that names the whole account leaves the decision to the policies of its roles.
    named = [one for one in values_of(principal.get("AWS")) if one != account and not one.endswith(":root")]
    return any(one in ("*", caller) for one in named) or (
        service is not None and service in values_of(principal.get("Service"))
    )
