"""Independent speech on the two channels of a recording, as in a call with one speaker per channel."""

from itertools import pairwise

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.timeline import SAMPLE_RATE
from speech.vad.detector import FRAME_SAMPLES, FRAME_SECONDS, SPEECH_PROBABILITY, Network
from speech.vad.quiet_speech import speech_probabilities_with_quiet

# Spectrum bins of bands from 200 to 4,000 Hz, the range of voices.
BAND_EDGES = (6, 10, 16, 26, 42, 68, 128)
CHUNK_FRAMES = 2_000
STEP_FRAMES = 31  # One second, compared with half a second around it.
MAX_DELAY_FRAMES = 15  # half a second
# The levels of one voice on both channels correlate, also through two rooms (0.87 and more). Those of two voices do
# not (0.6 and less, also when each leaks faintly into the other channel).
SAME_VOICE_CORRELATION = 0.7
MIN_SIMULTANEOUS_SHARE = 0.25
# The channels are transcribed separately from this much simultaneous, different speech on.
MIN_INDEPENDENT_SECONDS = 0.8
# One signal at two levels correlates at least this much.
MONO_CORRELATION = 0.98


def band_levels(samples: Samples) -> Floats:
    """Returns the decibels of the bands, frames x bands."""
    rows = []
    window = np.hanning(FRAME_SAMPLES).astype(np.float32)
    for start in range(0, len(samples), FRAME_SAMPLES * CHUNK_FRAMES):
        block = samples[start : start + FRAME_SAMPLES * CHUNK_FRAMES].astype(np.float32) / 32768.0
        if short := -len(block) % FRAME_SAMPLES:
            block = np.pad(block, (0, short))
        power = np.abs(np.fft.rfft(block.reshape(-1, FRAME_SAMPLES) * window)) ** 2
        bands = [power[:, first:after].mean(axis=1) for first, after in pairwise(BAND_EDGES)]
        rows.append(10 * np.log10(np.stack(bands, axis=1) + 1e-7))
    return np.concatenate(rows)


def correlation(left: Floats, right: Floats) -> float:
    """Returns the correlation of two band level arrays, each band relative to its mean."""
    a, b = left - left.mean(axis=0), right - right.mean(axis=0)
    size = np.sqrt(np.sum(a * a) * np.sum(b * b))
    return float(np.sum(a * b) / size) if size > 0 else 0.0


def shifted(levels: Floats, frames: int) -> Floats:
    """Returns the levels moved to later frames; the end wraps around."""
    return np.roll(levels, frames, axis=0)


def delay_of(left: Floats, right: Floats) -> int:
    """Returns the frames by which the right channel is later."""
    return max(
        range(-MAX_DELAY_FRAMES, MAX_DELAY_FRAMES + 1),
        key=lambda lag: correlation(left, shifted(right, -lag)),
    )


def independent_speech(samples: Samples, network: Network) -> list[Floats] | None:
    """Returns, for each channel of a stereo recording, the probabilities of its independent speech.

    None when both channels hold the same speech, when one holds none, or when the speakers never overlap.
    `samples`: frames x 2.
    """
    channels = [samples[:, 0], samples[:, 1]]
    if not has_two_signals(samples):
        return None
    probabilities = [speech_probabilities_with_quiet(channel, network) for channel in channels]
    spoken = [one >= SPEECH_PROBABILITY for one in probabilities]
    if min(np.sum(one) for one in spoken) * FRAME_SECONDS < MIN_INDEPENDENT_SECONDS:
        return None
    left, right = band_levels(channels[0]), band_levels(channels[1])
    lag = delay_of(left, right)
    right, right_spoken = shifted(right, -lag), np.roll(spoken[1], -lag, axis=0)
    independent_seconds = 0.0
    for start in range(0, len(left), STEP_FRAMES):
        block = slice(max(0, start - STEP_FRAMES // 2), start + STEP_FRAMES + STEP_FRAMES // 2)
        both = spoken[0][block] & right_spoken[block]
        if np.mean(both) < MIN_SIMULTANEOUS_SHARE:
            continue
        step = slice(start, start + STEP_FRAMES)
        similarity = max(correlation(left[block], shifted(right, shift)[block]) for shift in (-1, 0, 1))
        if similarity < SAME_VOICE_CORRELATION:
            independent_seconds += float(np.sum(both[step.start - block.start :][:STEP_FRAMES])) * FRAME_SECONDS
        else:
            # One voice on both channels belongs to the louder one.
            weaker = int(np.mean(left[step]) >= np.mean(right[step]))
            probabilities[weaker][step] = 0.0
    return probabilities if independent_seconds >= MIN_INDEPENDENT_SECONDS else None


def has_two_signals(samples: Samples) -> bool:
    """Returns whether the channels are more than one signal at two levels, in phase or inverted."""
    for start in range(0, len(samples), SAMPLE_RATE * 60):
        part = samples[start : start + SAMPLE_RATE * 60].astype(np.float32)
        energy = np.sum(part**2, axis=0)
        if np.all(energy > 0) and abs(np.sum(part[:, 0] * part[:, 1])) < MONO_CORRELATION * np.sqrt(energy.prod()):
            return True
    return False
