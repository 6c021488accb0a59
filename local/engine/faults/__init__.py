"""Faults that a chaos run injects: calls that fail, functions that run twice, late or without a response."""

from ministack import app as ministack
from ministack.services import lambda_svc

from engine.faults import calls, functions
from engine.replacing import replace


def install() -> None:
    """Installs the injection. Nothing fails until a plan is set. Called last, so that it surrounds every correction."""
    replace(ministack, "_dispatch_service_request", calls.faulty(ministack._dispatch_service_request))
    replace(lambda_svc, "_execute_function", functions.faulty(lambda_svc._execute_function))
