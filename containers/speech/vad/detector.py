"""Voice activity detection with the Silero network, in blocks, so that memory stays constant."""

from typing import Any, Protocol

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.mapped import release_pages
from speech.audio.timeline import SAMPLE_RATE, Span, total_seconds
from speech.faster_whisper_files import file_of

FRAME_SAMPLES = 512  # 32 ms, the step of the network
FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE
CONTEXT_SAMPLES = 64
BLOCK_FRAMES = 2_000  # about a minute
WARM_UP_FRAMES = 62  # two seconds
# The start of a track is replaced by the warm result when it misses speech in this many frames, a third of a second.
WARM_PROBABILITY = 0.5
MISSED_FRAMES = 10

# The thresholds are low, because a word outside of every region is lost: "ask" in the JFK sentence stays below 0.5.
# CONFIDENT_PROBABILITY and the checks of decode/hallucinations.py remove what is not speech.
START_PROBABILITY = 0.35
KEEP_PROBABILITY = 0.25
MIN_SPEECH_SECONDS = 0.1
# A region counts only when one of its frames reaches this probability: noise and beeps stay below it.
CONFIDENT_PROBABILITY = 0.6
# Frames that more likely than not hold speech.
SPEECH_PROBABILITY = 0.5
MIN_PAUSE_SECONDS = 0.15
# Quiet recordings are raised to this peak for the network, at most tenfold: more raises only noise.
TARGET_PEAK = 0.3
MAX_GAIN = 10.0
# The level that a tenth of the seconds reach, so that one click does not decide.
PEAK_QUANTILE = 0.9


class Network(Protocol):
    """The part of an ONNX inference session that is used."""

    def run(self, output_names: None, inputs: dict[str, Floats], /) -> list[Floats]:
        """Returns the probabilities, then the two parts of the recurrent state."""


def load_network() -> Network:
    """Loads the Silero network that faster-whisper ships (MIT). It runs here, so that its output can be read."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.inter_op_num_threads = 1
    options.intra_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4
    path = str(file_of("assets/silero_vad_v6.onnx"))
    session: Network = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"], sess_options=options)
    return session


def track_gain(samples: Any) -> float:
    """Returns the factor that raises a quiet track to the level that the network expects. `samples`: int16."""
    peaks = [
        float(np.abs(samples[start : start + SAMPLE_RATE].astype(np.int32)).max()) / 32768.0
        for start in range(0, len(samples), SAMPLE_RATE)
    ]
    release_pages(samples)
    if not peaks:
        return 1.0
    loud = float(np.quantile(peaks, PEAK_QUANTILE))
    return 1.0 if loud <= 0 else min(MAX_GAIN, max(1.0, TARGET_PEAK / loud))


class RecurrentState:
    """The state that the network carries from one block to the next."""

    def __init__(self) -> None:
        self.state: list[Floats] = [np.zeros((1, 1, 128), dtype=np.float32), np.zeros((1, 1, 128), dtype=np.float32)]
        self.context: Floats = np.zeros(CONTEXT_SAMPLES, dtype=np.float32)

    def probabilities(self, samples: Samples, network: Network, scale: Floats) -> Floats:
        """Returns one probability per 32 ms. `scale`: the factor for the samples of each."""
        block: Floats = samples.astype(np.float32)
        if short := -len(block) % FRAME_SAMPLES:
            block = np.pad(block, (0, short))
        frames = block.reshape(-1, FRAME_SAMPLES) * scale[:, np.newaxis]
        before = np.vstack([self.context[np.newaxis], frames[:-1, -CONTEXT_SAMPLES:]])
        self.context = frames[-1, -CONTEXT_SAMPLES:].copy()
        inputs = {"input": np.concatenate([before, frames], axis=1), "h": self.state[0], "c": self.state[1]}
        output, *self.state = network.run(None, inputs)
        return output.reshape(-1)


def speech_probabilities(samples: Samples, network: Network, gain: float | Floats = 1.0) -> Floats:
    """Returns one speech probability per 32 ms frame. `gain`: one factor for all frames, or one for each."""
    # One array from the start: small arrays that stay would fragment the memory between the large ones that go.
    probabilities: Floats = np.zeros(-(-len(samples) // FRAME_SAMPLES), dtype=np.float32)
    scale = np.broadcast_to(np.asarray(gain, dtype=np.float32) / 32768.0, probabilities.shape)
    if not len(samples):
        return probabilities
    state = RecurrentState()
    for first in range(0, len(probabilities), BLOCK_FRAMES):
        after = first + BLOCK_FRAMES
        block = samples[first * FRAME_SAMPLES : after * FRAME_SAMPLES]
        probabilities[first:after] = state.probabilities(block, network, scale[first:after])
        release_pages(samples)
    # A network without any context misses speech that starts at once, most often in telephone recordings.
    cold = probabilities[:WARM_UP_FRAMES]
    opening = samples[: WARM_UP_FRAMES * FRAME_SAMPLES]
    warm_state = RecurrentState()
    warm_state.probabilities(opening, network, scale[:WARM_UP_FRAMES])
    warm = warm_state.probabilities(opening, network, scale[:WARM_UP_FRAMES])
    if np.sum((warm >= WARM_PROBABILITY) & (cold < START_PROBABILITY)) >= MISSED_FRAMES:
        probabilities[:WARM_UP_FRAMES] = np.maximum(cold, warm)
    return probabilities


def speech_regions(probabilities: Floats, track_seconds: float) -> list[Span]:
    """Returns the spans of speech, in order, split at every pause of 150 ms or more."""
    regions: list[Span] = []
    start: int | None = None
    last = 0
    confident = False

    def close(first_frame: int, end_frame: int) -> None:
        span = Span(first_frame * FRAME_SECONDS, min(track_seconds, end_frame * FRAME_SECONDS))
        if confident and span.seconds >= MIN_SPEECH_SECONDS:
            regions.append(span)

    for frame, probability in enumerate(probabilities):
        if start is None:
            if probability >= START_PROBABILITY:
                start, last, confident = frame, frame, bool(probability >= CONFIDENT_PROBABILITY)
            continue
        if probability >= KEEP_PROBABILITY:
            last = frame
            confident = confident or bool(probability >= CONFIDENT_PROBABILITY)
        elif (frame - last) * FRAME_SECONDS >= MIN_PAUSE_SECONDS:
            close(start, last + 1)
            start = None
    if start is not None:
        close(start, last + 1)
    return regions


def speech_seconds(samples: Samples, network: Network) -> float:
    """Returns the seconds of speech in mono samples."""
    probabilities = speech_probabilities(samples, network, track_gain(samples))
    return total_seconds(speech_regions(probabilities, len(samples) / SAMPLE_RATE))
