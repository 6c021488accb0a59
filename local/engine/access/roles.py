"""Credentials of roles, derived from their names, and the policies behind an access key."""

import base64
import hashlib
import json
from functools import lru_cache

from ministack.services import iam, sts

from engine.access.policies import Statement, parse
from engine.shapes import Json

_SESSION = "capstack"


def credentials(role_arn: str | None) -> dict[str, str] | None:
    """Returns the variables with the credentials of a role; None for a role that does not exist.

    The same role always has the same credentials, so that those of a process stay valid when the engine restarts.
    """
    name = role_arn.rpartition("/")[2] if role_arn else ""
    if name not in iam._roles:
        return None
    _register(name)
    return {
        "AWS_ACCESS_KEY_ID": _access_key(name),
        "AWS_SECRET_ACCESS_KEY": _digest("secret", name),
        "AWS_SESSION_TOKEN": _digest("token", name),
    }


def role_of(access_key: str) -> str | None:
    """Returns the name of the role that a key belongs to; None for the keys of the operator."""
    if not access_key.startswith("ASIA"):
        return None
    if access_key not in sts._sessions:
        for name in list(iam._roles):
            if _access_key(name) == access_key:
                _register(name)
    session = sts._sessions.get(access_key) or {}
    _, _, assumed = str(session.get("Arn", "")).partition(":assumed-role/")
    return assumed.split("/")[0] or None


def is_of_process(access_key: str, role: str) -> bool:
    """Returns whether a key belongs to a function or a container, not to a session of sts:AssumeRole."""
    return access_key == _access_key(role)


def statements_of(role: str) -> list[Statement]:
    """Returns the statements of a role's inline policies. The product attaches no managed policies."""
    record = iam._roles.get(role) or {}
    return [
        statement for document in record.get("InlinePolicies", {}).values() for statement in _parsed(_text(document))
    ]


def arn_of(role: str) -> str:
    """Returns the ARN of a role."""
    return str((iam._roles.get(role) or {}).get("Arn", ""))


def names() -> list[str]:
    """Returns the names of all roles."""
    return sorted(iam._roles)


def _register(name: str) -> None:
    account = arn_of(name).split(":")[4]
    session = {
        "Arn": f"arn:aws:sts::{account}:assumed-role/{name}/{_SESSION}",
        "UserId": f"{name}:{_SESSION}",
        "AccountId": account,
        "PrincipalType": "AssumedRole",
        "SecretAccessKey": _digest("secret", name),
        "SessionToken": _digest("token", name),
    }
    if _access_key(name) not in sts._sessions:
        sts.register_session(_access_key(name), session)


@lru_cache(maxsize=1024)
def _access_key(name: str) -> str:
    digest = hashlib.sha256(f"key:{name}".encode()).digest()
    return f"ASIA{base64.b32encode(digest).decode()[:16]}"


@lru_cache(maxsize=1024)
def _digest(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}:{name}".encode()).hexdigest()


def _text(document: Json) -> str:
    return document if isinstance(document, str) else json.dumps(document)


@lru_cache(maxsize=1024)
def _parsed(document: str) -> tuple[Statement, ...]:
    return tuple(parse(document))
