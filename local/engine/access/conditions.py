"""Conditions of policy statements.

https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
"""

import ipaddress
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from engine.shapes import Json, JsonObject

# Condition keys in lower case, with their values. A key without values is absent.
Context = Mapping[str, Sequence[str]]


class UnsupportedPolicy(Exception):
    """A policy uses an element that this evaluation does not support. Evaluating without it could allow too much."""


def values_of(element: Json) -> list[str]:
    """Returns the values of an element that is one value or a list; empty when it is absent."""
    if element is None:
        return []
    return [_text(value) for value in (element if isinstance(element, list) else [element])]


def _text(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=4096)
def wildcard(pattern: str) -> re.Pattern[str]:
    """Returns the expression of a pattern in which `*` stands for any characters and `?` for one."""
    parts = (".*" if character == "*" else "." if character == "?" else re.escape(character) for character in pattern)
    return re.compile("".join(parts), re.DOTALL)


def arn_matches(pattern: str, arn: str) -> bool:
    """Compares each of the six parts of an ARN. `*` alone matches everything."""
    if pattern == "*":
        return True
    patterns, parts = pattern.split(":", 5), arn.split(":", 5)
    if len(patterns) != len(parts):
        return False
    return all(wildcard(one).fullmatch(part) for one, part in zip(patterns, parts, strict=True))


def _number(compare: Callable[[float, float], bool]) -> Callable[[str, str], bool]:
    return lambda expected, actual: compare(float(actual), float(expected))


def _date(compare: Callable[[datetime, datetime], bool]) -> Callable[[str, str], bool]:
    return lambda expected, actual: compare(datetime.fromisoformat(actual), datetime.fromisoformat(expected))


def _in_network(expected: str, actual: str) -> bool:
    return ipaddress.ip_address(actual) in ipaddress.ip_network(expected, strict=False)


# Each compares the value of the policy with the value of the request.
_OPERATORS: dict[str, Callable[[str, str], bool]] = {
    "StringEquals": lambda expected, actual: expected == actual,
    "StringEqualsIgnoreCase": lambda expected, actual: expected.lower() == actual.lower(),
    "StringLike": lambda expected, actual: wildcard(expected).fullmatch(actual) is not None,
    "ArnEquals": arn_matches,
    "ArnLike": arn_matches,
    "Bool": lambda expected, actual: expected.lower() == actual.lower(),
    "BinaryEquals": lambda expected, actual: expected == actual,
    "NumericEquals": _number(lambda actual, expected: actual == expected),
    "NumericLessThan": _number(lambda actual, expected: actual < expected),
    "NumericLessThanEquals": _number(lambda actual, expected: actual <= expected),
    "NumericGreaterThan": _number(lambda actual, expected: actual > expected),
    "NumericGreaterThanEquals": _number(lambda actual, expected: actual >= expected),
    "DateEquals": _date(lambda actual, expected: actual == expected),
    "DateLessThan": _date(lambda actual, expected: actual < expected),
    "DateLessThanEquals": _date(lambda actual, expected: actual <= expected),
    "DateGreaterThan": _date(lambda actual, expected: actual > expected),
    "DateGreaterThanEquals": _date(lambda actual, expected: actual >= expected),
    "IpAddress": _in_network,
}

_NEGATED = {
    "StringNotEquals": "StringEquals",
    "StringNotEqualsIgnoreCase": "StringEqualsIgnoreCase",
    "StringNotLike": "StringLike",
    "ArnNotEquals": "ArnEquals",
    "ArnNotLike": "ArnLike",
    "NumericNotEquals": "NumericEquals",
    "DateNotEquals": "DateEquals",
    "NotIpAddress": "IpAddress",
}

_SETS = ("ForAllValues", "ForAnyValue")


def conditions_met(conditions: JsonObject, context: Context) -> bool:
    """Returns whether all conditions are met. Raises UnsupportedPolicy for an unknown operator and for variables."""
    return all(
        _is_met(operator, values_of(expected), context.get(key.lower(), ()))
        for operator, keys in conditions.items()
        for key, expected in keys.items()
    )


def _is_met(operator: str, expected: list[str], actual: Sequence[str]) -> bool:
    if any("${" in value for value in expected):
        raise UnsupportedPolicy(f"Policy variables are not supported: {operator} {expected}.")
    if operator == "Null":
        return (not actual) == (expected == ["true"])
    qualifier, _, rest = operator.rpartition(":")
    name = rest.removesuffix("IfExists")
    is_negated = name in _NEGATED
    compare = _OPERATORS.get(_NEGATED.get(name, name))
    if compare is None or (qualifier and qualifier not in _SETS):
        raise UnsupportedPolicy(f"The condition operator {operator} is not supported.")
    if not actual:
        # ForAllValues is true of no values; ForAnyValue is not.
        return rest.endswith("IfExists") or qualifier == "ForAllValues" or (is_negated and not qualifier)
    results = [is_negated != any(compare(value, one) for value in expected) for one in actual]
    if qualifier:
        return all(results) if qualifier == "ForAllValues" else any(results)
    # Without a set operator a key has one value.
    return len(results) == 1 and results[0]
