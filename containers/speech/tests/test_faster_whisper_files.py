import subprocess
import sys
import unittest
from pathlib import Path

from speech.faster_whisper_files import file_of, load_module

PACKAGE = Path(__file__).resolve().parents[1]

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from speech.faster_whisper_files import load_module
print(load_module("feature_extractor").FeatureExtractor(), load_module("tokenizer").Tokenizer)
print(load_module("utils").download_model)
sys.exit("av" in sys.modules or "faster_whisper" in sys.modules)
"""


class FasterWhisperFiles(unittest.TestCase):
    def test_modules_load_without_the_package_and_without_pyav(self) -> None:
        command = [sys.executable, "-c", PROGRAM, str(PACKAGE.parent)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_module_is_loaded_once(self) -> None:
        self.assertIs(load_module("tokenizer"), load_module("tokenizer"))

    def test_an_unknown_module_is_an_error(self) -> None:
        with self.assertRaises(FileNotFoundError):
            load_module("unknown")

    def test_the_voice_detector_is_a_file_of_the_package(self) -> None:
        self.assertTrue(file_of("assets/silero_vad_v6.onnx").is_file())

    def test_the_requirements_do_not_contain_pyav(self) -> None:
        lines = (PACKAGE / "requirements.txt").read_text(encoding="utf-8").splitlines()
        self.assertTrue(any(line.startswith("faster-whisper==") for line in lines))
        self.assertFalse([line for line in lines if line.startswith("av==")])
