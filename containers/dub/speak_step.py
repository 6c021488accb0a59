"""The first step of a dub: separates the source and speaks all sentences.

Every result is stored when it is complete, and one that exists is used: a step that was stopped continues.
"""

import gc
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import numpy

from dub.arrays import Audio
from dub.audio_file import FLAC, STEREO, decode_source, encode
from dub.job import Job, Original, SpeakerVoice, Spoken
from dub.kokoro import SAMPLE_RATE as VOICE_RATE
from dub.level import loudness_db, peak_db
from dub.original_voices import embedding_of, measured
from dub.raw_audio import Pieces, RawAudio
from dub.sentence_speaker import GAP_SECONDS, Attempt, Request
from dub.separation import SAMPLE_RATE
from dub.speaker_encoder import Encoder
from dub.storage import Storage
from dub.voice_bank import average_voice, voice_bank
from dub.voice_match import MatchedVoice
from dub.voices import Voice, traits_of, voices_for
from speech.runtime import release_free_memory

Report = Callable[[float], object]

# Share of the step's time, measured: the rest is speech and its check.
SEPARATED = 0.15
# Sentences are transcribed together up to this much original speech: the new speech stays near the 30 s that the
# recognizer takes at once.
MAX_BATCH_SECONDS = 22.0
# Fewest letters of a sentence that compares voices, about three seconds of speech. Voices that were compared by half as
# much were less similar to speakers.
COMPARED_LETTERS = 45


class Track(Protocol):
    """A separated piece: stereo audio of the voice and of the background."""

    @property
    def voice(self) -> Audio:
        """The voice."""

    @property
    def background(self) -> Audio:
        """The rest."""


class SourceSeparator(Protocol):
    """Separates the voice from the background."""

    def separate(self, source: Pieces) -> Iterator[Track]:
        """Yields consecutive pieces, together as long as the source."""


class Speaker(Protocol):
    """Speaks and checks sentences."""

    def matched_voices(
        self, speaker: SpeakerVoice, names: list[str], language: str, text: str | None
    ) -> list[MatchedVoice]:
        """Returns the voices for a speaker, best first. `text`: a sentence of the speaker, None for any sentence."""

    def speak(self, requests: list[Request], language: str) -> list[Attempt]:
        """Returns the first attempt for each sentence."""

    def speak_unchecked(self, request: Request, language: str) -> Attempt:
        """Returns an attempt for a sentence that the recognizer would not understand."""

    def improve(self, requests: list[Request], attempts: list[Attempt], language: str) -> list[Attempt]:
        """Returns the best attempt for each sentence that was not understood."""


class Engines(Protocol):
    """Loads the engines of the step, one after the other, so that they do not share the memory."""

    def separator(self) -> SourceSeparator:
        """Loads the separation."""

    def encoder(self) -> Encoder:
        """Loads the encoder of voices."""

    def voices(self, language: str) -> list[Voice]:
        """Returns the voices of a language."""

    def speaker(self, scratch: Path) -> AbstractContextManager[Speaker]:
        """Loads the voice engine and the recognizer."""


def speak_step(job: Job, engines: Engines, storage: Storage, report: Report) -> None:
    """Writes the objects of the step; the last one is `spoken_key`. Raises DubFailed."""
    with tempfile.TemporaryDirectory(prefix="dub-") as folder:
        scratch = Path(folder)
        original = _separated(job, engines, storage)
        report(SEPARATED)
        keys = [job.sentence_keys(index, sentence.version) for index, sentence in enumerate(job.sentences)]
        missing = [index for index, (_, json_key) in enumerate(keys) if not storage.exists(json_key)]
        if missing:
            with engines.speaker(scratch) as speaker:
                voices = _voices(job, original, engines, speaker, storage)
                requests = {
                    index: Request(job.sentences[index].text, voices[original["speakers"][index]]) for index in missing
                }
                for done, (index, attempt) in enumerate(_attempts(job, requests, speaker), 1):
                    _store(job, original, index, attempt, storage)
                    report(SEPARATED + (1 - SEPARATED) * done / len(missing))
        spoken = [storage.read_json(json_key) for _, json_key in keys]
        storage.write_json(job.spoken_key, {"sentences": spoken})


def _voices(
    job: Job, original: Original, engines: Engines, speaker: Speaker, storage: Storage
) -> list[list[MatchedVoice]]:
    """Returns the voices for each speaker, best first. They are stored: all sentences of a speaker have one voice."""
    if not storage.exists(job.voices_key):
        bank = voice_bank()
        traits = [traits_of(one["pitchHz"], embedding_of(one), bank) for one in original["voices"]]
        orders = voices_for(engines.voices(job.language), traits)
        chosen = [
            speaker.matched_voices(voice, names, job.language, _typical_text(job, original, number))
            for number, (voice, names) in enumerate(zip(original["voices"], orders, strict=True))
        ]
        storage.write_json(job.voices_key, {"voices": [[one.to_json() for one in voices] for voices in chosen]})
    return [[MatchedVoice.parse(one) for one in voices] for voices in storage.read_json(job.voices_key)["voices"]]


def _typical_text(job: Job, original: Original, speaker: int) -> str | None:
    """Returns the shortest sentence of a speaker that is suited to compare voices; None without one."""
    pairs = zip(job.sentences, original["speakers"], strict=True)
    texts = [sentence.text for sentence, own in pairs if own == speaker and len(sentence.text) >= COMPARED_LETTERS]
    return min(texts, key=len, default=None)


def _attempts(job: Job, requests: dict[int, Request], speaker: Speaker) -> Iterator[tuple[int, Attempt]]:
    """Yields the best attempt for each sentence, with its index.

    Sentences that were not understood wait until there are enough of them to be transcribed together. Those in another
    language are not transcribed: the recognizer takes long for what it does not understand.
    """
    doubtful: dict[int, Attempt] = {}

    def improved() -> Iterator[tuple[int, Attempt]]:
        if doubtful:
            again = [requests[index] for index in doubtful]
            yield from zip(doubtful, speaker.improve(again, list(doubtful.values()), job.language), strict=True)
            doubtful.clear()

    translated = []
    for index, request in requests.items():
        if job.sentences[index].is_untranslated:
            yield index, speaker.speak_unchecked(request, job.language)
        else:
            translated.append(index)
    for batch in _batches(job, translated):
        attempts = speaker.speak([requests[index] for index in batch], job.language)
        for index, attempt in zip(batch, attempts, strict=True):
            if attempt.is_understood:
                yield index, attempt
                continue
            if _seconds(job, [*doubtful, index]) > MAX_BATCH_SECONDS:
                yield from improved()
            doubtful[index] = attempt
    yield from improved()


def _batches(job: Job, indexes: list[int]) -> Iterator[list[int]]:
    """Yields sentences that are transcribed together; what is stored is kept when the step is stopped."""
    batch: list[int] = []
    for index in indexes:
        if batch and _seconds(job, [*batch, index]) > MAX_BATCH_SECONDS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _seconds(job: Job, indexes: list[int]) -> float:
    """Returns how long the originals of sentences are, with the gaps between them."""
    sentences = [job.sentences[index] for index in indexes]
    return sum(one.end - one.start + GAP_SECONDS for one in sentences) - GAP_SECONDS


def _store(job: Job, original: Original, index: int, attempt: Attempt, storage: Storage) -> None:
    audio, comparison = attempt.audio, attempt.comparison
    spoken: Spoken = {
        "seconds": round(len(audio) / VOICE_RATE, 4),
        "loudnessDb": round(loudness_db(audio, VOICE_RATE), 2),
        "peakDb": round(peak_db(audio), 2),
        "originalLoudnessDb": original["loudnessDb"][index],
        "voice": attempt.voice,
        "errorRate": round(comparison.error_rate, 4),
        "isDoubtful": not attempt.is_understood,
        "words": comparison.words,
    }
    audio_key, json_key = job.sentence_keys(index, job.sentences[index].version)
    with tempfile.TemporaryDirectory(prefix="dub-") as folder:
        path = Path(folder) / "sentence.flac"
        encode([audio], 1, VOICE_RATE, FLAC, path)
        storage.upload(path, audio_key, "audio/flac")
    # Last: its presence means that the audio is stored too.
    storage.write_json(json_key, spoken)


def _separated(job: Job, engines: Engines, storage: Storage) -> Original:
    if storage.exists(job.original_key):
        original: Original = storage.read_json(job.original_key)
        return original
    with tempfile.TemporaryDirectory(prefix="dub-") as folder:
        voice = _separate(job, engines.separator(), storage, Path(folder))
        original = measured(job, voice, engines.encoder(), average_voice())
    # Last: its presence means that the background is stored too.
    storage.write_json(job.original_key, original)
    gc.collect()
    release_free_memory()
    return original


def _separate(job: Job, separator: SourceSeparator, storage: Storage, scratch: Path) -> RawAudio:
    """Stores the background and returns the voice, mono, in a file of `scratch`."""
    source_path, voice_path, background_path = scratch / "source", scratch / "voice.f32", scratch / "background.flac"
    storage.download(job.source_key, source_path)
    source = decode_source(source_path, job.selection, SAMPLE_RATE, scratch / "source.f32")
    source_path.unlink()
    with voice_path.open("wb") as voice:

        def background() -> Iterator[Audio]:
            for piece in separator.separate(source):
                voice.write(piece.voice.mean(axis=1).astype(numpy.float32).tobytes())
                yield piece.background

        encode(background(), STEREO, SAMPLE_RATE, FLAC, background_path)
    storage.upload(background_path, job.background_key, "audio/flac")
    return RawAudio(voice_path, 1)
