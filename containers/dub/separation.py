"""Separates the voice from the background with Spleeter's two networks.

Audio is stereo at 44.1 kHz, shape [samples, 2]. Memory is constant: windows of 512 frames (11.9 s) are read, separated
and written one after the other.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from dub.arrays import Audio
from dub.network import load_network
from dub.raw_audio import Pieces

SAMPLE_RATE = 44_100
FRAME = 4096
HOP = 1024
BINS = 1024
FRAMES = 512
# Frames that neighboring windows share, so that a window's edges, where the network lacks context, are not used.
SHARED_FRAMES = 32
FLOOR = 1e-10
TARGET_PEAK = 0.5
MAX_GAIN = 300.0


class Separated(NamedTuple):
    """Two tracks of equal length that add up to the source."""

    voice: Audio
    background: Audio


class Separator:
    """The networks of both stems."""

    def __init__(self, weights: Path, threads: int) -> None:
        # The arena would keep the memory of the largest window for the whole run of both networks.
        self._networks: list[Any] = [
            load_network(weights / name, threads, has_arena=False) for name in ("voice.onnx", "background.onnx")
        ]

    def separate(self, source: Pieces) -> Iterator[Separated]:
        """Yields the tracks in consecutive pieces of at most one window; together they are as long as the source."""
        step = (FRAMES - 2 * SHARED_FRAMES) * HOP
        gain = gain_of(source)
        margin = SHARED_FRAMES * HOP
        length = FRAMES * HOP
        for start in range(0, len(source), step):
            window = numpy.zeros((length, 2), numpy.float32)
            first = max(0, start - margin)
            piece = source[first : start - margin + length]
            at = first - (start - margin)
            window[at : at + len(piece)] = piece
            voice = self._voice_of(window * gain) / gain
            kept = slice(margin, margin + min(step, len(source) - start))
            # The rest is the background, so that nothing is lost and silence stays silent.
            yield Separated(voice[kept], window[kept] - voice[kept])

    def _voice_of(self, window: Audio) -> Audio:
        spectra = numpy.stack([transform(window[:, channel]) for channel in range(2)])
        magnitudes = numpy.abs(spectra[:, :FRAMES, :BINS]).astype(numpy.float32)[numpy.newaxis]
        voice, background = (network.run(None, {"magnitudes": magnitudes})[0][0] ** 2 for network in self._networks)
        mask = numpy.zeros(spectra.shape, numpy.float32)
        mask[:, :FRAMES, :BINS] = (voice + FLOOR / 2) / (voice + background + FLOOR)
        # The networks have no data above 11 kHz: the share of the highest known bins is used.
        mask[:, :FRAMES, BINS:] = mask[:, :FRAMES, BINS - 64 : BINS].mean(axis=2, keepdims=True)
        return numpy.stack([inverse(spectrum, len(window)) for spectrum in spectra * mask], axis=1)


def gain_of(source: Pieces) -> numpy.float32:
    """Returns the factor that raises a quiet recording to the level that the networks were trained on."""
    block = FRAMES * HOP
    peaks = [float(numpy.abs(source[start : start + block]).max()) for start in range(0, len(source), block)]
    return numpy.float32(min(MAX_GAIN, max(1.0, TARGET_PEAK / max([*peaks, 1e-9]))))


_WINDOW = numpy.hanning(FRAME + 1)[:-1].astype(numpy.float32)


def transform(signal: Audio) -> NDArray[numpy.complex64]:
    """Returns the short-time Fourier transform, shape [frames, FRAME / 2 + 1].

    Frames are centered at multiples of HOP.
    """
    padded = numpy.pad(signal, FRAME // 2)
    frames = numpy.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP]
    return numpy.fft.rfft(frames * _WINDOW, axis=1).astype(numpy.complex64)


def inverse(spectrum: NDArray[numpy.complex64], length: int) -> Audio:
    """Returns the signal of a transform by weighted overlap and add."""
    frames = numpy.fft.irfft(spectrum, FRAME, axis=1).astype(numpy.float32) * _WINDOW
    total = FRAME + HOP * (len(frames) - 1)
    signal, weight = numpy.zeros(total, numpy.float32), numpy.full(total, 1e-8, numpy.float32)
    for index, frame in enumerate(frames):
        at = slice(index * HOP, index * HOP + FRAME)
        signal[at] += frame
        weight[at] += _WINDOW**2
    return (signal / weight)[FRAME // 2 : FRAME // 2 + length]
