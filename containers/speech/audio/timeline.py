"""Spans of time on a track of 16 kHz."""

from dataclasses import dataclass

import numpy as np

from speech.audio.arrays import Bools

SAMPLE_RATE = 16_000
# Level measurements: one value every 10 ms.
HOP_SECONDS = 0.01
HOP_SAMPLES = 160


@dataclass(frozen=True)
class Span:
    """Start and end in seconds on the track."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        """The duration."""
        return self.end - self.start


def merge_spans(spans: list[Span], min_pause_seconds: float) -> list[Span]:
    """Returns the spans in order, with those merged that overlap or are less than a pause apart."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda one: one.start):
        if result and span.start - result[-1].end < min_pause_seconds:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result


def spans_of(active: Bools, offset_seconds: float) -> list[Span]:
    """Returns the runs of true values. `active` has one value per hop and starts at `offset_seconds`."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], active.astype(np.int8), [0]])))
    return [
        Span(offset_seconds + first * HOP_SECONDS, offset_seconds + last * HOP_SECONDS)
        for first, last in zip(edges[0::2], edges[1::2], strict=True)
    ]


def total_seconds(spans: list[Span]) -> float:
    """Returns the sum of the durations."""
    return sum(span.seconds for span in spans)
