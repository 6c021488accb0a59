"""What is heard, words or not: an automatic cut takes only what is silent.

Somebody speaks (voice detector), or it is loud: laughter, applause, music without words. Breaths, clicks, hum and a
steady music bed under the speech are not worth a pause.
"""

import processor  # noqa: F401  before numpy
import numpy as np

from speech_regions import FRAME_SAMPLES, SAMPLE_RATE, SHORTEST_PAUSE_SECONDS, SURE_PROBABILITY, Span, speech_regions
from word_times import HOP_SAMPLES, joined, spans_of

BLOCK_HOPS = 6_000
# Loud: this far above the quietest tenth of the track, and no further below the speakers than this.
ABOVE_FLOOR_DB = 12.0
BELOW_SPEECH_DB = 15.0
QUIETEST_DB = -60.0
SHORTEST_SOUND_SECONDS = 0.2


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
    loud = loud_stretches(level_of(track), probabilities)
    return joined([*spoken, *loud], SHORTEST_PAUSE_SECONDS)


def loud_stretches(level: np.ndarray, probabilities: np.ndarray) -> list[Span]:
    if not len(level):
        return []
    frames = np.minimum(np.arange(len(level)) * HOP_SAMPLES // FRAME_SAMPLES, len(probabilities) - 1)
    voiced = level[probabilities[frames] >= SURE_PROBABILITY]
    speech = float(np.median(voiced)) if len(voiced) else float(np.quantile(level, 0.9))
    floor = float(np.quantile(level, 0.1))
    is_loud = level > max(floor + ABOVE_FLOOR_DB, speech - BELOW_SPEECH_DB, QUIETEST_DB)
    # A click is loud too, but short.
    stretches = joined(spans_of(is_loud, 0.0), SHORTEST_PAUSE_SECONDS)
    return [span for span in stretches if span.seconds >= SHORTEST_SOUND_SECONDS]
