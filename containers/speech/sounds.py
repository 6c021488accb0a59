"""What is heard, words or not: an automatic cut takes only what is silent.

Somebody speaks (voice detector), or it is loud: laughter, applause, music without words. Breaths, clicks, hum and a
steady music bed under the speech are not worth a pause.
"""

import processor  # noqa: F401  before numpy
import numpy as np

from speech_regions import FRAME_SAMPLES, SAMPLE_RATE, Span, speech_regions

HOP_SAMPLES = 160
HOP_SECONDS = HOP_SAMPLES / SAMPLE_RATE
BLOCK_HOPS = 6_000
SURE_PROBABILITY = 0.6
# Loud: this far above the quietest tenth of the track, and no further below the speakers than this.
ABOVE_FLOOR_DB = 12.0
BELOW_SPEECH_DB = 15.0
QUIETEST_DB = -60.0
SHORTEST_SOUND_SECONDS = 0.2
SHORTEST_PAUSE_SECONDS = 0.15


def level_of(track: np.ndarray) -> np.ndarray:
    """Decibels below full scale, every 10 ms. `track`: int16; in blocks, so that memory stays flat."""
    count = len(track) // HOP_SAMPLES
    level = np.empty(count, dtype=np.float32)
    for start in range(0, count, BLOCK_HOPS):
        end = min(count, start + BLOCK_HOPS)
        block = track[start * HOP_SAMPLES : end * HOP_SAMPLES].astype(np.float32) / 32768.0
        power = np.mean(block.reshape(-1, HOP_SAMPLES) ** 2, axis=1)
        level[start:end] = 10 * np.log10(power + 1e-10)
    return level


def audible_sounds(track: np.ndarray, probabilities: np.ndarray) -> list[Span]:
    """Stretches in order, apart by 150 ms or more. `probabilities`: of speech, for the whole track."""
    seconds = len(track) / SAMPLE_RATE
    spoken = speech_regions(probabilities, seconds)
    return joined([*spoken, *loud_stretches(level_of(track), probabilities)])


def loud_stretches(level: np.ndarray, probabilities: np.ndarray) -> list[Span]:
    if not len(level):
        return []
    frames = np.minimum(np.arange(len(level)) * HOP_SAMPLES // FRAME_SAMPLES, len(probabilities) - 1)
    voiced = level[probabilities[frames] >= SURE_PROBABILITY]
    speech = float(np.median(voiced)) if len(voiced) else float(np.quantile(level, 0.9))
    floor = float(np.quantile(level, 0.1))
    is_loud = level > max(floor + ABOVE_FLOOR_DB, speech - BELOW_SPEECH_DB, QUIETEST_DB)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], is_loud.astype(np.int8), [0]])))
    spans = [Span(a * HOP_SECONDS, b * HOP_SECONDS) for a, b in zip(edges[0::2], edges[1::2])]
    # A click is loud too, but short.
    return [span for span in joined(spans) if span.seconds >= SHORTEST_SOUND_SECONDS]


def joined(spans: list[Span]) -> list[Span]:
    result: list[Span] = []
    for span in sorted(spans, key=lambda one: one.start):
        if result and span.start - result[-1].end < SHORTEST_PAUSE_SECONDS:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result
