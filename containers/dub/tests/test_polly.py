"""Amazon Polly, by an emulator of its HTTP protocol."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy

from dub.audio_file import encode
from dub.errors import DubFailed
from dub.kokoro import SAMPLE_RATE
from dub.polly import Polly, polly_client
from speech.tests.http_emulator import HttpEmulator, Request, Response

OGG = ("-c:a", "libvorbis", "-f", "ogg")


def ogg_of_a_tone() -> bytes:
    """Returns half a second of a tone between two halves of silence."""
    times = numpy.arange(SAMPLE_RATE // 2) / SAMPLE_RATE
    tone = (0.3 * numpy.sin(2 * numpy.pi * 220 * times)).astype(numpy.float32)
    silence = numpy.zeros_like(tone)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tone.ogg"
        encode([silence, tone, silence], 1, SAMPLE_RATE, OGG, path)
        return path.read_bytes()


class Emulator:
    """Responds to SynthesizeSpeech: with the errors in turn, then with audio."""

    def __init__(self, audio: bytes) -> None:
        self.audio = audio
        self.errors: list[tuple[int, str]] = []
        self.requests: list[dict[str, Any]] = []

    def respond(self, request: Request) -> Response:
        signed = request.headers["authorization"].startswith("AWS4-HMAC-SHA256 ")
        if request.method != "POST" or request.path != "/v1/speech" or not signed:
            return failure(403, "AccessDeniedException")
        self.requests.append(json.loads(request.body))
        if self.errors:
            return failure(*self.errors.pop(0))
        return Response(200, self.audio, {"Content-Type": "audio/ogg"})


def failure(status: int, name: str) -> Response:
    """Returns an error of the service."""
    headers = {"Content-Type": "application/json", "x-amzn-ErrorType": name}
    return Response(status, json.dumps({"message": name}).encode(), headers)


class PollySpeech(unittest.TestCase):
    def setUp(self) -> None:
        self.emulator = Emulator(ogg_of_a_tone())
        server = HttpEmulator(self.emulator.respond)
        server.start(self)
        self.polly = Polly(
            polly_client(
                endpoint_url=server.url,
                region_name="us-east-1",
                aws_access_key_id="id",
                aws_secret_access_key="secret",
            )
        )

    def test_is_requested_in_plain_text_and_has_no_silence_at_its_ends(self) -> None:
        audio = self.polly.speak("Bom dia & adeus.", "Camila")
        self.assertAlmostEqual(len(audio) / SAMPLE_RATE, 0.54, delta=0.03)
        self.assertEqual(
            self.emulator.requests,
            [
                {
                    "Engine": "neural",
                    "VoiceId": "Camila",
                    "OutputFormat": "ogg_vorbis",
                    "SampleRate": "24000",
                    "Text": "Bom dia & adeus.",
                    "TextType": "text",
                }
            ],
        )

    def test_is_slower_by_markup_that_escapes_the_text(self) -> None:
        self.polly.speak("1 < 2", "Camila", 0.9)
        [request] = self.emulator.requests
        self.assertEqual(request["TextType"], "ssml")
        self.assertEqual(request["Text"], '<speak><prosody rate="90%">1 &lt; 2</prosody></speak>')

    def test_is_requested_again_after_throttling_and_a_failure_of_the_service(self) -> None:
        self.emulator.errors = [(429, "ThrottlingException"), (500, "ServiceFailureException")]
        self.assertGreater(len(self.polly.speak("Olá.", "Camila")), 0)
        self.assertEqual(len(self.emulator.requests), 3)

    def test_fails_with_a_name_for_a_text_that_is_rejected(self) -> None:
        self.emulator.errors = [(400, "TextLengthExceededException")]
        with self.assertRaisesRegex(DubFailed, "TextLengthExceededException"):
            self.polly.speak("Olá.", "Camila")
        self.assertEqual(len(self.emulator.requests), 1)


if __name__ == "__main__":
    unittest.main()
