"""Word times better than Whisper's own.

Whisper's cross-attention puts words early (by about 90 ms in the middle of speech) and stretches them over the
pauses beside them, by seconds at times. Both are repaired from the sound: every time is shifted, then words are held
inside the stretches in which something is audible, and those at the edges of a pause begin and end exactly there.
Measured on speech with exact times; see bench.py.
"""

from dataclasses import dataclass, replace

import numpy as np

from speech_regions import FRAME_SAMPLES, SAMPLE_RATE, SURE_PROBABILITY, Span, speech_regions

HOP_SECONDS = 0.01
HOP_SAMPLES = 160
FRAME_LENGTH = 400
# How early the attention is, at the start and at the end of words; chosen on synthetic speech with exact times and
# checked on human speech.
START_SHIFT_SECONDS = 0.09
END_SHIFT_SECONDS = 0.06
# Stops (p, t, k) are silent for up to about 80 ms inside a word.
SHORTEST_PAUSE_SECONDS = 0.1
SHORTEST_SOUND_SECONDS = 0.03
# A stretch without any sign of a voice is noise, however loud.
VOICE_PROBABILITY = 0.1
# Where less of the speech than this stands out of the noise, loudness tells nothing about the words' edges.
LEAST_AUDIBLE_SHARE = 0.6
SHORTEST_WORD_SECONDS = 0.06
LEAST_HEARD_SECONDS = 0.02
# What is less than this share of a word, behind a pause, is a breath after it.
LEAST_SHARE_BEHIND_PAUSE = 0.25
# How far an edge of a word is moved to meet the edge of a stretch.
REACH_SECONDS = 0.35
# Between words without a pause: how far the boundary may go to where the sound changes, and how unwilling it is.
BOUNDARY_REACH_HOPS = 10
BOUNDARY_WIDTH_HOPS = 6.0
TOUCHING_SECONDS = 0.05


@dataclass
class TimedWord:
    """Seconds on the track's time line."""

    text: str
    space_before: bool
    start: float
    end: float
    confidence: float


def loudness(samples: np.ndarray) -> np.ndarray:
    """Decibels every 10 ms, of the sound above the hum: the difference of neighbouring samples lifts consonants."""
    signal = np.diff(samples.astype(np.float32) / 32768.0, prepend=np.float32(0))
    count = max(1, 1 + (len(signal) - 1) // HOP_SAMPLES)
    padded = np.pad(signal, (FRAME_LENGTH // 2, FRAME_LENGTH))
    power = np.cumsum(np.concatenate([[0.0], padded.astype(np.float64) ** 2]))
    at = np.arange(count) * HOP_SAMPLES
    return 10 * np.log10((power[at + FRAME_LENGTH] - power[at]) / FRAME_LENGTH + 1e-10)


def audible_stretches(samples: np.ndarray, probabilities: np.ndarray, offset_seconds: float) -> list[Span]:
    """Where something is heard, split at pauses of 100 ms or more. `samples` begin at `offset_seconds` of the track;
    `probabilities` are the voice detector's for the whole track."""
    level = loudness(samples)
    floor, peak = np.quantile(level, 0.08), np.quantile(level, 0.95)
    threshold = floor + max(6.0, 0.3 * (peak - floor))
    stretches = joined(spans_of(level > threshold, offset_seconds), SHORTEST_PAUSE_SECONDS)
    audible = [
        span for span in stretches if span.seconds >= SHORTEST_SOUND_SECONDS and has_voice(span, probabilities)
    ]
    end_seconds = offset_seconds + len(samples) / SAMPLE_RATE
    spoken = [
        Span(max(offset_seconds, span.start), min(end_seconds, span.end))
        for span in speech_regions(probabilities, len(probabilities) * FRAME_SAMPLES / SAMPLE_RATE)
        if span.start < end_seconds and span.end > offset_seconds
    ]
    if audible_share(audible, probabilities, offset_seconds, end_seconds) < LEAST_AUDIBLE_SHARE:
        return spoken
    # A mumbled phrase beside clear ones: only its loudest vowels stand out, and all of its words would crowd there.
    faint = [s for s in spoken if audible_share(audible, probabilities, s.start, s.end) < LEAST_AUDIBLE_SHARE]
    return joined([*audible, *faint], 0.0)


def audible_share(spans: list[Span], probabilities: np.ndarray, start: float, end: float) -> float:
    """How much of what is surely speech between two moments lies inside the spans; 1 when nothing is."""
    middles = (np.arange(len(probabilities)) + 0.5) * FRAME_SAMPLES / SAMPLE_RATE
    spoken = middles[(probabilities >= SURE_PROBABILITY) & (middles >= start) & (middles < end)]
    if not len(spoken):
        return 1.0
    inside = np.zeros(len(spoken), dtype=bool)
    for span in spans:
        inside |= (spoken >= span.start) & (spoken < span.end)
    return float(inside.mean())


def spans_of(active: np.ndarray, offset_seconds: float) -> list[Span]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], active.astype(np.int8), [0]])))
    return [
        Span(offset_seconds + a * HOP_SECONDS, offset_seconds + b * HOP_SECONDS)
        for a, b in zip(edges[0::2], edges[1::2])
    ]


def joined(spans: list[Span], shortest_pause_seconds: float) -> list[Span]:
    """In order, those that are less than a pause apart, or overlap, made one."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda one: one.start):
        if result and span.start - result[-1].end < shortest_pause_seconds:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result


def has_voice(span: Span, probabilities: np.ndarray) -> bool:
    first = max(0, int(span.start * SAMPLE_RATE / FRAME_SAMPLES) - 2)
    last = int(span.end * SAMPLE_RATE / FRAME_SAMPLES) + 3
    near = probabilities[first:last]
    return bool(len(near)) and float(near.max()) >= VOICE_PROBABILITY


def overlap(word: TimedWord, span: Span) -> float:
    return min(word.end, span.end) - max(word.start, span.start)


def stretch_of(word: TimedWord, stretches: list[Span]) -> int | None:
    """The stretch in which the word is spoken: the one that it covers most of, else the nearest."""
    best, best_overlap = None, -REACH_SECONDS
    for index, span in enumerate(stretches):
        shared = overlap(word, span)
        # Of a word that spans a pause the part before is mostly the end of the word before it: the attention waits
        # for the next word during the pause. So the later stretch counts double.
        if shared >= (best_overlap / 2 if best_overlap > 0 else best_overlap):
            best, best_overlap = index, shared
    return best


def snap(words: list[TimedWord], stretches: list[Span]) -> list[TimedWord]:
    """Shifts words timed by attention (in order) and holds them to the audible stretches."""
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
    return hold(shifted, stretches)


def hold(words: list[TimedWord], stretches: list[Span]) -> list[TimedWord]:
    """Holds the words (in order) to the audible stretches. None is lost or reordered."""
    held = [replace(word) for word in words]
    homes: list[int | None] = []
    for word in held:
        home = stretch_of(word, stretches)
        # In order: a word is never in a stretch before that of the word before it.
        if homes and homes[-1] is not None and home is not None:
            home = max(home, homes[-1])
        homes.append(home)
    for word, home in zip(held, homes):
        if home is None:
            continue
        span = stretches[home]
        word.start = min(max(word.start, span.start), span.end - SHORTEST_WORD_SECONDS)
        word.end = max(min(word.end, span.end), word.start + SHORTEST_WORD_SECONDS)
    meet_edges(held, homes, stretches)
    return held


def within(words: list[TimedWord], stretches: list[Span]) -> list[TimedWord]:
    """Cuts the silence off the edges of words whose times are good: they may reach over a pause, and a stop at their
    beginning may be silent."""
    result = []
    for word in words:
        heard = [span for span in stretches if overlap(word, span) >= LEAST_HEARD_SECONDS]
        seconds = sum(overlap(word, span) for span in heard)
        while len(heard) > 1 and overlap(word, heard[-1]) < LEAST_SHARE_BEHIND_PAUSE * seconds:
            heard.pop()
        if heard:
            end = max(min(word.end, heard[-1].end), word.start + SHORTEST_WORD_SECONDS)
            word = replace(word, start=max(word.start, heard[0].start), end=end)
        result.append(word)
    return result


def meet_edges(words: list[TimedWord], homes: list[int | None], stretches: list[Span]) -> None:
    for index, home in enumerate(homes):
        if home is None:
            continue
        span = stretches[home]
        if (index == 0 or homes[index - 1] != home) and words[index].start - span.start <= REACH_SECONDS:
            words[index].start = span.start
        if (index + 1 == len(words) or homes[index + 1] != home) and span.end - words[index].end <= REACH_SECONDS:
            words[index].end = span.end


def spectrum(samples: np.ndarray) -> np.ndarray:
    """Decibels in two dozen bands, every 10 ms."""
    signal = np.append(samples[:1], samples[1:] - 0.97 * samples[:-1].astype(np.float32)).astype(np.float32) / 32768.0
    count = max(0, 1 + (len(signal) - FRAME_LENGTH) // HOP_SAMPLES)
    if count == 0:
        return np.zeros((0, 24))
    frames = np.lib.stride_tricks.sliding_window_view(signal, FRAME_LENGTH)[::HOP_SAMPLES][:count]
    power = np.abs(np.fft.rfft(frames * np.hanning(FRAME_LENGTH), 512)) ** 2
    edges = np.unique(np.round(np.geomspace(4, 256, 25)).astype(int))
    bands = np.stack([power[:, a:b].mean(axis=1) for a, b in zip(edges, edges[1:])], axis=1)
    level = 10 * np.log10(bands + 1e-9)
    return np.maximum(level, level.max() - 70)


def settle_boundaries(words: list[TimedWord], samples: np.ndarray, offset_seconds: float) -> None:
    """Moves boundaries between words that touch to where the sound changes or weakens close by. In place."""
    bands = spectrum(samples)
    if len(bands) < 8:
        return
    level = bands.mean(axis=1)
    sums = np.cumsum(np.concatenate([np.zeros((1, bands.shape[1])), bands]), axis=0)
    change = np.zeros(len(bands))
    at = np.arange(3, len(bands) - 3)
    change[at] = np.sqrt(np.mean(((sums[at + 3] - 2 * sums[at] + sums[at - 3]) / 3) ** 2, axis=1))
    for before, word in zip(words, words[1:]):
        if word.start - before.end > TOUCHING_SECONDS:
            continue
        centre = round((word.start - offset_seconds) / HOP_SECONDS - 1.25)
        first, last = max(0, centre - BOUNDARY_REACH_HOPS), min(len(bands) - 1, centre + BOUNDARY_REACH_HOPS)
        if last <= first:
            continue
        hops = np.arange(first, last + 1)
        score = 0.5 * change[hops] - (level[hops] - level[hops].mean()) / 3
        score = score - 3 * ((hops - centre) / BOUNDARY_WIDTH_HOPS) ** 2
        moved = offset_seconds + (int(hops[np.argmax(score)]) + 1.25) * HOP_SECONDS
        moved = min(max(moved, before.start + SHORTEST_WORD_SECONDS), word.end - SHORTEST_WORD_SECONDS)
        if before.start < moved < word.end:
            before.end = min(before.end, moved)
            word.start = moved


def in_order(words: list[TimedWord], track_seconds: float) -> list[TimedWord]:
    """Rounded to milliseconds, inside the track, never overlapping; no word is lost."""
    result: list[TimedWord] = []
    before = 0.0
    for index, word in enumerate(words):
        start = min(max(word.start, before), track_seconds)
        end = min(max(word.end, start), track_seconds)
        if index + 1 < len(words):
            following = max(words[index + 1].start, start)
            end = min(end, following) if following > start else end
        start, end = round(float(start), 3), round(float(end), 3)
        result.append(TimedWord(word.text, word.space_before, start, max(start, end), word.confidence))
        before = result[-1].end
    return result
