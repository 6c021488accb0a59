"""Quiet voices beside loud ones: found by the voice detector, and raised for the recogniser.

A detector that hears everything at the level of the loudest takes a second speaker far from the microphone for
background, and a recogniser that gets both at once writes down the loud one only.
"""

from dataclasses import dataclass

import numpy as np

from speech_regions import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    WANTED_PEAK,
    Span,
    speech_probabilities,
    speech_regions,
    track_gain,
)
from word_times import joined

# Shorter stretches hold no sentence, and next to speech they are its echo.
SHORTEST_GAP_SECONDS = 1.0
MARGIN_SECONDS = 0.2
# A breath or a cough is raised as well, and shorter than a word that matters.
SHORTEST_QUIET_SECONDS = 0.35
# The level around a moment: the loudest within this distance.
AROUND_SECONDS = 1.0
LARGEST_CLOSE_GAIN = 40.0
# Below this nothing was recorded but the converter's own noise.
FAINTEST_PEAK = 10 / 32768

# Speech that is apart by this is a turn of its own.
TURN_PAUSE_SECONDS = 0.4
# Turns this far below the loud ones are raised to within HEADROOM of them.
QUIET_DB = 14.0
HEADROOM_DB = 6.0
LARGEST_RAISE_DB = 36.0
RAMP_SECONDS = 0.1


def close_probabilities(samples: np.ndarray, network) -> np.ndarray:
    """The probabilities of speech on a track, quiet speech included."""
    gain = track_gain(samples)
    return listen_closely(samples, network, speech_probabilities(samples, network, gain), gain)


def listen_closely(samples: np.ndarray, network, probabilities: np.ndarray, gain: float) -> np.ndarray:
    """The probabilities, where nobody was heard replaced by what the network says of the sound at a speaker's level.
    `gain`: what the first look was multiplied with."""
    seconds = len(samples) / SAMPLE_RATE
    closer = probabilities
    for gap in gaps(speech_regions(probabilities, seconds), seconds):
        first, last = int(gap.start * SAMPLE_RATE / FRAME_SAMPLES), int(gap.end * SAMPLE_RATE / FRAME_SAMPLES)
        sound = samples[first * FRAME_SAMPLES : last * FRAME_SAMPLES]
        gains = close_gains(sound)
        if last <= first or gains.max() <= 1.5 * gain:
            continue
        near = speech_probabilities(sound, network, gains)
        for span in speech_regions(near, len(sound) / SAMPLE_RATE):
            if span.seconds < SHORTEST_QUIET_SECONDS:
                continue
            if closer is probabilities:
                closer = probabilities.copy()
            part = slice(round(span.start * SAMPLE_RATE / FRAME_SAMPLES), round(span.end * SAMPLE_RATE / FRAME_SAMPLES))
            closer[first:last][part] = np.maximum(closer[first:last][part], near[part])
    return closer


def gaps(regions: list[Span], seconds: float) -> list[Span]:
    """Where no speech is, without the edges beside speech."""
    edges = [0.0, *(edge for region in regions for edge in (region.start, region.end)), seconds]
    spans = [
        Span(start + (MARGIN_SECONDS if start > 0 else 0.0), end - (MARGIN_SECONDS if end < seconds else 0.0))
        for start, end in zip(edges[0::2], edges[1::2])
    ]
    return [span for span in spans if span.seconds >= SHORTEST_GAP_SECONDS]


def frame_peaks(samples: np.ndarray) -> np.ndarray:
    """The largest sample of every 32 ms, full scale being 1; in pieces, so that memory stays flat."""
    step = FRAME_SAMPLES * 2_000
    peaks = []
    for start in range(0, len(samples), step):
        block = np.abs(samples[start : start + step].astype(np.int32))
        peaks.append(np.maximum.reduceat(block, np.arange(0, len(block), FRAME_SAMPLES)))
    return np.concatenate(peaks) / 32768.0 if peaks else np.zeros(0)


def close_gains(samples: np.ndarray) -> np.ndarray:
    """For every 32 ms, what brings the loudest of its surroundings to the level of a speaker."""
    peaks = frame_peaks(samples)
    if not len(peaks):
        return np.ones(1)
    reach = round(AROUND_SECONDS * SAMPLE_RATE / FRAME_SAMPLES)
    around = np.lib.stride_tricks.sliding_window_view(np.pad(peaks, reach), 2 * reach + 1).max(axis=1)
    wanted = np.where(around > FAINTEST_PEAK, WANTED_PEAK / np.maximum(around, FAINTEST_PEAK), 1.0)
    return np.clip(wanted, 1.0, LARGEST_CLOSE_GAIN).astype(np.float32)


@dataclass(frozen=True)
class RaisedTrack:
    """A track whose quiet turns are louder; read in slices, like the array that it stands for."""

    # Named as a view's array is, so that its pages can be let go of.
    base: np.ndarray
    # Moments in samples and the gain at each; between them it changes evenly.
    moments: np.ndarray
    gains: np.ndarray

    def __len__(self) -> int:
        return len(self.base)

    def __getitem__(self, wanted: slice) -> np.ndarray:
        start, stop, _ = wanted.indices(len(self.base))
        gain = np.interp(np.arange(start, stop), self.moments, self.gains)
        return np.clip(np.round(self.base[start:stop] * gain), -32768, 32767).astype(np.int16)


def raised(track: np.ndarray, regions: list[Span]) -> "np.ndarray | RaisedTrack":
    """The track itself when everybody speaks about equally loud."""
    turns = joined(regions, TURN_PAUSE_SECONDS)
    levels = np.array([turn_level(track, turn) for turn in turns])
    if not len(levels):
        return track
    loud = level_of_most(levels, np.array([turn.seconds for turn in turns]))
    raises = np.where(levels < loud - QUIET_DB, np.clip(loud - HEADROOM_DB - levels, 0.0, LARGEST_RAISE_DB), 0.0)
    if not raises.any():
        return track
    moments, gains = [], []
    for index, (turn, decibels) in enumerate(zip(turns, raises)):
        before = turns[index - 1].end if index else 0.0
        after = turns[index + 1].start if index + 1 < len(turns) else len(track) / SAMPLE_RATE
        gain = 10 ** (decibels / 20)
        # The gain changes in the middle of the pauses.
        for moment in ((before + turn.start) / 2 + RAMP_SECONDS / 2, (turn.end + after) / 2 - RAMP_SECONDS / 2):
            moments.append(moment * SAMPLE_RATE)
            gains.append(gain)
    return RaisedTrack(track, np.array(moments), np.array(gains))


def turn_level(track: np.ndarray, turn: Span) -> float:
    """Decibels that a twentieth of the turn's 32 ms frames reach."""
    sound = track[round(turn.start * SAMPLE_RATE) : round(turn.end * SAMPLE_RATE)].astype(np.float32) / 32768.0
    count = len(sound) // FRAME_SAMPLES
    power = np.mean(sound[: count * FRAME_SAMPLES].reshape(count, FRAME_SAMPLES) ** 2, axis=1) if count else np.zeros(1)
    return float(10 * np.log10(np.quantile(power, 0.95) + 1e-10))


def level_of_most(levels: np.ndarray, seconds: np.ndarray) -> float:
    """The level that a quarter of the speech reaches."""
    order = np.argsort(levels)
    share = np.cumsum(seconds[order]) / seconds.sum()
    return float(levels[order][np.searchsorted(share, 0.75)])
