"""Which of several texts of one window is kept."""

from dataclasses import replace

import numpy as np

from whisper_engine import Heard, is_bad

LEAST_PROBABILITY = 1e-9
# Between the mean over the tokens (0), which favours what is cut into many sure ones, and their sum (1), which favours
# what leaves words out.
LENGTH_WEIGHT = 0.5
LEAST_SHARE_OF_TEXT = 0.85


def fit_of(probabilities: np.ndarray) -> float:
    """How well a text fits its sound, of the probabilities of its tokens: 0 at best."""
    if not len(probabilities):
        return -np.inf
    logarithms = np.log(np.maximum(probabilities, LEAST_PROBABILITY))
    return float(np.mean(logarithms) * len(logarithms) ** LENGTH_WEIGHT)


def best_fitting(texts: list[Heard], fits: list[float]) -> Heard:
    """The first text, or one of the others that fits better and leaves nothing out."""
    first = texts[0]
    # What leaves words out fits better, too.
    long_enough = [
        (text, fit)
        for text, fit in zip(texts, fits)
        if text is first or is_bad(first) or len(text.text) >= LEAST_SHARE_OF_TEXT * len(first.text)
    ]
    best = max(long_enough, key=lambda one: (not is_bad(one[0]), one[1]))[0]
    # What fits better is as sure: that of a timed text counts its times, too.
    return replace(best, log_probability=max(best.log_probability, first.log_probability))
