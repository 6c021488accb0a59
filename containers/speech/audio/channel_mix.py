"""Mixes two channels to one and keeps the speech.

The mean is the best mix of a normal recording, but it cancels a channel wired in anti-phase and keeps time code or
music on the other channel. One of three methods is chosen per file, so that nothing switches within it:

- one channel, when only that channel holds speech;
- left + right shifted by 90 degrees, when the mean cancels: the shift neither adds nor cancels at any frequency, and
  a recognizer that reads magnitudes is not affected by it;
- the mean otherwise.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import numpy as np

from speech.audio.arrays import Floats, Samples

Method = Literal["mean", "quadrature", "left", "right"]

BLOCK_FRAMES = 8_000  # half a second
CHUNK_FRAMES = 480_000
# The phase shift needs some audio around a chunk.
CHUNK_MARGIN_FRAMES = 4_000
# One-sided audio leaves the mean a quarter of the louder side's power, unrelated sides half. Less is cancellation.
CANCELLED_POWER = 0.1
CANCELLED_SHARE = 0.05
AUDIBLE_POWER = 1e-5  # -50 dBFS
# Channels below this correlation have different content.
DIFFERENT_CORRELATION = 0.5
# A channel with a smaller share of the other channel's speech has no speech.
SILENT_SPEECH_SHARE = 0.05
MIN_SPEECH_SECONDS = 1.0


def block_powers(samples: Samples) -> tuple[Floats, Floats, Floats, float]:
    """Returns the mean power of left, right and their mean per half second (full scale 1), and the correlation."""
    powers = []
    cross = 0.0
    for start in range(0, len(samples), BLOCK_FRAMES * 60):
        chunk = samples[start : start + BLOCK_FRAMES * 60].astype(np.float32) / 32768.0
        for at in range(0, len(chunk), BLOCK_FRAMES):
            block = chunk[at : at + BLOCK_FRAMES]
            left, right = block[:, 0], block[:, 1]
            powers.append((np.mean(left**2), np.mean(right**2), np.mean(((left + right) / 2) ** 2)))
            cross += float(np.sum(left * right))
    table = np.array(powers)
    energy = np.sqrt(table[:, 0].sum() * table[:, 1].sum()) * BLOCK_FRAMES
    return table[:, 0], table[:, 1], table[:, 2], cross / energy if energy > 0 else 0.0


def channels_cancel(left: Floats, right: Floats, mean: Floats) -> bool:
    """Returns whether the mean loses audible blocks of the channels. All arguments are powers per block."""
    louder = np.maximum(left, right)
    audible = louder > AUDIBLE_POWER
    if not audible.any():
        return False
    return float(np.mean(mean[audible] < CANCELLED_POWER * louder[audible])) > CANCELLED_SHARE


def shift_phase(signal: Floats) -> Floats:
    """Returns the Hilbert transform: every frequency shifted by 90 degrees at an unchanged level."""
    spectrum = np.fft.rfft(signal)
    spectrum *= -1j
    return np.fft.irfft(spectrum, n=len(signal)).astype(np.float32)


def choose_mix(samples: Samples, speech_seconds: Callable[[Samples], float]) -> Method:
    """Returns the method for a file. `speech_seconds` measures the speech of one channel."""
    left, right, mean, correlation = block_powers(samples)
    if channels_cancel(left, right, mean):
        return "quadrature"
    if abs(correlation) < DIFFERENT_CORRELATION:
        left_seconds, right_seconds = speech_seconds(samples[:, 0]), speech_seconds(samples[:, 1])
        if left_seconds > MIN_SPEECH_SECONDS and right_seconds < SILENT_SPEECH_SHARE * left_seconds:
            return "left"
        if right_seconds > MIN_SPEECH_SECONDS and left_seconds < SILENT_SPEECH_SHARE * right_seconds:
            return "right"
    return "mean"


def mix_chunk(chunk: Floats, method: Method) -> Floats:
    """Returns one channel. `chunk`: frames x 2."""
    left, right = chunk[:, 0], chunk[:, 1]
    if method == "left":
        return left
    if method == "right":
        return right
    if method == "quadrature":
        return (left + shift_phase(right)) * np.float32(0.70710678)
    return (left + right) * np.float32(0.5)


def mix_to_mono(samples: Samples, output: Path, speech_seconds: Callable[[Samples], float]) -> Samples:
    """Returns the mono track, memory-mapped from `output`. `samples`: frames x 2."""
    method = choose_mix(samples, speech_seconds)
    with output.open("wb") as file:
        for start in range(0, len(samples), CHUNK_FRAMES):
            first = max(0, start - CHUNK_MARGIN_FRAMES)
            chunk = samples[first : start + CHUNK_FRAMES + CHUNK_MARGIN_FRAMES].astype(np.float32)
            mixed = mix_chunk(chunk, method)[start - first :][: min(CHUNK_FRAMES, len(samples) - start)]
            file.write(np.clip(np.round(mixed), -32768, 32767).astype(np.int16).tobytes())
    return np.memmap(output, dtype=np.int16, mode="r", shape=(len(samples),))
