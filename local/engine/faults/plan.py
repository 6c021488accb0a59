"""The plan of a chaos run: the probability of each fault, and what was injected."""

import random
import threading
import time
from collections import Counter

from engine.shapes import JsonObject

_OUTAGE_SECONDS = 3.0


class Plan:
    """Probabilities from 0 to 1 by fault, with a seed.

    throttled     a call of a role is rejected with the error for too many requests
    failed        a call of a role is rejected with an internal error
    unanswered    a call of a role is performed, and its response is an internal error
    outage        all calls of one action by one role are rejected for seconds
    repeated      a function is executed a second time with the same event
    late          a function is executed up to a second later, so that events overtake each other
    crashed       a function is executed, and its environment ends before it responds
    skewed        a function is executed with a clock that is up to two minutes ahead or behind
    lost          an object of a task is deleted before a role reads it
    """

    def __init__(self) -> None:
        """Starts without faults."""
        self._lock = threading.Lock()
        self._random = random.Random(0)
        self._rates: dict[str, float] = {}
        self._outages: dict[tuple[str, str], float] = {}
        self._injected: Counter[str] = Counter()

    def set(self, rates: dict[str, float], seed: int) -> None:
        """Replaces the probabilities and starts the random numbers again. Without probabilities nothing fails."""
        with self._lock:
            self._rates = dict(rates)
            self._random = random.Random(seed)
            self._outages.clear()

    def injected(self) -> JsonObject:
        """Returns the number of injected faults by kind and place since the engine started."""
        with self._lock:
            return dict(self._injected)

    def happens(self, fault: str, place: str) -> bool:
        """Decides whether a fault happens now, and counts it."""
        with self._lock:
            return self._draw(fault, place)

    def fraction(self) -> float:
        """Returns a random number from 0 to 1."""
        with self._lock:
            return self._random.random()

    def is_out(self, role: str, action: str) -> bool:
        """Returns whether an action of a role is in an outage, which may begin now."""
        now = time.monotonic()
        with self._lock:
            if self._outages.get((role, action), 0.0) > now:
                return True
            if not self._draw("outage", f"{role} {action}"):
                return False
            self._outages[role, action] = now + _OUTAGE_SECONDS
            return True

    def _draw(self, fault: str, place: str) -> bool:
        rate = self._rates.get(fault, 0.0)
        if rate <= 0 or self._random.random() >= rate:
            return False
        self._injected[f"{fault} {place}"] += 1
        return True


plan = Plan()
