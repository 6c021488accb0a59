"""Transcribes text to phonemes with eSpeak NG.

    python containers/dub phonemes

A line of stdin is {"language": "pt", "text": "..."}, its response {"phonemes": "..."}, in the alphabet of eSpeak NG
with "^" between the letters of one phoneme. eSpeak NG is under the GPL, so it runs in a separate process.
"""

import ctypes
import json
import re
import sys

AUDIO_OUTPUT_SYNCHRONOUS = 2
CHARACTERS_UTF8 = 1
IPA_WITH_TIES = 0x02 | 0x80 | (ord("^") << 8)
VOICES = {"en": "en-us", "es": "es", "fr": "fr", "it": "it", "pt": "pt-br"}
# eSpeak NG drops punctuation, with which the voice engine makes pauses and intonation.
PUNCTUATION = re.compile(r"\s*([;:,.!?…—]+)(?=\s|$)")
# At the start of a sentence, or a lower-case letter.
LONE_WORD = re.compile(r"(?:(?:^|(?<=[.!?…] ))[^\W\d_]|(?<=[;:,—] )[a-zß-ÿ])[,;:](?= )")


def main(_: list[str]) -> int:
    """Serves the lines of stdin until it ends."""
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]
    library.espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, espeakng_loader.get_data_path().encode(), 0)
    for line in sys.stdin:
        request = json.loads(line)
        if library.espeak_SetVoiceByName(VOICES[request["language"]].encode()) != 0:
            raise RuntimeError(f"eSpeak NG has no voice for {request['language']}")
        print(json.dumps({"phonemes": transcribe(library, request["text"])}), flush=True)
    return 0


def transcribe(library: ctypes.CDLL, text: str) -> str:
    """Returns the phonemes of a text, with its punctuation."""
    parts = PUNCTUATION.split(joined_lone_words(text))
    # Odd parts are punctuation.
    return "".join(part[0] + " " if at % 2 else clauses(library, part) for at, part in enumerate(parts)).strip()


def joined_lone_words(text: str) -> str:
    """Joins a word of one letter between two marks with what follows.

    eSpeak NG reads a letter alone by its name: "é" as "e acute". Capital letters are names of letters, except at the
    start of a sentence.
    """
    return LONE_WORD.sub(lambda match: match[0][:-1], text)


def clauses(library: ctypes.CDLL, text: str) -> str:
    """Returns the phonemes of a text without punctuation; eSpeak NG splits long ones."""
    buffer = ctypes.create_string_buffer(text.strip().encode())
    position = ctypes.c_void_p(ctypes.addressof(buffer))
    found = []
    while position.value:
        phonemes = library.espeak_TextToPhonemes(ctypes.byref(position), CHARACTERS_UTF8, IPA_WITH_TIES)
        found.append((phonemes or b"").decode().strip())
    return " ".join(part for part in found if part)
