import unittest
from pathlib import Path

from speech.audio.media import AudioStream, ProbedStream, decode_arguments, downmix_filter, pick_audio

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


def picked(streams: list[ProbedStream], index: int | None) -> AudioStream:
    stream = pick_audio(streams, index)
    if stream is None:
        raise AssertionError("no audio stream was picked")
    return stream


class PickAudio(unittest.TestCase):
    def test_returns_none_without_an_audio_stream(self) -> None:
        self.assertIsNone(pick_audio([VIDEO], None))

    def test_picks_the_requested_stream_then_the_default_then_the_first(self) -> None:
        streams = [VIDEO, audio(1), audio(2, default=1)]
        self.assertEqual(picked(streams, 1).index, 1)
        self.assertEqual(picked(streams, None).index, 2)
        self.assertEqual(picked([VIDEO, audio(1), audio(2)], None).index, 1)

    def test_second_0_is_the_earliest_start_of_the_video_and_audio_streams(self) -> None:
        self.assertEqual(picked([VIDEO, audio(1)], None).zero_seconds, 0.04)
        self.assertEqual(picked([VIDEO, audio(1, start_time="0.01")], None).zero_seconds, 0.01)

    def test_cover_art_does_not_count_as_a_video_stream(self) -> None:
        self.assertEqual(picked([COVER, audio(1)], None).zero_seconds, 0.5)


class Decoding(unittest.TestCase):
    def filters(self, zero_seconds: float) -> str:
        arguments = decode_arguments(Path("in"), AudioStream(1, 2, "stereo", zero_seconds), Path("out"))
        return arguments[arguments.index("-af") + 1]

    def test_silence_precedes_audio_that_starts_late(self) -> None:
        self.assertEqual(self.filters(0.5), "aresample=16000:async=1:min_hard_comp=0.04:first_pts=8000")

    def test_the_center_channel_is_louder_than_the_rest(self) -> None:
        downmix = downmix_filter(AudioStream(1, 6, "5.1(side)", 0.0))
        self.assertEqual(downmix, "pan=stereo|c0<c2+0.5*c0+0.5*c4|c1<c2+0.5*c1+0.5*c5")

    def test_unknown_layouts_keep_every_channel(self) -> None:
        self.assertEqual(downmix_filter(AudioStream(1, 4, "", 0.0)), "pan=stereo|c0<c0+c2|c1<c1+c3")
        self.assertIsNone(downmix_filter(AudioStream(1, 1, "mono", 0.0)))
