"""What MiniStack 1.5.33 does differently from AWS, put right: one module each."""

from engine.corrections import functions, http_apis, observability, rule_targets, state_machines, streams, tasks


def install() -> None:
    """Puts every correction in place; called once, before the first request."""
    functions.install()
    state_machines.install()
    tasks.install()
    streams.install()
    rule_targets.install()
    http_apis.install()
    observability.install()
