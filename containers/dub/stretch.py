"""Changes the tempo of speech without its pitch, and its pitch and formants without its tempo."""

from pathlib import Path

import numpy

from dub.arrays import Audio
from dub.audio_file import run_ffmpeg


def stretch_arguments(source: Path, target: Path, tempo: float, sample_rate: int) -> list[str]:
    """Returns the arguments of ffmpeg that write `source`, at another tempo and sample rate, to `target`.

    The target is raw mono floats. Rubber Band keeps the formants, so that the voice stays the same.
    """
    filters = [f"rubberband=tempo={tempo:.6f}:formant=preserved:pitchq=quality", f"aresample={sample_rate}"]
    if tempo == 1:
        filters = filters[1:]
    return [
        *("-protocol_whitelist", "file", "-i", f"file:{source}"),
        *("-af", ",".join(filters), "-ac", "1", "-f", "f32le", "-y", f"file:{target}"),
    ]


def stretch(source: Path, target: Path, tempo: float, sample_rate: int) -> None:
    """Writes `source`, at another tempo and sample rate, to the raw mono floats of `target`. Raises DubFailed."""
    run_ffmpeg(stretch_arguments(source, target, tempo, sample_rate))


def shift_filters(sample_rate: int, pitch: float, formants: float) -> str:
    """Returns the filters that multiply the pitch and the formants of speech by factors.

    Played at another sample rate, speech has all of its frequencies multiplied by the factor of the formants. Rubber
    Band then restores the tempo and sets the pitch, but keeps the formants.
    """
    played_rate = round(sample_rate * formants)
    formants = played_rate / sample_rate
    rubber_band = f"rubberband=tempo={1 / formants:.6f}:pitch={pitch / formants:.6f}:formant=preserved:pitchq=quality"
    return f"asetrate={played_rate},{rubber_band},aresample={sample_rate}"


def shift(audio: Audio, sample_rate: int, factors: tuple[float, float], scratch: Path) -> Audio:
    """Returns speech, mono, with another pitch and other formants, as long as before. Raises DubFailed.

    `factors`: of the pitch and of the formants. `scratch`: a folder for temporary files.
    """
    source, target = scratch / "source.f32", scratch / "shifted.f32"
    audio.astype("<f4").tofile(source)
    raw = ("-f", "f32le", "-ar", str(sample_rate), "-ac", "1")
    filters = shift_filters(sample_rate, *factors)
    run_ffmpeg(
        ["-protocol_whitelist", "file", *raw, "-i", f"file:{source}", "-af", filters, *raw, "-y", f"file:{target}"]
    )
    shifted = numpy.zeros(len(audio), numpy.float32)
    found = numpy.fromfile(target, "<f4")[: len(audio)]
    shifted[: len(found)] = found
    return shifted
