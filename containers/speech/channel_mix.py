"""Two channels to one without ever losing the speech.

The plain mean is the best mix of a normal recording, but it silences a channel wired in anti-phase and keeps time
code or music that sits on a channel of its own. Three ways, chosen once per file so that nothing switches within it:

- one channel, when only that one holds speech;
- left + right turned by 90 degrees, when the mean would cancel: a quarter turn neither adds nor cancels, at any
  frequency, and a recogniser that looks at magnitudes does not notice it;
- the mean otherwise.
"""

from pathlib import Path

import numpy as np

BLOCK_FRAMES = 8_000  # half a second
CHUNK_FRAMES = 480_000
# One-sided sound leaves the mean a quarter of the louder side's power, unrelated sides half; less is cancellation.
CANCELLED_POWER = 0.1
CANCELLED_SHARE = 0.05
AUDIBLE_POWER = 1e-5  # -50 dBFS


def block_powers(samples: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Mean power of left, right and their mean per half second (full scale 1), and the sides' correlation."""
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


def cancels(left: np.ndarray, right: np.ndarray, mean: np.ndarray) -> bool:
    louder = np.maximum(left, right)
    audible = louder > AUDIBLE_POWER
    if not audible.any():
        return False
    return float(np.mean(mean[audible] < CANCELLED_POWER * louder[audible])) > CANCELLED_SHARE


def quarter_turn(signal: np.ndarray) -> np.ndarray:
    """The Hilbert transform: every frequency turned by 90 degrees, its level unchanged."""
    spectrum = np.fft.rfft(signal)
    spectrum *= -1j
    return np.fft.irfft(spectrum, n=len(signal)).astype(np.float32)


def choose_mix(samples: np.ndarray, has_speech) -> str:
    """One of mean, quadrature, left, right."""
    left, right, mean, correlation = block_powers(samples)
    if cancels(left, right, mean):
        return "quadrature"
    if abs(correlation) < 0.5:
        left_seconds, right_seconds = has_speech(samples[:, 0]), has_speech(samples[:, 1])
        if left_seconds > 1.0 and right_seconds < 0.05 * left_seconds:
            return "left"
        if right_seconds > 1.0 and left_seconds < 0.05 * right_seconds:
            return "right"
    return "mean"


def mix_chunk(chunk: np.ndarray, way: str) -> np.ndarray:
    left, right = chunk[:, 0], chunk[:, 1]
    if way == "left":
        return left
    if way == "right":
        return right
    if way == "quadrature":
        return (left + quarter_turn(right)) * np.float32(0.70710678)
    return (left + right) * np.float32(0.5)


def mix_to_mono(samples: np.ndarray, output: Path, has_speech) -> np.ndarray:
    """`samples`: int16, frames x 2. The mono track, memory-mapped from `output`."""
    way = choose_mix(samples, has_speech)
    margin = 4_000  # the quarter turn needs some sound around a chunk
    with open(output, "wb") as file:
        for start in range(0, len(samples), CHUNK_FRAMES):
            first = max(0, start - margin)
            chunk = samples[first : start + CHUNK_FRAMES + margin].astype(np.float32)
            mixed = mix_chunk(chunk, way)[start - first :][: min(CHUNK_FRAMES, len(samples) - start)]
            file.write(np.clip(np.round(mixed), -32768, 32767).astype(np.int16).tobytes())
    return np.memmap(output, dtype=np.int16, mode="r", shape=(len(samples),))
