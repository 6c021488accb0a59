import unittest
from pathlib import Path

from audio_track import AudioStream, decode_arguments, fold_filter, pick_audio

VIDEO = {"index": 0, "codec_type": "video", "start_time": "0.040000", "disposition": {"default": 1}}
COVER = {"index": 3, "codec_type": "video", "start_time": "0.0", "disposition": {"attached_pic": 1}}


def audio(index: int, default: int = 0, **fields) -> dict:
    base = {"index": index, "codec_type": "audio", "channels": 2, "channel_layout": "stereo", "start_time": "0.5"}
    return {**base, "disposition": {"default": default}, **fields}


class PickAudio(unittest.TestCase):
    def test_no_audio_stream(self):
        self.assertIsNone(pick_audio([VIDEO], None))

    def test_the_stream_asked_for_then_the_default_then_the_first(self):
        streams = [VIDEO, audio(1), audio(2, default=1)]
        self.assertEqual(pick_audio(streams, 1).index, 1)
        self.assertEqual(pick_audio(streams, None).index, 2)
        self.assertEqual(pick_audio([VIDEO, audio(1), audio(2)], None).index, 1)

    def test_zero_is_where_the_first_of_picture_and_sound_starts(self):
        self.assertEqual(pick_audio([VIDEO, audio(1)], None).zero_seconds, 0.04)
        self.assertEqual(pick_audio([VIDEO, audio(1, start_time="0.01")], None).zero_seconds, 0.01)

    def test_a_cover_is_no_picture(self):
        self.assertEqual(pick_audio([COVER, audio(1)], None).zero_seconds, 0.5)


class Decoding(unittest.TestCase):
    def filters(self, zero_seconds: float) -> str:
        arguments = decode_arguments(Path("in"), AudioStream(1, 2, "stereo", zero_seconds), Path("out"))
        return arguments[arguments.index("-af") + 1]

    def test_silence_stands_before_sound_that_starts_late(self):
        self.assertEqual(self.filters(0.5), "aresample=16000:async=1:min_hard_comp=0.04:first_pts=8000")

    def test_surround_keeps_the_centre_louder_than_the_rest(self):
        fold = fold_filter(AudioStream(1, 6, "5.1(side)", 0.0))
        self.assertEqual(fold, "pan=stereo|c0<c2+0.5*c0+0.5*c4|c1<c2+0.5*c1+0.5*c5")

    def test_unknown_layouts_lose_no_channel(self):
        self.assertEqual(fold_filter(AudioStream(1, 4, "", 0.0)), "pan=stereo|c0<c0+c2|c1<c1+c3")
        self.assertIsNone(fold_filter(AudioStream(1, 1, "mono", 0.0)))


if __name__ == "__main__":
    unittest.main()
