"""Changes the tempo of speech without changing its pitch."""

import subprocess
from pathlib import Path


def stretch_arguments(source: Path, target: Path, tempo: float, sample_rate: int) -> list[str]:
    """Returns the arguments of ffmpeg that write `source`, at another tempo and sample rate, to `target`.

    Rubber Band keeps the formants, so that a fast voice does not sound like a smaller person.
    """
    filters = [f"rubberband=tempo={tempo:.6f}:formant=preserved:pitchq=quality", f"aresample={sample_rate}"]
    if tempo == 1:
        filters = filters[1:]
    return [
        *("ffmpeg", "-v", "error", "-nostdin", "-protocol_whitelist", "file", "-i", str(source)),
        *("-af", ",".join(filters), "-ac", "1", "-c:a", "pcm_s16le", "-y", str(target)),
    ]


def stretch(source: Path, target: Path, tempo: float, sample_rate: int) -> None:
    """Writes `source`, at another tempo and sample rate, to the WAV file `target`.

    Raises CalledProcessError when ffmpeg fails.
    """
    subprocess.run(stretch_arguments(source, target, tempo, sample_rate), check=True, stdin=subprocess.DEVNULL)
