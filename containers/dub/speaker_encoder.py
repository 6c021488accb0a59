"""Describes whose voice speaks by an embedding: those of one speaker point in nearly the same direction."""

from pathlib import Path
from typing import Protocol

import numpy
from numpy.typing import NDArray

from dub.arrays import Audio
from dub.network import load_network

Embedding = NDArray[numpy.float32]

# The input of the encoder. Source: Resemblyzer 0.1.4, hparams.py.
SAMPLE_RATE = 16_000
FFT = 400
HOP = 160
CHANNELS = 40
WINDOW_FRAMES = 160
STEP_FRAMES = 80
LEVEL_DB = -30.0
# Frames this far below the loudest ones are pauses, which say nothing about the voice.
PAUSE_DB = 30.0
# Shorter speech is too little for an embedding.
MIN_SECONDS = 0.4


class Encoder(Protocol):
    """Describes voices."""

    def embed(self, mono: Audio, sample_rate: int) -> Embedding | None:
        """Returns the embedding of speech, of length 1; None for too little speech."""


class SpeakerEncoder:
    """The network."""

    def __init__(self, weights: Path, threads: int) -> None:
        self._session = load_network(weights / "encoder.onnx", threads)

    def embed(self, mono: Audio, sample_rate: int) -> Embedding | None:
        """Returns the embedding of speech, of length 1, shape [256]; None for too little speech."""
        mel = mel_spectrum(resampled(mono, sample_rate))
        loudness = mel.sum(axis=1)
        mel = mel[loudness > loudness.max(initial=0) * 10 ** (-PAUSE_DB / 10)]
        if len(mel) * HOP < MIN_SECONDS * SAMPLE_RATE:
            return None
        # Short speech is repeated: silence would count as a property of the voice.
        mel = numpy.resize(mel, (max(len(mel), WINDOW_FRAMES), CHANNELS))
        starts = range(0, len(mel) - WINDOW_FRAMES + 1, STEP_FRAMES)
        windows = numpy.stack([mel[start : start + WINDOW_FRAMES] for start in starts], axis=1)
        total: Embedding = self._session.run(None, {"mel": windows})[0].mean(axis=0)
        return total / numpy.linalg.norm(total)


def resampled(mono: Audio, sample_rate: int) -> Audio:
    """Returns the audio at SAMPLE_RATE, by dropping the frequencies that it cannot have."""
    count = round(len(mono) * SAMPLE_RATE / sample_rate)
    if count == 0:
        return mono[:0]
    spectrum = numpy.fft.rfft(mono)[: count // 2 + 1]
    return (numpy.fft.irfft(spectrum, count) * (count / len(mono))).astype(numpy.float32)


def mel_spectrum(audio: Audio) -> NDArray[numpy.float32]:
    """Returns the power in mel bands, shape [frames, CHANNELS], of audio at SAMPLE_RATE; quiet audio is made louder."""
    rms = float(numpy.sqrt((audio**2).mean())) if len(audio) else 0.0
    if rms == 0:
        return numpy.zeros((0, CHANNELS), numpy.float32)
    louder = audio * numpy.float32(max(1.0, 10 ** (LEVEL_DB / 20) / rms))
    frames = numpy.lib.stride_tricks.sliding_window_view(numpy.pad(louder, FFT // 2), FFT)[::HOP]
    power = numpy.abs(numpy.fft.rfft(frames * _WINDOW, axis=1)) ** 2
    return (power @ _mel_filters().T).astype(numpy.float32)


_WINDOW = numpy.hanning(FFT + 1)[:-1]


def _mel_filters() -> NDArray[numpy.float64]:
    """Returns triangular filters of equal area on the mel scale, shape [CHANNELS, FFT / 2 + 1].

    Source: M. Slaney, Auditory Toolbox (1998): linear up to 1 kHz, logarithmic above.
    """
    linear, step = 15.0, numpy.log(6.4) / 27
    mels = numpy.linspace(0, linear + numpy.log(SAMPLE_RATE / 2 / 1000) / step, CHANNELS + 2)
    hertz = numpy.where(mels < linear, mels * 200 / 3, 1000 * numpy.exp((mels - linear) * step))
    bins = numpy.linspace(0, SAMPLE_RATE / 2, FFT // 2 + 1)
    lower, center, upper = hertz[:-2, None], hertz[1:-1, None], hertz[2:, None]
    rising, falling = (bins - lower) / (center - lower), (upper - bins) / (upper - center)
    filters: NDArray[numpy.float64] = numpy.maximum(0, numpy.minimum(rising, falling)) * 2 / (upper - lower)
    return filters
