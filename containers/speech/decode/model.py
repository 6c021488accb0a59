"""The location of the speech model."""

import os
from pathlib import Path

from speech.errors import ModelMissing


def model_folder() -> Path:
    """Returns CAPSTACK_WHISPER_MODEL, else the folder of the image, else the one that the local set-up filled.

    Raises ModelMissing.
    """
    configured = os.environ.get("CAPSTACK_WHISPER_MODEL")
    repository = Path(__file__).resolve().parents[3]
    candidates = [Path(configured)] if configured else [Path("/opt/whisper"), repository / ".local/speech-model"]
    for folder in candidates:
        if (folder / "model.bin").is_file():
            return folder
    raise ModelMissing(
        f"There is no speech model in {candidates[-1]}. Fill a folder with containers/speech/fetch_model.py and set "
        "CAPSTACK_WHISPER_MODEL to it."
    )
