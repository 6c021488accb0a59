"""Quiet speakers beside loud ones: detection, and level correction for the recognizer.

A detector at the level of the loudest speaker takes a second speaker far from the microphone for background, and a
recognizer transcribes only the loud one of the two.
"""

from dataclasses import dataclass

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.timeline import SAMPLE_RATE, Span, merge_spans
from speech.vad.detector import (
    FRAME_SAMPLES,
    TARGET_PEAK,
    Network,
    speech_probabilities,
    speech_regions,
    track_gain,
)

# Shorter gaps hold no sentence. Next to speech they are its echo.
MIN_GAP_SECONDS = 1.0
MARGIN_SECONDS = 0.2
# The gain also raises breaths and coughs, which are shorter than a word that matters.
MIN_QUIET_SECONDS = 0.35
# The level around a frame is the maximum within this distance.
NEIGHBORHOOD_SECONDS = 1.0
MAX_LOCAL_GAIN = 40.0
# A gap is analyzed again when its gain exceeds the gain of the track by this factor.
MIN_GAIN_RATIO = 1.5
# Audio below this peak is only noise of the converter.
MIN_PEAK = 10 / 32768

# A pause of this length separates two turns.
TURN_PAUSE_SECONDS = 0.4
# Turns this far below the loud ones are raised to within HEADROOM_DB of them.
QUIET_DB = 14.0
HEADROOM_DB = 6.0
MAX_RAISE_DB = 36.0
RAMP_SECONDS = 0.1
# The level of a turn: a twentieth of its frames reach it.
TURN_LEVEL_QUANTILE = 0.95
# The level of the loud turns: a quarter of the speech reaches it.
LOUD_SHARE = 0.75


def speech_probabilities_with_quiet(samples: Samples, network: Network) -> Floats:
    """Returns the speech probabilities of a track, quiet speech included."""
    gain = track_gain(samples)
    return add_quiet_speech(samples, network, speech_probabilities(samples, network, gain), gain)


def add_quiet_speech(samples: Samples, network: Network, probabilities: Floats, gain: float) -> Floats:
    """Returns the probabilities with the gaps replaced by a second analysis at the level of a speaker.

    `gain`: the factor of the first analysis.
    """
    seconds = len(samples) / SAMPLE_RATE
    combined = probabilities
    for gap in gaps(speech_regions(probabilities, seconds), seconds):
        first, last = int(gap.start * SAMPLE_RATE / FRAME_SAMPLES), int(gap.end * SAMPLE_RATE / FRAME_SAMPLES)
        audio = samples[first * FRAME_SAMPLES : last * FRAME_SAMPLES]
        gains = local_gains(audio)
        if last <= first or gains.max() <= MIN_GAIN_RATIO * gain:
            continue
        raised = speech_probabilities(audio, network, gains)
        for span in speech_regions(raised, len(audio) / SAMPLE_RATE):
            if span.seconds < MIN_QUIET_SECONDS:
                continue
            if combined is probabilities:
                combined = probabilities.copy()
            part = slice(round(span.start * SAMPLE_RATE / FRAME_SAMPLES), round(span.end * SAMPLE_RATE / FRAME_SAMPLES))
            combined[first:last][part] = np.maximum(combined[first:last][part], raised[part])
    return combined


def gaps(regions: list[Span], seconds: float) -> list[Span]:
    """Returns the spans between the regions, without a margin beside the speech."""
    edges = [0.0, *(edge for region in regions for edge in (region.start, region.end)), seconds]
    spans = [
        Span(start + (MARGIN_SECONDS if start > 0 else 0.0), end - (MARGIN_SECONDS if end < seconds else 0.0))
        for start, end in zip(edges[0::2], edges[1::2], strict=True)
    ]
    return [span for span in spans if span.seconds >= MIN_GAP_SECONDS]


def frame_peaks(samples: Samples) -> Floats:
    """Returns the peak of every 32 ms (full scale 1). Works in blocks, so that memory stays constant."""
    step = FRAME_SAMPLES * 2_000
    peaks = []
    for start in range(0, len(samples), step):
        block = np.abs(samples[start : start + step].astype(np.int32))
        peaks.append(np.maximum.reduceat(block, np.arange(0, len(block), FRAME_SAMPLES)))
    return np.concatenate(peaks) / 32768.0 if peaks else np.zeros(0)


def local_gains(samples: Samples) -> Floats:
    """Returns, for every 32 ms, the factor that brings the peak of its surroundings to the level of a speaker."""
    peaks = frame_peaks(samples)
    if not len(peaks):
        return np.ones(1)
    reach = round(NEIGHBORHOOD_SECONDS * SAMPLE_RATE / FRAME_SAMPLES)
    around = np.lib.stride_tricks.sliding_window_view(np.pad(peaks, reach), 2 * reach + 1).max(axis=1)
    gains = np.where(around > MIN_PEAK, TARGET_PEAK / np.maximum(around, MIN_PEAK), 1.0)
    return np.clip(gains, 1.0, MAX_LOCAL_GAIN).astype(np.float32)


@dataclass(frozen=True)
class RaisedTrack:
    """A track with its quiet turns raised. It is read in slices, like the array that it wraps."""

    # `release_pages` follows attributes of this name to the memory map.
    base: Samples
    # Sample positions and the gain at each. Between two positions the gain is interpolated.
    positions: Floats
    gains: Floats

    def __len__(self) -> int:
        return len(self.base)

    def __getitem__(self, part: slice) -> Samples:
        start, stop, _ = part.indices(len(self.base))
        gain = np.interp(np.arange(start, stop), self.positions, self.gains)
        return np.clip(np.round(self.base[start:stop] * gain), -32768, 32767).astype(np.int16)


# What can be read in slices of samples.
Track = Samples | RaisedTrack


def raise_quiet_turns(track: Samples, regions: list[Span]) -> Track:
    """Returns the track with quiet turns raised; the track itself when all speakers are about equally loud."""
    turns = merge_spans(regions, TURN_PAUSE_SECONDS)
    levels = np.array([turn_level(track, turn) for turn in turns])
    if not len(levels):
        return track
    loud = loud_level(levels, np.array([turn.seconds for turn in turns]))
    raises = np.where(levels < loud - QUIET_DB, np.clip(loud - HEADROOM_DB - levels, 0.0, MAX_RAISE_DB), 0.0)
    if not raises.any():
        return track
    positions, gains = [], []
    for index, (turn, decibels) in enumerate(zip(turns, raises, strict=True)):
        before = turns[index - 1].end if index else 0.0
        after = turns[index + 1].start if index + 1 < len(turns) else len(track) / SAMPLE_RATE
        gain = 10 ** (decibels / 20)
        # The gain changes in the middle of the pauses.
        for moment in ((before + turn.start) / 2 + RAMP_SECONDS / 2, (turn.end + after) / 2 - RAMP_SECONDS / 2):
            positions.append(moment * SAMPLE_RATE)
            gains.append(gain)
    return RaisedTrack(track, np.array(positions), np.array(gains))


def turn_level(track: Samples, turn: Span) -> float:
    """Returns the level in decibels that a twentieth of the turn's 32 ms frames reach."""
    audio = track[round(turn.start * SAMPLE_RATE) : round(turn.end * SAMPLE_RATE)].astype(np.float32) / 32768.0
    count = len(audio) // FRAME_SAMPLES
    power = np.mean(audio[: count * FRAME_SAMPLES].reshape(count, FRAME_SAMPLES) ** 2, axis=1) if count else np.zeros(1)
    return float(10 * np.log10(np.quantile(power, TURN_LEVEL_QUANTILE) + 1e-10))


def loud_level(levels: Floats, seconds: Floats) -> float:
    """Returns the level that a quarter of the speech reaches."""
    order = np.argsort(levels)
    share = np.cumsum(seconds[order]) / seconds.sum()
    return float(levels[order][np.searchsorted(share, LOUD_SHARE)])
