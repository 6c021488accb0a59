"""The processes of Lambda functions. They end with the engine, also when it is killed."""

import ctypes
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ministack.core import lambda_runtime

_PR_SET_PDEATHSIG = 1

# Linux sends the signal when the *thread* that started the child ends, so one thread that never ends starts them all.
_starter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="process-starter")

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def start_bound(arguments: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """Starts a process that the kernel kills when this one ends (Linux; elsewhere the child must watch its stdin)."""
    return _starter.submit(_start, arguments, options).result()


def _start(arguments: list[str], options: dict[str, Any]) -> subprocess.Popen[bytes]:
    libc = _libc
    if libc is None:
        return subprocess.Popen(arguments, **options)
    engine = os.getpid()

    def die_with_engine() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != engine:
            os._exit(1)

    # The hook calls only prctl and getppid, which are safe between fork and exec.
    return subprocess.Popen(arguments, preexec_fn=die_with_engine, **options)  # noqa: PLW1509


def stop_functions() -> None:
    """Stops all functions, with 0.7 s to end by themselves."""
    lambda_runtime._REAP_GRACE = 0.7
    lambda_runtime.reset()
