"""Signed URLs and the session of their signer."""

import unittest
from datetime import UTC, datetime

from engine.access import roles
from engine.fidelity.sessions import rejection

SIGNED = {"X-Amz-Date": ["20261129T120000Z"]}


def at(minute: int) -> datetime:
    return datetime(2026, 11, 29, 12, minute, tzinfo=UTC)


class SessionsTest(unittest.TestCase):
    def test_a_url_of_a_process_dies_with_its_session(self) -> None:
        key = roles._access_key("GetTask")
        self.assertIsNone(rejection(key, "GetTask", SIGNED, at(15)))
        response = rejection(key, "GetTask", SIGNED, at(16))
        self.assertIsNotNone(response)
        self.assertIn(b"ExpiredToken", (response or (0, {}, b""))[2])

    def test_a_url_of_an_assumed_role_and_a_request_without_a_signed_url_live_on(self) -> None:
        self.assertIsNone(rejection("ASIAASSUMED", "Upload", SIGNED, at(59)))
        self.assertIsNone(rejection(roles._access_key("GetTask"), "GetTask", {}, at(59)))
