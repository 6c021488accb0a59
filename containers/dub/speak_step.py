"""The first step of a dub: separates the source and speaks all sentences.

Every result is stored when it is complete, and one that exists is used: a step that was stopped continues.
"""

import gc
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

import numpy

from dub.arrays import Audio
from dub.audio_file import FLAC, STEREO, decode_source, encode
from dub.job import Job, Original, Spoken
from dub.kokoro import SAMPLE_RATE as VOICE_RATE
from dub.kokoro import Kokoro
from dub.level import loudness_db, peak_db, pitch_hz
from dub.phonemes import Phonemizer
from dub.recognition import WhisperListener
from dub.sentence_speaker import GAP_SECONDS, Attempt, Request, SentenceSpeaker
from dub.separation import SAMPLE_RATE, Separator
from dub.speaker_encoder import Embedding, SpeakerEncoder
from dub.speakers import Speech, speakers_of
from dub.storage import Storage
from dub.voices import voices_for
from speech.runtime import processor_count, release_free_memory

Report = Callable[[float], object]

# Share of the step's time, measured: the rest is speech and its check.
SEPARATED = 0.15
# Sentences are transcribed together up to this much original speech: the new speech stays near the 30 s that the
# recognizer takes at once.
MAX_BATCH_SECONDS = 22.0
# The pitch of a speaker is known after this much speech.
MAX_PITCH_SECONDS = 120.0


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

    def separate(self, source: Audio) -> Iterator[Track]:
        """Yields consecutive pieces, together as long as the source."""


class Encoder(Protocol):
    """Describes voices."""

    def embed(self, mono: Audio, sample_rate: int) -> Embedding | None:
        """Returns the embedding of speech; None for too little speech."""


class Speaker(Protocol):
    """Speaks and checks sentences."""

    def speak(self, requests: list[Request], language: str) -> list[Attempt]:
        """Returns the best attempt for each sentence."""


class Engines(Protocol):
    """Loads the engines of the step, one after the other, so that they do not share the memory."""

    def separator(self) -> SourceSeparator:
        """Loads the separation."""

    def encoder(self) -> Encoder:
        """Loads the encoder of voices."""

    def speaker(self, scratch: Path) -> AbstractContextManager[Speaker]:
        """Loads the voice engine and the recognizer."""


class ModelEngines:
    """The engines with their weights in a folder."""

    def __init__(self, weights: Path) -> None:
        self._weights = weights

    def separator(self) -> SourceSeparator:
        """Loads the separation."""
        return Separator(self._weights, processor_count())

    def encoder(self) -> Encoder:
        """Loads the encoder of voices."""
        return SpeakerEncoder(self._weights, processor_count())

    @contextmanager
    def speaker(self, scratch: Path) -> Iterator[Speaker]:
        """Loads the voice engine and the recognizer."""
        with Phonemizer() as phonemizer:
            yield SentenceSpeaker(Kokoro(self._weights, processor_count()), phonemizer, WhisperListener(), scratch)


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
                done = 0
                for batch in _batches(job, missing):
                    _speak(job, original, batch, speaker, storage)
                    done += len(batch)
                    report(SEPARATED + (1 - SEPARATED) * done / len(missing))
        spoken = [storage.read_json(json_key) for _, json_key in keys]
        storage.write_json(job.spoken_key, {"sentences": spoken})


def _batches(job: Job, indexes: list[int]) -> Iterator[list[int]]:
    """Yields sentences that are transcribed together; what is stored is kept when the step is stopped."""
    batch: list[int] = []
    seconds = 0.0
    for index in indexes:
        sentence = job.sentences[index]
        if batch and seconds + sentence.end - sentence.start > MAX_BATCH_SECONDS:
            yield batch
            batch, seconds = [], 0.0
        batch.append(index)
        seconds += sentence.end - sentence.start + GAP_SECONDS
    if batch:
        yield batch


def _speak(job: Job, original: Original, batch: list[int], speaker: Speaker, storage: Storage) -> None:
    voices = voices_for(job.language, original["pitchHz"])
    requests = [Request(job.sentences[index].text, voices[original["speakers"][index]]) for index in batch]
    for index, attempt in zip(batch, speaker.speak(requests, job.language), strict=True):
        _store(job, original, index, attempt, storage)


def _store(job: Job, original: Original, index: int, attempt: Attempt, storage: Storage) -> None:
    audio, voice, comparison = attempt
    spoken: Spoken = {
        "seconds": round(len(audio) / VOICE_RATE, 4),
        "loudnessDb": round(loudness_db(audio, VOICE_RATE), 2),
        "peakDb": round(peak_db(audio), 2),
        "originalLoudnessDb": original["loudnessDb"][index],
        "voice": voice,
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
        original = measured(job, voice, engines.encoder())
    # Last: its presence means that the background is stored too.
    storage.write_json(job.original_key, original)
    gc.collect()
    release_free_memory()
    return original


def _separate(job: Job, separator: SourceSeparator, storage: Storage, scratch: Path) -> Audio:
    """Stores the background and returns the voice, mono, in a file of `scratch`."""
    source_path, background_path = scratch / "source", scratch / "background.flac"
    storage.download(job.source_key, source_path)
    source = decode_source(source_path, job.selection, SAMPLE_RATE, scratch / "source.f32")
    source_path.unlink()
    # On disk: an hour has 640 MB.
    voice = numpy.memmap(scratch / "voice.f32", numpy.float32, "w+", shape=(max(1, len(source)),))

    def background() -> Iterator[Audio]:
        at = 0
        for piece in separator.separate(source):
            voice[at : at + len(piece.voice)] = piece.voice.mean(axis=1)
            at += len(piece.voice)
            yield piece.background

    encode(background(), STEREO, SAMPLE_RATE, FLAC, background_path)
    storage.upload(background_path, job.background_key, "audio/flac")
    return voice


def measured(job: Job, voice: Audio, encoder: Encoder) -> Original:
    """Measures the separated voice, mono at the rate of the separation."""
    spans = [voice[round(one.start * SAMPLE_RATE) : round(one.end * SAMPLE_RATE)] for one in job.sentences]
    speakers = speakers_of([Speech(encoder.embed(span, SAMPLE_RATE), len(span) / SAMPLE_RATE) for span in spans])
    numbers = range(max(speakers, default=-1) + 1)
    speech = [[span for span, one in zip(spans, speakers, strict=True) if one == number] for number in numbers]
    return {
        "speakers": speakers,
        "pitchHz": [_pitch_hz(of_speaker) for of_speaker in speech],
        "loudnessDb": [round(loudness_db(span, SAMPLE_RATE), 2) for span in spans],
    }


def _pitch_hz(spans: list[Audio]) -> float | None:
    samples = numpy.concatenate(spans)[: round(MAX_PITCH_SECONDS * SAMPLE_RATE)]
    # A quarter of the rate suffices for a pitch, and costs a quarter.
    return pitch_hz(samples[: len(samples) // 4 * 4].reshape(-1, 4).mean(axis=1), SAMPLE_RATE // 4)
