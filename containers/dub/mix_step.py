"""The second step of a dub: mixes the sentences, at their planned times, with the background."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy

from dub.arrays import Audio
from dub.audio_file import AAC, STEREO, decode_own, encode
from dub.job import Clip as PlannedClip
from dub.job import Job
from dub.level import loudness_db
from dub.mix import Clip, mix
from dub.raw_audio import Pieces
from dub.separation import SAMPLE_RATE
from dub.storage import Storage
from dub.stretch import stretch

PIECE_SAMPLES = 10 * SAMPLE_RATE
# Rubber Band lowers the loudness of speech, by 1.4 dB at a tempo of 0.9.
MAX_RESTORED_DB = 3.0


def mix_step(job: Job, storage: Storage) -> None:
    """Writes the dubbed audio, as long as the video. Raises DubFailed."""
    plan: list[PlannedClip] = storage.read_json(job.plan_key)["clips"]
    with tempfile.TemporaryDirectory(prefix="dub-") as folder:
        scratch = Path(folder)
        background_path, output = scratch / "background.flac", scratch / "audio.m4a"
        storage.download(job.background_key, background_path)
        background = decode_own(background_path, STEREO, SAMPLE_RATE, scratch / "background.f32")
        clips = [_clip(job, planned, storage, scratch) for planned in plan]
        pieces = pieces_of(background, round(job.media_seconds * SAMPLE_RATE))
        encode(mix(pieces, clips), STEREO, SAMPLE_RATE, AAC, output)
        storage.upload(output, job.audio_key, "audio/mp4")


def pieces_of(background: Pieces, samples: int) -> Iterator[Audio]:
    """Yields the background in pieces, cut or followed by silence so that it has `samples`."""
    for start in range(0, samples, PIECE_SAMPLES):
        piece = numpy.zeros((min(PIECE_SAMPLES, samples - start), STEREO), numpy.float32)
        part = background[start : start + len(piece)]
        piece[: len(part)] = part
        yield piece


def _clip(job: Job, planned: PlannedClip, storage: Storage, scratch: Path) -> Clip:
    index = planned["index"]
    audio_key, json_key = job.sentence_keys(index, planned.get("version", 0))
    source, stretched = scratch / f"{index}.flac", scratch / f"{index}.f32"

    def read() -> Audio:
        storage.download(audio_key, source)
        stretch(source, stretched, planned["tempo"], SAMPLE_RATE)
        audio = numpy.fromfile(stretched, numpy.float32)
        source.unlink()
        stretched.unlink()
        lost_db = storage.read_json(json_key)["loudnessDb"] - loudness_db(audio, SAMPLE_RATE)
        return audio * numpy.float32(10 ** (min(MAX_RESTORED_DB, max(-MAX_RESTORED_DB, lost_db)) / 20))

    return Clip(round(planned["startSeconds"] * SAMPLE_RATE), planned["gainDb"], read)
