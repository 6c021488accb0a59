"""Files of faster-whisper without its package, whose import needs PyAV.

The wheels of PyAV contain FFmpeg libraries that are linked with x264 and x265, which are under the GPL. The modules
that are used need none of them (docs/decisions/0127-speech-without-pyav.md).
"""

from functools import cache
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def file_of(name: str) -> Path:
    """Returns the path of a file of the package. `name`: relative to its folder."""
    return Path(str(distribution("faster-whisper").locate_file("faster_whisper"))) / name


@cache
def load_module(name: str) -> ModuleType:
    """Returns a module of the package that imports no other of its modules.

    Raises ImportError.
    """
    spec = spec_from_file_location(f"faster_whisper_{name}", file_of(f"{name}.py"))
    if spec is None or spec.loader is None:
        raise ImportError(f"faster-whisper has no module {name}.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
