"""Loads the networks of a dub."""

from pathlib import Path
from typing import Any


def load_network(path: Path, threads: int, has_arena: bool = True) -> Any:
    """Returns the inference session of an ONNX file.

    `has_arena`: whether memory is kept for the next call. Waiting threads do not spin, because other work needs the
    processor.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_cpu_mem_arena = has_arena
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
