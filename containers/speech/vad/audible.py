"""Audible spans, with or without words. An automatic cut removes only what is silent.

A span is audible when it holds speech or is loud: laughter, applause, music. Breaths, clicks, hum and a steady music
bed under the speech do not count.
"""

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.timeline import HOP_SAMPLES, SAMPLE_RATE, Span, merge_spans, spans_of
from speech.vad.detector import CONFIDENT_PROBABILITY, FRAME_SAMPLES, MIN_PAUSE_SECONDS, speech_regions

BLOCK_HOPS = 6_000
# Loud means: this far above the level of the quietest tenth, and at most this far below the level of the speech.
ABOVE_FLOOR_DB = 12.0
BELOW_SPEECH_DB = 15.0
MIN_LEVEL_DB = -60.0
FLOOR_QUANTILE, LOUD_QUANTILE = 0.1, 0.9
MIN_LOUD_SECONDS = 0.2


def levels_of(track: Samples) -> Floats:
    """Returns the decibels below full scale every 10 ms. Works in blocks, so that memory stays constant."""
    count = len(track) // HOP_SAMPLES
    levels = np.empty(count, dtype=np.float32)
    for start in range(0, count, BLOCK_HOPS):
        end = min(count, start + BLOCK_HOPS)
        block = track[start * HOP_SAMPLES : end * HOP_SAMPLES].astype(np.float32) / 32768.0
        power = np.mean(block.reshape(-1, HOP_SAMPLES) ** 2, axis=1)
        levels[start:end] = 10 * np.log10(power + 1e-10)
    return levels


def audible_spans(track: Samples, probabilities: Floats) -> list[Span]:
    """Returns the spans in order, at least 150 ms apart. `probabilities`: of speech, for the whole track."""
    spoken = speech_regions(probabilities, len(track) / SAMPLE_RATE)
    loud = loud_spans(levels_of(track), probabilities)
    return merge_spans([*spoken, *loud], MIN_PAUSE_SECONDS)


def loud_spans(levels: Floats, probabilities: Floats) -> list[Span]:
    """Returns the spans that stand out from the background. `levels` come from `levels_of`."""
    if not len(levels):
        return []
    frames = np.minimum(np.arange(len(levels)) * HOP_SAMPLES // FRAME_SAMPLES, len(probabilities) - 1)
    voiced = levels[probabilities[frames] >= CONFIDENT_PROBABILITY]
    speech = float(np.median(voiced)) if len(voiced) else float(np.quantile(levels, LOUD_QUANTILE))
    floor = float(np.quantile(levels, FLOOR_QUANTILE))
    is_loud = levels > max(floor + ABOVE_FLOOR_DB, speech - BELOW_SPEECH_DB, MIN_LEVEL_DB)
    # Clicks are loud too, but short.
    spans = merge_spans(spans_of(is_loud, 0.0), MIN_PAUSE_SECONDS)
    return [span for span in spans if span.seconds >= MIN_LOUD_SECONDS]
