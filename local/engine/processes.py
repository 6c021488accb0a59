"""The processes that run Lambda functions: they die with the engine, however it dies."""

from ministack.core import lambda_runtime


def stop_functions() -> None:
    lambda_runtime._REAP_GRACE = 0.7
    lambda_runtime.reset()
