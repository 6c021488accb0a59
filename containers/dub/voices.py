"""The voices of Kokoro for each language of a dub.

Only native voices: a voice of another language is understood less well (transcribed back, up to 0.24 of the words were
wrong, against 0.00 for native ones).
"""

ENGLISH = (
    "af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky "
    "am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck "
    "bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis"
)

VOICES: dict[str, tuple[str, ...]] = {
    "en": tuple(ENGLISH.split()),
    "es": ("ef_dora", "em_alex", "em_santa"),
    "fr": ("ff_siwis",),
    "it": ("if_sara", "im_nicola"),
    "pt": ("pf_dora", "pm_alex", "pm_santa"),
}


def voice_for(language: str, is_female: bool) -> str:
    """Returns the first voice of a language with the sex of the speaker, or its first voice.

    Raises KeyError for a language without voices.
    """
    letter = "f" if is_female else "m"
    voices = VOICES[language]
    return next((voice for voice in voices if voice[1] == letter), voices[0])
