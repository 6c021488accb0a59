"""The plan of faults: nothing fails without one, a seed repeats it, and an outage lasts."""

import unittest
from unittest.mock import patch

from engine.access import roles
from engine.access.policies import Call
from engine.corrections.functions import clock
from engine.faults import calls, functions
from engine.faults.plan import Plan
from engine.faults.plan import plan as shared_plan


class PlanTest(unittest.TestCase):
    def test_without_a_plan_nothing_fails(self) -> None:
        plan = Plan()
        self.assertFalse(any(plan.happens("failed", "role s3:GetObject") for _ in range(100)))
        self.assertFalse(plan.is_out("role", "s3:GetObject"))
        self.assertEqual(plan.injected(), {})

    def test_a_seed_repeats_the_faults(self) -> None:
        plan = Plan()
        runs = []
        for _ in range(2):
            plan.set({"failed": 0.5}, 3)
            runs.append([plan.happens("failed", "a") for _ in range(50)])
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(plan.injected(), {"failed a": 2 * sum(runs[0])})

    def test_an_outage_rejects_one_action_of_one_role_for_seconds(self) -> None:
        plan = Plan()
        plan.set({"outage": 1.0}, 1)
        self.assertTrue(plan.is_out("role", "s3:GetObject"))
        self.assertTrue(plan.is_out("role", "s3:GetObject"))
        self.assertEqual(plan.injected(), {"outage role s3:GetObject": 1})


class FunctionFaultsTest(unittest.TestCase):
    """Wrong clocks."""

    def test_a_skewed_function_runs_with_another_clock_and_the_next_one_does_not(self) -> None:
        offsets: list[int] = []

        def execute(_function: object, _event: object) -> dict[str, object]:
            offsets.append(clock.offset_ms())
            return {}

        run = functions.faulty(execute)
        try:
            shared_plan.set({"skewed": 1.0}, 2)
            run({"FunctionName": "step"}, {})
            shared_plan.set({}, 2)
            run({"FunctionName": "step"}, {})
        finally:
            shared_plan.set({}, 0)
        self.assertNotEqual(offsets[0], 0)
        self.assertLessEqual(abs(offsets[0]), 120_000)
        self.assertEqual(offsets[1], 0)


class CallFaultsTest(unittest.IsolatedAsyncioTestCase):
    """Lost objects."""

    async def _get(self, path: str) -> list[tuple[str, str]]:
        performed: list[tuple[str, str]] = []

        async def dispatch(method: str, _path: str, headers: dict[str, str], *_: object) -> object:
            performed.append((method, headers.get("authorization", "")[:40]))
            return 200, {}, b""

        role = {"authorization": "AWS4-HMAC-SHA256 Credential=ASIA/20260101/us-east-1/s3/aws4_request"}
        with (
            patch.object(roles, "role_of", lambda _: "render"),
            patch.object(calls, "calls_of", lambda _: [Call("s3:GetObject", "arn:aws:s3:::any")]),
        ):
            shared_plan.set({"lost": 1.0}, 1)
            try:
                await calls.faulty(dispatch)("GET", path, role, b"", {}, "id")
            finally:
                shared_plan.set({}, 0)
        return performed

    async def test_an_object_of_a_task_is_deleted_by_the_operator_before_it_is_read(self) -> None:
        methods = [method for method, _ in await self._get("/media/tasks/t1/render/job.json")]
        self.assertEqual(methods, ["DELETE", "GET"])

    async def test_sources_are_never_lost(self) -> None:
        methods = [method for method, _ in await self._get("/media/videos/v1/source")]
        self.assertEqual(methods, ["GET"])
