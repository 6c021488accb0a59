"""The voices of Kokoro for each language of a dub, and their pitch.

Only native voices: a voice of another language is understood less well (transcribed back, up to 0.24 of the words were
wrong, against 0.00 for native ones). The second letter of a name is the sex: f or m. Pitches are the medians of one
spoken sentence, measured by level.pitch_hz.
"""

# Between the pitches of most men and of most women.
SEX_BOUNDARY_HZ = 165.0

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
LANGUAGES = tuple(PITCH_HZ)


def voices_for(language: str, pitch_hz: float | None) -> list[str]:
    """Returns the voices of a language, best match first: of the sex of the speaker, then nearest in pitch.

    `pitch_hz`: of the speaker; None: unknown, and the order is that of the table. Raises KeyError for a language
    without voices.
    """
    voices = PITCH_HZ[language]
    if pitch_hz is None:
        return list(voices)
    sex = "f" if pitch_hz >= SEX_BOUNDARY_HZ else "m"
    return sorted(voices, key=lambda voice: (voice[1] != sex, abs(voices[voice] - pitch_hz)))
