import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.media import (
    AudioSelection,
    AudioSource,
    AudioStream,
    ProbedStream,
    decode_channels,
    decode_mono,
    downmix_filter,
    pick_audio,
)
from speech.audio.timeline import SAMPLE_RATE

VIDEO: ProbedStream = {"index": 0, "codec_type": "video", "start_time": "0.040000", "disposition": {"default": 1}}
COVER: ProbedStream = {"index": 3, "codec_type": "video", "start_time": "0.0", "disposition": {"attached_pic": 1}}


def audio(index: int, default: int = 0, **fields: str) -> ProbedStream:
    base: ProbedStream = {
        "index": index,
        "codec_type": "audio",
        "channels": 2,
        "channel_layout": "stereo",
        "start_time": "0.5",
    }
    return {**base, "disposition": {"default": default}, **fields}


def picked(streams: list[ProbedStream], *indexes: int) -> AudioSource:
    source = pick_audio(streams, AudioSelection(list(indexes)) if indexes else None)
    if source is None:
        raise AssertionError("no audio stream was picked")
    return source


class PickAudio(unittest.TestCase):
    def test_returns_none_without_an_audio_stream(self) -> None:
        self.assertIsNone(pick_audio([VIDEO], None))
        self.assertIsNone(pick_audio([VIDEO, audio(1)], AudioSelection([4])))

    def test_picks_the_selected_streams_then_the_default_then_the_first(self) -> None:
        streams = [VIDEO, audio(1), audio(2, default=1)]
        self.assertEqual([one.index for one in picked(streams, 1).streams], [1])
        self.assertEqual([one.index for one in picked(streams, 1, 2).streams], [1, 2])
        self.assertEqual([one.index for one in picked(streams).streams], [2])
        self.assertEqual([one.index for one in picked([VIDEO, audio(1), audio(2)]).streams], [1])

    def test_second_0_is_the_earliest_start_of_the_video_and_audio_streams(self) -> None:
        self.assertEqual(picked([VIDEO, audio(1)]).zero_seconds, 0.04)
        self.assertEqual(picked([VIDEO, audio(1, start_time="0.01")]).zero_seconds, 0.01)

    def test_second_0_of_the_job_takes_precedence(self) -> None:
        source = pick_audio([VIDEO, audio(1)], AudioSelection([1], -0.3))
        self.assertEqual(source, AudioSource([AudioStream(1, 2, "stereo")], -0.3))

    def test_cover_art_does_not_count_as_a_video_stream(self) -> None:
        self.assertEqual(picked([COVER, audio(1)]).zero_seconds, 0.5)


class Downmix(unittest.TestCase):
    def test_the_center_channel_is_louder_than_the_rest(self) -> None:
        downmix = downmix_filter(AudioStream(1, 6, "5.1(side)"))
        self.assertEqual(downmix, "pan=stereo|c0<c2+0.5*c0+0.5*c4|c1<c2+0.5*c1+0.5*c5")

    def test_unknown_layouts_keep_every_channel(self) -> None:
        self.assertEqual(downmix_filter(AudioStream(1, 4, "")), "pan=stereo|c0<c0+c2|c1<c1+c3")
        self.assertIsNone(downmix_filter(AudioStream(1, 1, "mono")))


def onset_seconds(track: Samples) -> float:
    level = np.abs(np.array(track, dtype=np.float64))
    return float(np.argmax(level > level.max() / 4)) / SAMPLE_RATE


class Decoding(unittest.TestCase):
    """Files whose beep begins at a known time."""

    def make(self, folder: Path, *arguments: str) -> Path:
        beep = "aevalsrc='if(between(t,0.5,0.7),0.5*sin(2*PI*1000*t),0)':s={rate}:d=2"
        path = folder / "media.mov"
        words = [
            word.replace("BEEP", beep.format(rate=44_100)).replace("HIGH", beep.format(rate=96_000))
            for word in arguments
        ]
        subprocess.run(["ffmpeg", "-v", "error", "-y", *words, str(path)], check=True)
        return path

    def onset(self, *arguments: str) -> float:
        with tempfile.TemporaryDirectory() as folder:
            path = self.make(Path(folder), *arguments)
            return onset_seconds(decode_mono(path, None, Path(folder), lambda _samples: 1.0))

    def test_a_start_of_all_streams_moves_nothing(self) -> None:
        video = ("-f", "lavfi", "-i", "color=s=64x64:r=25:d=2", "-f", "lavfi", "-i")
        for rate in ("BEEP", "HIGH"):
            for offset in ("0", "0.3", "1.4", "5"):
                late = (
                    "-c:v",
                    "mjpeg",
                    "-c:a",
                    "pcm_s16le",
                    "-output_ts_offset",
                    offset,
                    "-avoid_negative_ts",
                    "disabled",
                )
                with self.subTest(rate=rate, offset=offset):
                    self.assertAlmostEqual(self.onset(*video, rate, *late), 0.5, delta=0.002)

    def test_silence_precedes_audio_that_starts_later_than_the_video(self) -> None:
        video = ("-f", "lavfi", "-i", "color=s=64x64:r=25:d=2", "-itsoffset", "0.75", "-f", "lavfi", "-i", "BEEP")
        late = ("-c:v", "mjpeg", "-c:a", "pcm_s16le", "-output_ts_offset", "2", "-avoid_negative_ts", "disabled")
        self.assertAlmostEqual(self.onset(*video, *late), 1.25, delta=0.002)

    def test_two_streams_become_two_channels_and_more_become_one(self) -> None:
        tone = ("-f", "lavfi", "-i", "sine=f={}:d=1:r=48000")
        inputs = [word.format(frequency) for frequency in (300, 500, 700) for word in tone]
        maps = ["-map", "0", "-map", "1", "-map", "2", "-c:a", "pcm_s16le"]
        with tempfile.TemporaryDirectory() as folder:
            path = self.make(Path(folder), *inputs, *maps)
            two = np.array(decode_channels(path, AudioSelection([0, 2]), Path(folder)), dtype=np.float64)
            three = np.array(decode_channels(path, AudioSelection([0, 1, 2]), Path(folder)), dtype=np.float64)
        self.assertEqual([strongest(two[:, 0]), strongest(two[:, 1])], [[300], [700]])
        self.assertEqual(three.shape[1], 1)
        self.assertEqual(strongest(three[:, 0]), [300, 500, 700])


def strongest(channel: Floats) -> list[int]:
    """Returns the frequencies, in hertz, whose level is within 12 dB of the strongest."""
    second = channel[:SAMPLE_RATE]
    spectrum = np.abs(np.fft.rfft(second * np.hanning(len(second))))
    peaks = np.flatnonzero(spectrum > spectrum.max() / 4)
    return sorted({int(round(peak, -1)) for peak in peaks})
