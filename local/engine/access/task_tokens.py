"""The machines whose states wait for task tokens: the only resource of SendTaskSuccess and its siblings in IAM."""

_machines: dict[str, str] = {}


def register(token: str, machine_arn: str) -> None:
    """Keeps the machine of a token while a state waits for it."""
    _machines[token] = machine_arn


def remove(token: str) -> None:
    """Removes a token that nothing waits for any more."""
    _machines.pop(token, None)


def machine_of(token: str) -> str | None:
    """Returns the ARN of the machine; None for a token that nothing waits for."""
    return _machines.get(token)
