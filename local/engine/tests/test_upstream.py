import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.tests.unified_diff import DoesNotApply, apply_patch, hunks_of

ENGINE = Path(__file__).resolve().parents[1]
PATCHES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ENGINE / "upstream").glob("*.patch"))}
UNCATCHABLE_MATCHES = {"byName": [True, True], "other": True}
OUT_OF_ORDER, TOO_SMALL = [400, "InvalidPartOrder"], [400, "EntityTooSmall"]
SERVER_ERROR = [500, '{"message": "Internal Server Error"}']
UNAVAILABLE = [503, '{"message": "Service Unavailable"}']

# The behavior of AWS, which the patched MiniStack has and the unchanged one has not.
EXPECTED: dict[str, Any] = {
    "stepfunctions-error-matching": {
        **UNCATCHABLE_MATCHES,
        "all": [False, False],
        "taskFailed": [False, False],
        "heartbeat": True,
    },
    "stepfunctions-retry-delay": {"limited": [4, 5, 5], "unlimited": [4, 40, 400], "varies": True},
    "stepfunctions-choice-output": ["changed", "Next"],
    "stepfunctions-status-event": [["States.Timeout", "why", "REDRIVABLE"], [None, None, "NOT_REDRIVABLE"]],
    "stepfunctions-run-task-failures": ["AmazonECS.Unknown", "ECS.ClusterNotFoundException"],
    "stepfunctions-throttled-function": "Lambda.TooManyRequestsException",
    "s3-multipart-validation": [[400, "MalformedXML"], OUT_OF_ORDER, TOO_SMALL, [200, None]],
    "eventbridge-function-targets": [{"a": 1}],
    "http-api-function-errors": [SERVER_ERROR, UNAVAILABLE, [201, "created"]],
    "http-api-trailing-slash": {
        "$default": [
            ["$default", "/"],
            ["$default", "/videos"],
            ["$default", "/videos/"],
            ["$default", "/videos/1"],
            ["$default", "/live"],
            ["$default", "/live/"],
        ],
        "live": [
            ["$default", "/"],
            ["videos", "/"],
            ["videos", "/"],
            ["videos", "/1"],
            ["live", "/"],
            ["live", "/"],
        ],
    },
    "http-api-cors": {"without": 404, "fromCloudFormation": 204},
}


def installed_package() -> Path:
    """Returns the folder of the installed MiniStack."""
    spec = find_spec("ministack")
    if spec is None or spec.origin is None:
        raise AssertionError("MiniStack is not installed")
    return Path(spec.origin).parent


def copy_package(folder: Path) -> None:
    """Copies the installed MiniStack to `folder`."""
    shutil.copytree(installed_package(), folder / "ministack", ignore=shutil.ignore_patterns("__pycache__"))


def behavior_in(folder: Path | None) -> dict[str, Any]:
    """Runs the probes with the MiniStack in `folder`, or with the installed one."""
    with tempfile.TemporaryDirectory() as state:
        environment = {**os.environ, "LOG_LEVEL": "ERROR", "STATE_DIR": state, "S3_DATA_DIR": state}
        if folder is not None:
            environment["PYTHONPATH"] = str(folder)
        command = [sys.executable, str(ENGINE / "tests" / "upstream_probes.py")]
        run = subprocess.run(command, env=environment, cwd=state, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise AssertionError(run.stderr)
    behavior: dict[str, Any] = json.loads(run.stdout)
    return behavior


class UpstreamPatches(unittest.TestCase):
    unchanged: dict[str, Any]
    patched: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.unchanged = behavior_in(None)
        with tempfile.TemporaryDirectory() as folder:
            copy_package(Path(folder))
            for patch in PATCHES.values():
                apply_patch(patch, Path(folder))
            cls.patched = behavior_in(Path(folder))

    def test_every_patch_has_an_expected_behavior(self) -> None:
        self.assertEqual(sorted(PATCHES), sorted(EXPECTED))

    def test_a_patched_ministack_behaves_like_aws(self) -> None:
        for name, expected in EXPECTED.items():
            with self.subTest(name):
                self.assertEqual(self.patched[name], expected)

    def test_an_unchanged_ministack_differs_where_a_patch_applies(self) -> None:
        for name, expected in EXPECTED.items():
            with self.subTest(name):
                self.assertNotEqual(self.unchanged[name], expected)

    def test_every_patch_applies_alone_and_only_once(self) -> None:
        for name, patch in PATCHES.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                for hunk in hunks_of(patch):
                    file = Path(folder) / hunk.path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(installed_package().parent / hunk.path, file)
                apply_patch(patch, Path(folder))
                with self.assertRaises(DoesNotApply):
                    apply_patch(patch, Path(folder))

    def test_every_patch_states_its_reason_and_a_source(self) -> None:
        for name, patch in PATCHES.items():
            with self.subTest(name):
                description = patch.partition("--- ")[0]
                self.assertRegex(description, r"\A[A-Z].{20,}\n\n")
                self.assertIn("https://docs.aws.amazon.com/", description)
