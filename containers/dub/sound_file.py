"""Audio files through ffmpeg and WAV."""

import subprocess
import wave
from pathlib import Path

import numpy
from numpy.typing import NDArray

Audio = NDArray[numpy.float32]

FULL_SCALE = 32_767


def decode(path: Path, sample_rate: int, target: Path) -> Audio:
    """Decodes the first audio track to stereo floats in `target`, and returns them as a memory map, shape [samples, 2].

    Raises CalledProcessError when ffmpeg fails.
    """
    command = ["ffmpeg", "-v", "error", "-nostdin", "-protocol_whitelist", "file", "-i", str(path), "-map", "0:a:0"]
    command += ["-ac", "2", "-ar", str(sample_rate), "-f", "f32le", "-y", str(target)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    samples = target.stat().st_size // 8
    return (
        numpy.memmap(target, numpy.float32, "r", shape=(samples, 2)) if samples else numpy.zeros((0, 2), numpy.float32)
    )


class WavWriter:
    """A WAV file of 16 bits, written piece by piece."""

    def __init__(self, path: Path, sample_rate: int, channels: int) -> None:
        self._file = wave.open(str(path), "wb")  # noqa: SIM115 - closed by `close`
        self._file.setnchannels(channels)
        self._file.setsampwidth(2)
        self._file.setframerate(sample_rate)

    def write(self, audio: Audio) -> None:
        """Appends samples; those beyond full scale are clipped."""
        self._file.writeframes((numpy.clip(audio, -1, 1) * FULL_SCALE).astype("<i2").tobytes())

    def close(self) -> None:
        """Completes the file."""
        self._file.close()
