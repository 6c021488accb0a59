"""ElevenLabs, by an emulator of its HTTP protocol."""

import json
import unittest
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy

from dub.elevenlabs import ATTEMPTS, Account, ElevenLabs, account_voices
from dub.errors import DubFailed
from dub.kokoro import SAMPLE_RATE
from dub.voices import Traits, voices_for
from speech.tests.http_emulator import HttpEmulator, Request, Response

KEY = "sk_test"


def voice(name: str, gender: str | None, *languages: str) -> dict[str, Any]:
    """Returns a voice as the service lists it."""
    labels = {} if gender is None else {"gender": gender, "accent": "american"}
    verified = [{"language": language, "model_id": "eleven_multilingual_v2"} for language in languages]
    return {"voice_id": name, "name": name, "labels": labels, "verified_languages": verified or None}


def speech() -> bytes:
    """Returns half a second of a tone between two halves of silence, 16 bits at 24 kHz."""
    tone = numpy.sin(2 * numpy.pi * 220 * numpy.arange(SAMPLE_RATE // 2) / SAMPLE_RATE)
    silence = numpy.zeros_like(tone)
    return (numpy.concatenate([silence, tone, silence]) * 9000).astype("<i2").tobytes()


def failure(status: int, detail: object) -> Response:
    """Returns an error of the service."""
    return Response(status, json.dumps({"detail": detail}).encode(), {"Content-Type": "application/json"})


class Service:
    """Responds with the failures in turn, then as the service does: two voices per page."""

    def __init__(self) -> None:
        self.failures: list[Response] = []
        self.voices: list[dict[str, Any]] = []
        self.spoken: list[tuple[str, dict[str, Any]]] = []
        self.requests = 0

    def respond(self, request: Request) -> Response:
        self.requests += 1
        url = urlsplit(request.path)
        query = {name: value for name, [value] in parse_qs(url.query).items()}
        if request.headers.get("xi-api-key") != KEY:
            return failure(401, {"status": "invalid_api_key", "message": "Invalid API key"})
        if self.failures:
            return self.failures.pop(0)
        if request.method == "GET" and url.path == "/v2/voices":
            return self._page(int(query.get("next_page_token", "0")))
        if request.method == "POST" and url.path.startswith("/v1/text-to-speech/"):
            if query != {"output_format": "pcm_24000"}:
                return failure(422, [{"loc": ["query"], "msg": "unknown", "type": "value_error"}])
            self.spoken.append((url.path.rsplit("/", 1)[1], json.loads(request.body)))
            return Response(200, speech(), {"Content-Type": "audio/pcm"})
        return failure(404, {"status": "not_found"})

    def _page(self, start: int) -> Response:
        end = start + 2
        page = {"voices": self.voices[start:end], "has_more": end < len(self.voices), "next_page_token": str(end)}
        return Response(200, json.dumps(page).encode(), {"Content-Type": "application/json"})


class ElevenLabsSpeech(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Service()
        server = HttpEmulator(self.service.respond)
        server.start(self)
        self.pauses: list[float] = []
        self.account = Account(server.url, KEY, self.pauses.append)
        self.engine = ElevenLabs(self.account)

    def test_is_requested_by_text_and_has_no_silence_at_its_ends(self) -> None:
        audio = self.engine.speak("Olá, «mundo».", "voice/1")
        self.assertAlmostEqual(len(audio) / SAMPLE_RATE, 0.54, delta=0.01)
        self.assertAlmostEqual(float(numpy.abs(audio).max()), 9000 / 32768, delta=0.001)
        body = {"text": "Olá, «mundo».", "model_id": "eleven_multilingual_v2"}
        self.assertEqual(self.service.spoken, [("voice%2F1", body)])

    def test_is_slower_by_the_settings_of_the_voice(self) -> None:
        self.engine.speak("Olá.", "one", 0.9)
        [(_, body)] = self.service.spoken
        self.assertEqual(body["voice_settings"], {"speed": 0.9})

    def test_is_requested_again_after_a_limit_and_a_failure_of_the_service(self) -> None:
        self.service.failures = [failure(429, {"code": "concurrent_limit_exceeded"}), Response(503, b"busy", {})]
        self.assertGreater(len(self.engine.speak("Olá.", "one")), 0)
        self.assertEqual((self.service.requests, len(self.pauses)), (3, 2))

    def test_ends_after_the_last_attempt(self) -> None:
        self.service.failures = [Response(500, b"", {}) for _ in range(ATTEMPTS + 1)]
        with self.assertRaises(OSError):
            self.engine.speak("Olá.", "one")
        self.assertEqual((self.service.requests, len(self.pauses)), (ATTEMPTS, ATTEMPTS - 1))

    def test_fails_with_the_name_of_an_error_that_lasts_and_without_the_key(self) -> None:
        for response, name in (
            (failure(401, {"status": "quota_exceeded", "message": KEY}), "quota_exceeded"),
            (failure(400, {"type": "validation_error", "code": "invalid_parameters"}), "invalid_parameters"),
            (failure(422, [{"msg": "field required"}]), "HTTP 422"),
            (Response(403, b"<html>", {}), "HTTP 403"),
            (Response(302, b"", {"Location": "http://127.0.0.1:9/"}), "HTTP 302"),
        ):
            self.service.failures = [response]
            with self.subTest(name), self.assertRaisesRegex(DubFailed, f"rejected a request: {name}\\.$"):
                self.engine.speak("Olá.", "one")
        with self.assertRaisesRegex(DubFailed, "invalid_api_key"):
            ElevenLabs(self.account._replace(key="other")).speak("Olá.", "one")
        self.assertEqual(self.pauses, [])

    def test_the_voices_of_all_pages_are_matched_by_language_and_sex(self) -> None:
        self.service.voices = [
            voice("unlabeled", None),
            voice("english woman", "female", "en"),
            voice("english man", "male", "en"),
            voice("portuguese man", "Male", "en", "pt"),
            voice("neutral", "neutral", "pt"),
        ]
        voices = account_voices(self.account, "pt")
        self.assertEqual([one.sex for one in voices], ["m", "", "", "f", "m"])
        woman, man, other_man = voices_for(voices, [Traits("f", 210.0), Traits("m", 110.0), Traits("m", 120.0)])
        self.assertEqual((woman[0], man[0], other_man[0]), ("english woman", "portuguese man", "english man"))

    def test_an_account_without_voices_fails_with_a_name(self) -> None:
        with self.assertRaisesRegex(DubFailed, "has no voices"):
            account_voices(self.account, "tl")


if __name__ == "__main__":
    unittest.main()
