"""Changes the tempo of speech without changing its pitch."""

from pathlib import Path

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
