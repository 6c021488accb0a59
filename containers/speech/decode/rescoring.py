"""Selects among several hypotheses of one window by how well they fit the audio."""

from dataclasses import replace

import numpy as np

from speech.audio.arrays import Floats
from speech.decode.hypothesis import Hypothesis

MIN_PROBABILITY = 1e-9
# Between the mean over the tokens (0), which favors texts of many certain tokens, and their sum (1), which favors texts
# that omit words.
LENGTH_WEIGHT = 0.5
MIN_TEXT_SHARE = 0.85


def fit_of(probabilities: Floats) -> float:
    """Returns how well a text fits its audio, from the probabilities of its tokens: 0 at best."""
    if not len(probabilities):
        return -np.inf
    logarithms = np.log(np.maximum(probabilities, MIN_PROBABILITY))
    return float(np.mean(logarithms) * len(logarithms) ** LENGTH_WEIGHT)


def best_fit(hypotheses: list[Hypothesis], fits: list[float]) -> Hypothesis:
    """Returns the first hypothesis, or another that fits better and omits nothing."""
    first = hypotheses[0]
    # A text that omits words fits better, too.
    complete = [
        (hypothesis, fit)
        for hypothesis, fit in zip(hypotheses, fits, strict=True)
        if hypothesis is first or first.is_poor or len(hypothesis.text) >= MIN_TEXT_SHARE * len(first.text)
    ]
    best = max(complete, key=lambda one: (not one[0].is_poor, one[1]))[0]
    # A better fit is at least as certain; the log probability of a timed text includes its timestamps.
    return replace(best, log_probability=max(best.log_probability, first.log_probability))
