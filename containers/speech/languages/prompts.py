"""Prompts of the recognizer: text that Whisper takes for the preceding transcript."""

from speech.languages.text import writes_spaces

# Prompts that select the script and the punctuation. Without them Whisper writes Chinese without punctuation and in
# either set of characters, and Hindi in Arabic or Latin letters. The Chinese ones are in traditional characters: in
# simplified ones Whisper confuses more homophones. `in_script` converts the text.
SCRIPT_PROMPTS = {
    "zh": "以下是普通話的句子，使用標點符號。",
    "hi": "नमस्ते, यह बातचीत हिन्दी में है। आप कैसे हैं? मैं ठीक हूँ।",
    "mr": "नमस्कार, हे संभाषण मराठीत आहे. तुम्ही कसे आहात? मी ठीक आहे.",
    "ne": "नमस्ते, यो कुराकानी नेपालीमा हो। तपाईंलाई कस्तो छ? मलाई ठीक छ।",
}

# Whisper omits disfluencies unless the prompt contains some. Measured in en, de, es, fr and pt: all six fillers of a
# recording are transcribed, none is hallucinated in read speech, and the words have no more errors.
DISFLUENT_PROMPTS = {
    "en": "Um, uh, so, uh, I I, er, I was, um, you know, hmm.",
    "de": "Ähm, also, äh, ich ich, ähm, ich war, äh, hm.",
    "es": "Eh, este, ehm, yo yo, eh, o sea, mmm.",
    "fr": "Euh, donc, euh, je je, hum, c'était, euh, bah.",
    "it": "Ehm, allora, eh, io io, ehm, cioè, mmm.",
    "pt": "Hum, então, é, eh, eu eu, ahn, eu estava, hum.",
    "nl": "Uh, dus, eh, ik ik, uhm, ik was, uh, hm.",
    "ru": "Э-э, ну, эм, я я, э-э, я был, хм, ммм.",
    "pl": "Yyy, więc, eee, ja ja, yyy, no, hmm.",
    "sv": "Öh, alltså, eh, jag jag, öhm, jag var, hm.",
    "tr": "Iıı, yani, eee, ben ben, şey, ııı, hımm.",
    "ja": "えーと、あのー、えっと、私、私は、うーん、そのー。",
    "ko": "음, 어어, 그러니까, 저는 저는, 음, 흠.",
    "zh": "嗯，呃，我我，嗯，那個，呃。",
}


def prompt_for(language: str, dictionary: list[str], disfluent: bool = False) -> str | None:
    """Returns the prompt for a language; None when none is needed.

    The words of the dictionary become more likely. `disfluent` makes the recognizer transcribe disfluencies.
    """
    words = ", ".join(term.strip() for term in dictionary if term.strip())
    if words:
        # Whisper continues an open list: it takes the words for written already and omits them from the transcript.
        words = words.rstrip(".。") + ("." if writes_spaces(language) else "。")
    disfluencies = DISFLUENT_PROMPTS.get(language) if disfluent else None
    parts = [part for part in (SCRIPT_PROMPTS.get(language), words, disfluencies) if part]
    return " ".join(parts) or None
