"""Loudness and pitch of speech."""

import numpy
from numpy.typing import NDArray

from dub.arrays import Audio

FRAME_SECONDS = 0.04
STEP_SECONDS = 0.02
# Frames this far below the loudest one are pauses.
PAUSE_DB = 30.0
SILENCE_DB = -100.0
LOWEST_HZ, HIGHEST_HZ = 60.0, 400.0
# Minimum autocorrelation of voiced frames; 1 is an exact repetition.
VOICED = 0.6
MIN_VOICED_FRAMES = 10


def loudness_db(mono: Audio, sample_rate: int) -> float:
    """Returns how loud speech without its pauses sounds, in dB relative to full scale; SILENCE_DB for silence.

    The mean square of the K-weighted signal. Source: ITU-R BS.1770-5, annex 1, but for its offset of -0.691 dB.
    """
    frames = _frames(k_weighted(mono, sample_rate), sample_rate)
    if len(frames) == 0:
        return SILENCE_DB
    power = (frames**2).mean(axis=1)
    loud = power[power >= power.max() * 10 ** (-PAUSE_DB / 10)]
    return decibels(float(numpy.sqrt(loud.mean())))


# The two filters at 48 kHz, numerator and denominator. Source: ITU-R BS.1770-5, annex 1, tables 1 and 2.
_K_FILTERS = (
    ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585)),
    ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)),
)
_K_RATE = 48_000


def k_weighted(mono: Audio, sample_rate: int) -> Audio:
    """Returns the signal with its frequencies weighted as the ear does. Phases stay: only power is measured."""
    hertz = numpy.fft.rfftfreq(len(mono), 1 / sample_rate) if len(mono) else numpy.zeros(0)
    delay = numpy.exp(-2j * numpy.pi * hertz / _K_RATE)
    gain = numpy.ones(len(hertz))
    for numerator, denominator in _K_FILTERS:
        gain *= numpy.abs(numpy.polyval(numerator[::-1], delay) / numpy.polyval(denominator[::-1], delay))
    if len(mono) == 0:
        return mono
    return numpy.fft.irfft(numpy.fft.rfft(mono) * gain, len(mono)).astype(numpy.float32)


def peak_db(mono: Audio) -> float:
    """Returns the highest sample in dB relative to full scale; SILENCE_DB for silence."""
    return decibels(float(numpy.abs(mono).max(initial=0)))


def decibels(amplitude: float) -> float:
    """Returns an amplitude in dB relative to full scale, at least SILENCE_DB."""
    return max(SILENCE_DB, 20 * float(numpy.log10(max(amplitude, 1e-9))))


def pitch_hz(mono: Audio, sample_rate: int) -> float | None:
    """Returns the median pitch of speech; None without enough voiced speech.

    By autocorrelation. Source: L. Rabiner, On the use of autocorrelation analysis for pitch detection (1977).
    """
    frames = _frames(mono, sample_rate)
    if len(frames) == 0:
        return None
    power = (frames**2).mean(axis=1)
    frames = frames[power >= max(power.max() * 10 ** (-PAUSE_DB / 10), 1e-10)]
    size = 2 * frames.shape[1]
    spectra = numpy.fft.rfft(frames - frames.mean(axis=1, keepdims=True), size, axis=1)
    correlation = numpy.fft.irfft(numpy.abs(spectra) ** 2, size, axis=1)
    shortest, longest = int(sample_rate / HIGHEST_HZ), int(sample_rate / LOWEST_HZ)
    lags = numpy.arange(shortest, min(longest, frames.shape[1] - 1))
    # Longer lags have fewer products.
    found = correlation[:, lags] / (frames.shape[1] - lags) * frames.shape[1] / (correlation[:, :1] + 1e-12)
    best = found.max(axis=1)
    voiced = found[best >= VOICED]
    if len(voiced) < MIN_VOICED_FRAMES:
        return None
    # The first lag that is nearly as good: multiples of the period repeat as closely.
    first = (voiced >= 0.9 * voiced.max(axis=1, keepdims=True)).argmax(axis=1)
    return float(numpy.median(sample_rate / lags[_peaks(voiced, first)]))


def _peaks(rows: NDArray[numpy.float64], first: NDArray[numpy.intp]) -> NDArray[numpy.intp]:
    """Returns the next local maximum of each row, uphill from a position."""
    places = first.copy()
    while True:
        following = numpy.minimum(places + 1, rows.shape[1] - 1)
        indexes = numpy.arange(len(rows))
        rising = rows[indexes, following] > rows[indexes, places]
        if not rising.any():
            return places
        places = numpy.where(rising, following, places)


def _frames(mono: Audio, sample_rate: int) -> Audio:
    length, step = int(FRAME_SECONDS * sample_rate), int(STEP_SECONDS * sample_rate)
    if len(mono) < length:
        return numpy.zeros((0, length), numpy.float32)
    return numpy.lib.stride_tricks.sliding_window_view(mono, length)[::step].astype(numpy.float32)
