"""The machines whose states wait for task tokens: IAM knows no other resource of SendTaskSuccess and its siblings."""

_machines: dict[str, str] = {}


def remember(token: str, machine_arn: str) -> None:
    """Keeps the machine of a token while a state waits for it."""
    _machines[token] = machine_arn


def forget(token: str) -> None:
    """Forgets a token that nothing waits for any more."""
    _machines.pop(token, None)


def machine_of(token: str) -> str | None:
    """Returns the ARN of the machine; None for a token that nothing waits for."""
    return _machines.get(token)
