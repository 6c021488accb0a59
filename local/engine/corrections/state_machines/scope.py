"""Scopes of cancellation: an execution, one attempt of a Parallel or Map state, one call of a task."""

import contextvars
import math
import threading
import time
from collections.abc import Callable
from typing import Any


class Cancelled(Exception):
    """The work was cancelled. Not an error of the state machine, so no Catch applies."""


class TimedOut(Exception):
    """The execution exceeded its TimeoutSeconds."""


class Scope:
    """Wakes every wait in it when it is cancelled. `deadline`: of the monotonic clock, also for all children."""

    def __init__(self, parent: "Scope | None" = None, deadline: float = math.inf):
        self._lock = threading.Lock()
        self._waits: set[threading.Event] = set()
        self._children: set[Scope] = set()
        self._cancelled = False
        self._parent = parent
        self.deadline: float = min(deadline, parent.deadline) if parent else deadline
        if parent:
            parent._adopt(self)

    def __enter__(self) -> "Scope":
        return self

    def __exit__(self, *_: object) -> None:
        """Cancels the work that still runs in the scope."""
        self.cancel()
        if self._parent:
            with self._parent._lock:
                self._parent._children.discard(self)

    def _adopt(self, child: "Scope") -> None:
        with self._lock:
            self._children.add(child)
            cancelled = self._cancelled
        if cancelled:
            child.cancel()

    def cancel(self) -> None:
        """Cancels this scope and its children."""
        with self._lock:
            self._cancelled = True
            waits, children = list(self._waits), list(self._children)
        for event in waits:
            event.set()
        for child in children:
            child.cancel()

    def check(self) -> None:
        """Raises Cancelled or TimedOut when the work must end."""
        if self._cancelled:
            raise Cancelled
        if time.monotonic() >= self.deadline:
            raise TimedOut

    def wait(self, event: threading.Event, seconds: float = math.inf) -> bool:
        """Returns whether the event was set within `seconds`. Raises Cancelled or TimedOut like `check`."""
        with self._lock:
            self._waits.add(event)
        try:
            self.check()
            limit = min(seconds, self.deadline - time.monotonic(), threading.TIMEOUT_MAX)
            was_set = event.wait(max(0.0, limit))
        finally:
            with self._lock:
                self._waits.discard(event)
        if self._cancelled:
            raise Cancelled
        if not was_set:
            self.check()
        return was_set


_current: contextvars.ContextVar[Scope | None] = contextvars.ContextVar("execution_scope", default=None)
_outside = Scope()


def current() -> Scope:
    """Returns the scope of this thread; outside of executions, one that is never cancelled."""
    return _current.get() or _outside


def pause(seconds: float) -> None:
    """Waits, or raises Cancelled or TimedOut."""
    if seconds > 0:
        current().wait(threading.Event(), seconds)


class Call:
    """Work in its own thread, with the account and region of the caller and the given scope."""

    def __init__(self, scope: Scope, work: Callable[[], Any], done: threading.Event | None = None) -> None:
        """Starts the thread. `done` is set at its end."""
        self.done = done or threading.Event()
        self.finished = False
        self.error: BaseException | None = None
        self._value: Any = None
        context = contextvars.copy_context()
        context.run(_current.set, scope)
        threading.Thread(target=context.run, args=(self._run, work), daemon=True, name="sfn-call").start()

    def _run(self, work: Callable[[], Any]) -> None:
        try:
            self._value = work()
        except BaseException as error:
            self.error = error
        self.finished = True
        self.done.set()

    def value(self) -> Any:
        """Returns the result, or raises the error of the work."""
        if self.error is not None:
            raise self.error
        return self._value
