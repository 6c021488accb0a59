"""Chooses voices for speakers, and the voices of Kokoro for each language of a dub with their pitch.

Only native voices: a voice of another language is understood less well (transcribed back, up to 0.24 of the words were
wrong, against 0.00 for native ones). The second letter of a name is the sex: f or m. Pitches are the medians of one
spoken sentence, measured by level.pitch_hz.
"""

from typing import NamedTuple

from dub.speaker_encoder import Embedding

# Between the pitches of most men and of most women.
SEX_BOUNDARY_HZ = 165.0
# A smaller difference between the similarities to the voices of women and of men says nothing about the sex.
CLEAR_DIFFERENCE = 0.03

PITCH_HZ: dict[str, dict[str, int]] = {
    "en": {
        "af_heart": 195,
        "af_alloy": 139,
        "af_aoede": 179,
        "af_bella": 194,
        "af_jessica": 203,
        "af_kore": 152,
        "af_nova": 155,
        "af_river": 173,
        "af_sarah": 182,
        "af_sky": 156,
        "bf_alice": 211,
        "bf_emma": 180,
        "bf_isabella": 203,
        "bf_lily": 194,
        "am_michael": 114,
        "am_adam": 113,
        "am_echo": 106,
        "am_eric": 154,
        "am_fenrir": 130,
        "am_liam": 125,
        "am_onyx": 83,
        "am_puck": 107,
        "bm_daniel": 126,
        "bm_fable": 119,
        "bm_george": 139,
        "bm_lewis": 86,
    },
    "es": {"ef_dora": 173, "em_alex": 133, "em_santa": 132},
    "fr": {"ff_siwis": 203},
    "it": {"if_sara": 214, "im_nicola": 80},
    "pt": {"pf_dora": 174, "pm_alex": 134, "pm_santa": 134},
}


class Voice(NamedTuple):
    """A voice of an engine. `sex`: f or m. `pitch_hz`: None if unknown."""

    name: str
    sex: str
    pitch_hz: float | None


def kokoro_voices(language: str) -> list[Voice]:
    """Returns Kokoro's voices of a language. Raises KeyError for a language without voices."""
    return [Voice(name, name[1], pitch_hz) for name, pitch_hz in PITCH_HZ[language].items()]


class Traits(NamedTuple):
    """What is known of a speaker. `sex`: f or m. None: unknown."""

    sex: str | None
    pitch_hz: float | None


def traits_of(pitch_hz: float | None, embedding: Embedding | None, bank: dict[str, Embedding]) -> Traits:
    """Returns the traits of a speaker; `bank`: embeddings of voices by name, see voice_bank.py.

    The sex is that of the voices that are clearly more similar on average, else that of the pitch, which is measured
    too high where a voice is loud or noisy.
    """
    if embedding is not None:
        similar = {sex: [float(embedding @ one) for name, one in bank.items() if name[1] == sex] for sex in "fm"}
        means = {sex: sum(found) / len(found) for sex, found in similar.items()}
        if abs(means["f"] - means["m"]) >= CLEAR_DIFFERENCE:
            return Traits(max(means, key=lambda sex: means[sex]), pitch_hz)
    if pitch_hz is None:
        return Traits(None, None)
    return Traits("f" if pitch_hz >= SEX_BOUNDARY_HZ else "m", pitch_hz)


def voices_for(voices: list[Voice], speakers: list[Traits]) -> list[list[str]]:
    """Returns the names of the voices for each speaker, best match first.

    A voice matches by the sex of the speaker, then by being no other speaker's, then by its pitch. Speakers of the same
    sex share a voice where the language has too few.
    Without any known trait, the order is that of the voices.
    """
    orders = []
    taken: set[str] = set()
    for speaker in speakers:
        order = [voice.name for voice in sorted(voices, key=lambda voice: _mismatch(voice, speaker, taken))]
        taken.add(order[0])
        orders.append(order)
    return orders


def _mismatch(voice: Voice, speaker: Traits, taken: set[str]) -> tuple[bool, bool, float]:
    difference = 0.0
    if voice.pitch_hz is not None and speaker.pitch_hz is not None:
        difference = abs(voice.pitch_hz - speaker.pitch_hz)
    return speaker.sex not in (None, voice.sex), voice.name in taken, difference
