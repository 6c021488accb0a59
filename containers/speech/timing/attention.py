"""Corrects word times that come from Whisper's attention weights.

Cross-attention places words early (by about 90 ms in continuous speech) and stretches them over the pauses beside
them, by seconds at times. The audio corrects both: every time is shifted, words are limited to the spans in which the
audio is audible, and words beside a pause start and end exactly at its edges. Measured on speech with exact times;
see bench.py.
"""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.timeline import HOP_SAMPLES, HOP_SECONDS, SAMPLE_RATE, Span, merge_spans, spans_of
from speech.timing.words import TimedWord
from speech.vad.detector import CONFIDENT_PROBABILITY, FRAME_SAMPLES, speech_regions

FRAME_LENGTH = 400
# How early the attention weights are, at the start and at the end of words; selected on synthetic speech with exact
# times and verified on human speech.
START_SHIFT_SECONDS = 0.09
END_SHIFT_SECONDS = 0.06
# Stops (p, t, k) are silent for up to about 80 ms inside of a word.
MIN_PAUSE_SECONDS = 0.1
MIN_AUDIBLE_SECONDS = 0.03
# A span without any sign of a voice is noise, however loud.
MIN_VOICE_PROBABILITY = 0.1
# When less of the speech than this stands out of the noise, the level does not locate the edges of words.
MIN_AUDIBLE_SHARE = 0.6
# The threshold between the level of the background and that of the speech, as quantiles, decibels and a share.
FLOOR_QUANTILE, PEAK_QUANTILE = 0.08, 0.95
MIN_THRESHOLD_DB, THRESHOLD_SHARE = 6.0, 0.3
MIN_WORD_SECONDS = 0.06
MIN_OVERLAP_SECONDS = 0.02
# A part behind a pause that is less than this share of the word is a breath.
MIN_SHARE_BEHIND_PAUSE = 0.25
# How far an edge of a word moves to meet the edge of a span.
REACH_SECONDS = 0.35
# Boundaries between words without a pause: how far they move to a change in the audio, and how strongly they resist.
BOUNDARY_REACH_HOPS = 10
BOUNDARY_WIDTH_HOPS = 6.0
TOUCHING_SECONDS = 0.05
# Hops on each side of a boundary whose spectra are compared.
CHANGE_HOPS = 3
MIN_BOUNDARY_HOPS = 8
DYNAMIC_RANGE_DB = 70
BANDS = 24


def loudness(samples: Samples) -> Floats:
    """Returns the decibels every 10 ms of the audio above hum: the difference of samples emphasizes consonants."""
    signal = np.diff(samples.astype(np.float32) / 32768.0, prepend=np.float32(0))
    count = max(1, 1 + (len(signal) - 1) // HOP_SAMPLES)
    padded = np.pad(signal, (FRAME_LENGTH // 2, FRAME_LENGTH))
    power = np.cumsum(np.concatenate([[0.0], padded.astype(np.float64) ** 2]))
    at = np.arange(count) * HOP_SAMPLES
    level: Floats = 10 * np.log10((power[at + FRAME_LENGTH] - power[at]) / FRAME_LENGTH + 1e-10)
    return level


def sound_spans(samples: Samples, offset_seconds: float) -> list[Span]:
    """Returns the spans that stand out of the background, however short. `samples` start at `offset_seconds`."""
    level = loudness(samples)
    floor, peak = float(np.quantile(level, FLOOR_QUANTILE)), float(np.quantile(level, PEAK_QUANTILE))
    return spans_of(level > floor + max(MIN_THRESHOLD_DB, THRESHOLD_SHARE * (peak - floor)), offset_seconds)


def audible_spans(sounds: list[Span], probabilities: Floats, bounds: Span) -> list[Span]:
    """Returns the audible spans within `bounds`, split at pauses of 100 ms or more.

    `sounds`: the `sound_spans` of the audio within `bounds`. `probabilities`: of speech, for the whole track.
    """
    spans = merge_spans(sounds, MIN_PAUSE_SECONDS)
    audible = [span for span in spans if span.seconds >= MIN_AUDIBLE_SECONDS and has_voice(span, probabilities)]
    spoken = [
        Span(max(bounds.start, span.start), min(bounds.end, span.end))
        for span in speech_regions(probabilities, len(probabilities) * FRAME_SAMPLES / SAMPLE_RATE)
        if span.start < bounds.end and span.end > bounds.start
    ]
    if audible_share(audible, probabilities, bounds) < MIN_AUDIBLE_SHARE:
        return spoken
    # Of a mumbled phrase beside clear ones only the loudest vowels stand out, and all of its words would crowd there.
    faint = [span for span in spoken if audible_share(audible, probabilities, span) < MIN_AUDIBLE_SHARE]
    return merge_spans([*audible, *faint], 0.0)


def audible_share(spans: list[Span], probabilities: Floats, bounds: Span) -> float:
    """Returns the share of the confident speech within `bounds` that the spans cover; 1 without such speech."""
    middles = (np.arange(len(probabilities)) + 0.5) * FRAME_SAMPLES / SAMPLE_RATE
    confident = probabilities >= CONFIDENT_PROBABILITY
    spoken = middles[confident & (middles >= bounds.start) & (middles < bounds.end)]
    if not len(spoken):
        return 1.0
    inside = np.zeros(len(spoken), dtype=bool)
    for span in spans:
        inside |= (spoken >= span.start) & (spoken < span.end)
    return float(inside.mean())


def has_voice(span: Span, probabilities: Floats) -> bool:
    """Returns whether the voice activity detector found any sign of a voice in or beside the span."""
    first = max(0, int(span.start * SAMPLE_RATE / FRAME_SAMPLES) - 2)
    last = int(span.end * SAMPLE_RATE / FRAME_SAMPLES) + 3
    near = probabilities[first:last]
    return bool(len(near)) and float(near.max()) >= MIN_VOICE_PROBABILITY


def overlap(word: TimedWord, span: Span) -> float:
    """Returns the seconds that a word and a span share; negative when they are apart."""
    return min(word.end, span.end) - max(word.start, span.start)


def span_of(word: TimedWord, spans: list[Span]) -> int | None:
    """Returns the index of the span that the word covers most of, else of the nearest; None when all are far."""
    best, best_overlap = None, -REACH_SECONDS
    for index, span in enumerate(spans):
        shared = overlap(word, span)
        # When a word spans a pause, the part before the pause mostly belongs to the preceding word: attention waits for
        # the next word during the pause. The later span therefore counts double.
        if shared >= (best_overlap / 2 if best_overlap > 0 else best_overlap):
            best, best_overlap = index, shared
    return best


def correct_attention_times(words: list[TimedWord], spans: list[Span]) -> list[TimedWord]:
    """Shifts words timed by attention (in order) and limits them to the audible spans."""
    shifted = [
        TimedWord(
            w.text,
            w.space_before,
            w.start + START_SHIFT_SECONDS,
            max(w.end + END_SHIFT_SECONDS, w.start + START_SHIFT_SECONDS),
            w.confidence,
        )
        for w in words
    ]
    return limit_to_spans(shifted, spans)


def limit_to_spans(words: list[TimedWord], spans: list[Span]) -> list[TimedWord]:
    """Limits the words (in order) to the audible spans. None is lost or reordered."""
    limited = [replace(word) for word in words]
    indices: list[int | None] = []
    for word in limited:
        index = span_of(word, spans)
        # In order: a word is never in a span before that of the preceding word.
        previous = indices[-1] if indices else None
        if previous is not None and index is not None:
            index = max(index, previous)
        indices.append(index)
    for word, index in zip(limited, indices, strict=True):
        if index is None:
            continue
        span = spans[index]
        word.start = min(max(word.start, span.start), span.end - MIN_WORD_SECONDS)
        word.end = max(min(word.end, span.end), word.start + MIN_WORD_SECONDS)
    meet_span_edges(limited, indices, spans)
    return limited


def fit_to_sound(words: list[TimedWord], spans: list[Span], sounds: list[Span]) -> list[TimedWord]:
    """Fits aligned words to the audible spans; `sounds`: see `sound_spans`.

    Words may reach over a pause or start with a silent stop: silence is removed from their edges. A word before a pause
    lasts as long as its sound, whose weak end the aligner takes for silence.
    """
    result = [without_silence(word, spans) for word in words]
    for index, word in enumerate(result):
        following = result[index + 1].start if index + 1 < len(result) else math.inf
        end = next((span.end for span in sounds if span.start < word.end <= span.end), word.end)
        if end <= min(following, word.end + REACH_SECONDS):
            result[index] = replace(word, end=end)
    return result


def without_silence(word: TimedWord, spans: list[Span]) -> TimedWord:
    """Returns the word without silence at its edges."""
    covered = [span for span in spans if overlap(word, span) >= MIN_OVERLAP_SECONDS]
    seconds = sum(overlap(word, span) for span in covered)
    while len(covered) > 1 and overlap(word, covered[-1]) < MIN_SHARE_BEHIND_PAUSE * seconds:
        covered.pop()
    if not covered:
        return word
    end = max(min(word.end, covered[-1].end), word.start + MIN_WORD_SECONDS)
    return replace(word, start=max(word.start, covered[0].start), end=end)


def meet_span_edges(words: list[TimedWord], indices: list[int | None], spans: list[Span]) -> None:
    """Moves the first start and the last end in each span to its edges, when they are close. In place."""
    for at, index in enumerate(indices):
        if index is None:
            continue
        span = spans[index]
        if (at == 0 or indices[at - 1] != index) and words[at].start - span.start <= REACH_SECONDS:
            words[at].start = span.start
        if (at + 1 == len(words) or indices[at + 1] != index) and span.end - words[at].end <= REACH_SECONDS:
            words[at].end = span.end


def spectrum(samples: Samples) -> Floats:
    """Returns the decibels in two dozen bands, every 10 ms."""
    signal = np.append(samples[:1], samples[1:] - 0.97 * samples[:-1].astype(np.float32)).astype(np.float32) / 32768.0
    count = max(0, 1 + (len(signal) - FRAME_LENGTH) // HOP_SAMPLES)
    if count == 0:
        return np.zeros((0, BANDS))
    frames = np.lib.stride_tricks.sliding_window_view(signal, FRAME_LENGTH)[::HOP_SAMPLES][:count]
    power = np.abs(np.fft.rfft(frames * np.hanning(FRAME_LENGTH), 512)) ** 2
    edges = np.unique(np.round(np.geomspace(4, 256, BANDS + 1)).astype(int))
    bands = np.stack([power[:, first:after].mean(axis=1) for first, after in pairwise(edges)], axis=1)
    level = 10 * np.log10(bands + 1e-9)
    limited: Floats = np.maximum(level, level.max() - DYNAMIC_RANGE_DB)
    return limited


def spectral_change(bands: Floats) -> Floats:
    """Returns the difference in decibels between the spectra before and after each hop; 0 at the edges."""
    sums = np.cumsum(np.concatenate([np.zeros((1, bands.shape[1])), bands]), axis=0)
    change = np.zeros(len(bands))
    at = np.arange(CHANGE_HOPS, len(bands) - CHANGE_HOPS)
    difference = (sums[at + CHANGE_HOPS] - 2 * sums[at] + sums[at - CHANGE_HOPS]) / CHANGE_HOPS
    change[at] = np.sqrt(np.mean(difference**2, axis=1))
    return change


def settle_boundaries(words: list[TimedWord], samples: Samples, offset_seconds: float) -> None:
    """Moves boundaries between adjacent words to a nearby change or dip of the audio. In place."""
    bands = spectrum(samples)
    if len(bands) < MIN_BOUNDARY_HOPS:
        return
    level = bands.mean(axis=1)
    change = spectral_change(bands)
    for before, word in pairwise(words):
        if word.start - before.end > TOUCHING_SECONDS:
            continue
        center = round((word.start - offset_seconds) / HOP_SECONDS - 1.25)
        first, last = max(0, center - BOUNDARY_REACH_HOPS), min(len(bands) - 1, center + BOUNDARY_REACH_HOPS)
        if last <= first:
            continue
        hops = np.arange(first, last + 1)
        score = 0.5 * change[hops] - (level[hops] - level[hops].mean()) / 3
        score = score - 3 * ((hops - center) / BOUNDARY_WIDTH_HOPS) ** 2
        moved = offset_seconds + (int(hops[np.argmax(score)]) + 1.25) * HOP_SECONDS
        moved = min(max(moved, before.start + MIN_WORD_SECONDS), word.end - MIN_WORD_SECONDS)
        if before.start < moved < word.end:
            before.end = min(before.end, moved)
            word.start = moved
