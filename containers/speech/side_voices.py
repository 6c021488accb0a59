"""Whether the two sides of a recording carry speech of their own, and where."""

import numpy as np

from quiet_speech import close_probabilities
from speech_regions import FRAME_SAMPLES, FRAME_SECONDS, SAMPLE_RATE, SPOKEN_PROBABILITY

# Bands of 200 to 4,000 Hz, where voices are.
BAND_EDGES = (6, 10, 16, 26, 42, 68, 128)
CHUNK_FRAMES = 2_000
STEP_FRAMES = 31  # a second; looked at with half a second around it
LONGEST_DELAY_FRAMES = 15  # half a second
# One voice on both sides rises and falls alike there, also through two rooms (0.87 and more); two voices do not (0.6 and
# less, also where each is heard faintly on the other side).
ALIKE_CORRELATION = 0.7
LEAST_JOINT_SHARE = 0.25
# That much speech on both sides at once, and unlike, before each is heard apart.
LEAST_UNLIKE_SECONDS = 0.8
NARROW_CORRELATION = 0.98


def band_levels(samples: np.ndarray) -> np.ndarray:
    """Decibels of the bands, frames x bands. `samples`: int16."""
    rows = []
    window = np.hanning(FRAME_SAMPLES).astype(np.float32)
    for start in range(0, len(samples), FRAME_SAMPLES * CHUNK_FRAMES):
        block = samples[start : start + FRAME_SAMPLES * CHUNK_FRAMES].astype(np.float32) / 32768.0
        if short := -len(block) % FRAME_SAMPLES:
            block = np.pad(block, (0, short))
        power = np.abs(np.fft.rfft(block.reshape(-1, FRAME_SAMPLES) * window)) ** 2
        bands = [power[:, a:b].mean(axis=1) for a, b in zip(BAND_EDGES, BAND_EDGES[1:])]
        rows.append(10 * np.log10(np.stack(bands, axis=1) + 1e-7))
    return np.concatenate(rows)


def correlation(left: np.ndarray, right: np.ndarray) -> float:
    """Of two stretches of band levels, each band about its own mean."""
    a, b = left - left.mean(axis=0), right - right.mean(axis=0)
    size = np.sqrt(np.sum(a * a) * np.sum(b * b))
    return float(np.sum(a * b) / size) if size > 0 else 0.0


def shifted(levels: np.ndarray, frames: int) -> np.ndarray:
    return np.roll(levels, frames, axis=0)


def delay_of(left: np.ndarray, right: np.ndarray) -> int:
    """Frames by which the right side comes later."""
    return max(
        range(-LONGEST_DELAY_FRAMES, LONGEST_DELAY_FRAMES + 1),
        key=lambda lag: correlation(left, shifted(right, -lag)),
    )


def own_speech(samples: np.ndarray, network) -> list[np.ndarray] | None:
    """For each side of a stereo recording the probabilities of speech that is its own; None when the sides hold the
    same speech, when one of them holds none, or when they speak in turns. `samples`: int16, frames x 2."""
    sides = [samples[:, 0], samples[:, 1]]
    if not is_wide(samples):
        return None
    probabilities = [close_probabilities(side, network) for side in sides]
    spoken = [one >= SPOKEN_PROBABILITY for one in probabilities]
    if min(np.sum(one) for one in spoken) * FRAME_SECONDS < LEAST_UNLIKE_SECONDS:
        return None
    left, right = band_levels(sides[0]), band_levels(sides[1])
    lag = delay_of(left, right)
    right, right_spoken = shifted(right, -lag), shifted(spoken[1], -lag)
    unlike = 0.0
    for start in range(0, len(left), STEP_FRAMES):
        block = slice(max(0, start - STEP_FRAMES // 2), start + STEP_FRAMES + STEP_FRAMES // 2)
        both = spoken[0][block] & right_spoken[block]
        if np.mean(both) < LEAST_JOINT_SHARE:
            continue
        step = slice(start, start + STEP_FRAMES)
        alike = max(correlation(left[block], shifted(right, shift)[block]) for shift in (-1, 0, 1))
        if alike < ALIKE_CORRELATION:
            unlike += float(np.sum(both[step.start - block.start :][:STEP_FRAMES])) * FRAME_SECONDS
        else:
            # One voice that both sides hear: it belongs to the louder one.
            weaker = int(np.mean(left[step]) >= np.mean(right[step]))
            probabilities[weaker][step] = 0.0
    return probabilities if unlike >= LEAST_UNLIKE_SECONDS else None


def is_wide(samples: np.ndarray) -> bool:
    """Whether the sides are more than one signal at two levels, upright or turned over."""
    for start in range(0, len(samples), SAMPLE_RATE * 60):
        part = samples[start : start + SAMPLE_RATE * 60].astype(np.float32)
        energy = np.sum(part**2, axis=0)
        if np.all(energy > 0) and abs(np.sum(part[:, 0] * part[:, 1])) < NARROW_CORRELATION * np.sqrt(energy.prod()):
            return True
    return False
