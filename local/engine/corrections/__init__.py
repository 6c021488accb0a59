"""Corrections of the differences between MiniStack 1.5.33 and AWS, one module each."""

from engine.corrections import functions, http_apis, observability, rule_targets, state_machines, streams, tasks


def install() -> None:
    """Installs every correction. Called once, before the first request."""
    functions.install()
    state_machines.install()
    tasks.install()
    streams.install()
    rule_targets.install()
    http_apis.install()
    observability.install()
