"""Where somebody speaks: Silero VAD over the whole track, in blocks, so that memory stays flat."""

import os
from dataclasses import dataclass

import processor  # noqa: F401  before numpy
import numpy as np

from track_memory import let_go

SAMPLE_RATE = 16_000
FRAME_SAMPLES = 512  # 32 ms, the step that the network is made for
FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE
CONTEXT_SAMPLES = 64
BLOCK_FRAMES = 2_000  # about a minute
WARM_UP_FRAMES = 62  # two seconds
# That many frames, a third of a second, of speech missed at the beginning.
WARM_PROBABILITY = 0.5
MISSED_FRAMES = 10

# Low, because a word that is not looked at is lost: "ask" in the JFK sentence stays below 0.5. What is no speech is
# told apart by SURE_PROBABILITY and by what the recogniser makes of it (invention.py).
START_PROBABILITY = 0.35
KEEP_PROBABILITY = 0.25
SHORTEST_SPEECH_SECONDS = 0.1
# A region is believed when its network output comes this high somewhere; noise and beeps flicker below it.
SURE_PROBABILITY = 0.6
# Frames in which somebody speaks, more likely than not.
SPOKEN_PROBABILITY = 0.5
SHORTEST_PAUSE_SECONDS = 0.15
# Quiet recordings are raised to this peak for the network, by ten times at most: more would raise mere noise.
WANTED_PEAK = 0.3
LARGEST_GAIN = 10.0


@dataclass(frozen=True)
class Span:
    """Seconds on the track's time line."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.start


def load_network():
    """The Silero network that faster-whisper carries (MIT), run here so that its output can be read."""
    import onnxruntime
    from faster_whisper.utils import get_assets_path

    options = onnxruntime.SessionOptions()
    options.inter_op_num_threads = 1
    options.intra_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4
    path = os.path.join(get_assets_path(), "silero_vad_v6.onnx")
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"], sess_options=options)


def track_gain(samples: np.ndarray) -> float:
    """What the track is multiplied with so that a quiet voice is heard. `samples`: int16."""
    peaks = [
        float(np.abs(samples[start : start + SAMPLE_RATE].astype(np.int32)).max()) / 32768.0
        for start in range(0, len(samples), SAMPLE_RATE)
    ]
    let_go(samples)
    if not peaks:
        return 1.0
    # One click must not decide: the level that a tenth of the seconds reach.
    loud = float(np.quantile(peaks, 0.9))
    return 1.0 if loud <= 0 else min(LARGEST_GAIN, max(1.0, WANTED_PEAK / loud))


class Memory:
    """What the network keeps from one stretch of sound to the next."""

    def __init__(self):
        self.state = [np.zeros((1, 1, 128), dtype=np.float32), np.zeros((1, 1, 128), dtype=np.float32)]
        self.context = np.zeros(CONTEXT_SAMPLES, dtype=np.float32)

    def hear(self, samples: np.ndarray, network, scale: np.ndarray) -> np.ndarray:
        """One probability for each 32 ms. `scale`: what the samples of each are multiplied with."""
        block = samples.astype(np.float32)
        if short := -len(block) % FRAME_SAMPLES:
            block = np.pad(block, (0, short))
        frames = block.reshape(-1, FRAME_SAMPLES) * scale[:, np.newaxis]
        before = np.vstack([self.context[np.newaxis], frames[:-1, -CONTEXT_SAMPLES:]])
        self.context = frames[-1, -CONTEXT_SAMPLES:].copy()
        inputs = {"input": np.concatenate([before, frames], axis=1), "h": self.state[0], "c": self.state[1]}
        output, *self.state = network.run(None, inputs)
        return output.reshape(-1)


def speech_probabilities(samples: np.ndarray, network, gain: float | np.ndarray = 1.0) -> np.ndarray:
    """One probability per 32 ms frame. `samples`: int16. `gain`: one for all, or one for each frame."""
    # One array from the beginning: small ones that stay would come to lie between the large ones that go.
    probabilities = np.zeros(-(-len(samples) // FRAME_SAMPLES), dtype=np.float32)
    scale = np.broadcast_to(np.asarray(gain, dtype=np.float32) / 32768.0, probabilities.shape)
    if not len(samples):
        return probabilities
    memory = Memory()
    for first in range(0, len(probabilities), BLOCK_FRAMES):
        after = first + BLOCK_FRAMES
        sound = samples[first * FRAME_SAMPLES : after * FRAME_SAMPLES]
        probabilities[first:after] = memory.hear(sound, network, scale[first:after])
        let_go(samples)
    # A network that knows no sound yet misses who speaks at once, most of all on the telephone.
    cold = probabilities[:WARM_UP_FRAMES]
    sound = samples[: WARM_UP_FRAMES * FRAME_SAMPLES]
    warm_memory = Memory()
    warm_memory.hear(sound, network, scale[:WARM_UP_FRAMES])
    warm = warm_memory.hear(sound, network, scale[:WARM_UP_FRAMES])
    if np.sum((warm >= WARM_PROBABILITY) & (cold < START_PROBABILITY)) >= MISSED_FRAMES:
        probabilities[:WARM_UP_FRAMES] = np.maximum(cold, warm)
    return probabilities


def speech_regions(probabilities: np.ndarray, track_seconds: float) -> list[Span]:
    """Stretches of speech, in order, split at every pause of 150 ms or more."""
    regions: list[Span] = []
    start = last = None
    sure = False

    def close(end_frame: int) -> None:
        span = Span(start * FRAME_SECONDS, min(track_seconds, end_frame * FRAME_SECONDS))
        if sure and span.seconds >= SHORTEST_SPEECH_SECONDS:
            regions.append(span)

    for frame, probability in enumerate(probabilities):
        if start is None:
            if probability >= START_PROBABILITY:
                start, last, sure = frame, frame, probability >= SURE_PROBABILITY
            continue
        if probability >= KEEP_PROBABILITY:
            last = frame
            sure = sure or probability >= SURE_PROBABILITY
        elif (frame - last) * FRAME_SECONDS >= SHORTEST_PAUSE_SECONDS:
            close(last + 1)
            start = None
    if start is not None:
        close(last + 1)
    return regions


def total_seconds(regions: list[Span]) -> float:
    return sum(region.seconds for region in regions)
