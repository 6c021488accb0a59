"""A speaker gets the voice whose speech is most similar, changed only where that raises the similarity."""

import unittest

import numpy

from dub.arrays import Audio
from dub.job import SpeakerVoice
from dub.kokoro import SAMPLE_RATE, blend_name, shares_of
from dub.level import pitch_hz
from dub.match_speaker import BLENDED_VOICES, SpeakerMatcher
from dub.speaker_encoder import Embedding
from dub.voice_bank import SAMPLES, packed, unpacked, voice_bank, voice_sample
from dub.voice_match import MatchedVoice, VoiceMatch
from dub.voices import PITCH_HZ

NAMES = ["pm_alex", "pm_santa", "pf_dora"]
MANY = ["am_liam", "am_adam", "am_eric", "af_sky"]
PITCHES = {"pm_alex": 130.0, "pm_santa": 120.0, "pf_dora": 200.0}
PITCHES |= {"am_liam": 130.0, "am_adam": 120.0, "am_eric": 150.0, "af_sky": 220.0}


def direction(pitch: float) -> Embedding:
    """Returns an embedding that depends on the pitch alone."""
    angle = pitch / 300
    return numpy.array([numpy.cos(angle), numpy.sin(angle)], numpy.float32)


def a_speaker(pitch: float) -> SpeakerVoice:
    """Returns a speaker of a pitch, whose spectrum is unknown."""
    return {"pitchHz": pitch, "embedding": [float(one) for one in direction(pitch)], "spectrumDb": None}


class Voices:
    """Speaks harmonics at the pitch of the voice, of a blend at the mean; speech is as similar as its pitch."""

    def __init__(self) -> None:
        self.spoken: list[str] = []

    def speak(self, voice: str) -> Audio:
        self.spoken.append(voice)
        return self.sample(voice)

    def sample(self, voice: str) -> Audio:
        pitch = sum(PITCHES[name] * share for name, share in shares_of(voice).items())
        times = numpy.arange(SAMPLE_RATE) / SAMPLE_RATE
        waves = [numpy.sin(2 * numpy.pi * pitch * number * times) / number for number in range(1, 12)]
        audio: Audio = (0.1 * numpy.sum(waves, axis=0)).astype(numpy.float32)
        return audio

    def embed(self, mono: Audio, sample_rate: int) -> Embedding | None:
        pitch = pitch_hz(mono, sample_rate)
        return None if pitch is None else direction(pitch)


class Match(unittest.TestCase):
    def setUp(self) -> None:
        self.parts = Voices()
        bank = {name: direction(pitch) for name, pitch in PITCHES.items()}
        self.matcher = SpeakerMatcher(self.parts, bank, self.parts.sample)

    def test_changes_the_pitch_to_that_of_the_speaker(self) -> None:
        best, *others = self.matcher.matched_voices(a_speaker(95.0), NAMES, self.parts.speak)
        self.assertAlmostEqual(best.match.pitch * self.pitch_of(best.name), 95, delta=3)
        self.assertEqual(others, [MatchedVoice(name) for name in NAMES])

    def test_speaks_the_blend_of_the_most_similar_of_many_voices(self) -> None:
        best, *others = self.matcher.matched_voices(a_speaker(122.0), MANY, self.parts.speak)
        self.assertEqual(self.parts.spoken, [best.name])
        shares = shares_of(best.name)
        self.assertEqual(list(shares), ["am_adam", "am_liam", "am_eric"])
        self.assertGreater(shares["am_adam"], shares["am_eric"])
        self.assertEqual(others, [MatchedVoice(name) for name in MANY])

    def test_compares_stored_samples_of_few_voices_without_speech(self) -> None:
        best, *_ = self.matcher.matched_voices({**a_speaker(122.0), "pitchHz": None}, NAMES, self.parts.speak)
        self.assertEqual(best, MatchedVoice("pm_santa"))
        self.assertEqual(self.parts.spoken, [])

    def test_leaves_a_voice_that_is_the_most_similar_one_as_it_is(self) -> None:
        voices = self.matcher.matched_voices({**a_speaker(130.0), "pitchHz": None}, ["pm_alex"], self.parts.speak)
        self.assertEqual(voices, [MatchedVoice("pm_alex")])

    def test_keeps_the_voices_of_a_speaker_with_too_little_speech(self) -> None:
        voices = self.matcher.matched_voices({**a_speaker(130.0), "embedding": None}, NAMES, self.parts.speak)
        self.assertEqual(voices, [MatchedVoice(name) for name in NAMES])
        self.assertEqual(self.parts.spoken, [])

    def test_speaks_no_blend_of_a_single_voice(self) -> None:
        best, *_ = self.matcher.matched_voices(a_speaker(130.0), ["pm_alex"], self.parts.speak)
        self.assertEqual(best.name, "pm_alex")
        self.assertEqual(self.parts.spoken, [])

    def pitch_of(self, name: str) -> float:
        return sum(PITCHES[one] * share for one, share in shares_of(name).items())


class Stored(unittest.TestCase):
    def test_each_voice_of_a_language_without_blends_has_a_sample_at_its_pitch(self) -> None:
        few = [voices for voices in PITCH_HZ.values() if len(voices) <= BLENDED_VOICES]
        names = {name: pitch for voices in few for name, pitch in voices.items()}
        self.assertEqual({path.stem for path in SAMPLES.iterdir()}, set(names))
        for name in ("ff_siwis", "pm_alex"):
            sample = voice_sample(name)
            self.assertAlmostEqual(len(sample) / SAMPLE_RATE, 3, delta=1)
            self.assertAlmostEqual(pitch_hz(sample, SAMPLE_RATE) or 0, names[name], delta=15)

    def test_a_blend_has_a_name_that_states_its_shares(self) -> None:
        name = blend_name({"pm_alex": 0.604, "pm_santa": 0.396})
        self.assertEqual(name, "pm_alex:0.60+pm_santa:0.40")
        self.assertEqual(shares_of(name), {"pm_alex": 0.6, "pm_santa": 0.4})
        self.assertEqual(shares_of("pm_alex"), {"pm_alex": 1.0})

    def test_a_matched_voice_is_restored_from_its_json(self) -> None:
        voice = MatchedVoice("pm_alex", VoiceMatch(1.1, 0.94, (1.0, -2.5)))
        self.assertEqual(MatchedVoice.parse(voice.to_json()), voice)

    def test_the_bank_has_an_embedding_for_each_voice(self) -> None:
        bank = voice_bank()
        self.assertEqual(set(bank), {name for names in PITCH_HZ.values() for name in names})
        for embedding in bank.values():
            self.assertEqual(embedding.shape, (256,))
            self.assertAlmostEqual(float(numpy.linalg.norm(embedding)), 1, places=4)

    def test_an_embedding_is_packed_with_little_loss(self) -> None:
        embedding = numpy.random.default_rng(1).random(256).astype(numpy.float32)
        embedding /= numpy.linalg.norm(embedding)
        self.assertGreater(float(unpacked(packed(embedding)) @ embedding), 0.999)


if __name__ == "__main__":
    unittest.main()
