import subprocess
import tempfile
import unittest
import wave
from pathlib import Path

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.flac import write_flac
from speech.audio.media import decode_mono

RATE = 16_000
TIME = np.arange(2 * RATE) / RATE
VOICE = (8_000 * np.sin(2 * np.pi * 220 * TIME)).astype(np.int16)


def write_wave(path: Path, channels: list[Samples]) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.stack(channels, axis=1).tobytes())


def decoded(path: Path) -> Samples:
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-f", "s16le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, dtype=np.int16)


class WriteFlac(unittest.TestCase):
    def extract(self, channels: list[Samples]) -> tuple[float, Samples | None]:
        with tempfile.TemporaryDirectory() as folder:
            source, audio = Path(folder) / "in.wav", Path(folder) / "out.flac"
            write_wave(source, channels)
            track = decode_mono(source, None, Path(folder), lambda samples: len(samples) / RATE)
            seconds = write_flac(track, audio)
            return seconds, decoded(audio) if audio.exists() else None

    def test_one_channel_is_unchanged(self) -> None:
        seconds, samples = self.extract([VOICE])
        self.assertEqual(seconds, 2.0)
        np.testing.assert_array_equal(np.array(samples), VOICE)

    def test_channels_in_anti_phase_do_not_cancel(self) -> None:
        seconds, samples = self.extract([VOICE, -VOICE])
        self.assertEqual(seconds, 2.0)
        self.assertGreater(np.abs(np.array(samples)).max(), 6_000)

    def test_writes_no_file_without_audio(self) -> None:
        self.assertEqual(self.extract([np.zeros(0, dtype=np.int16)]), (0.0, None))
