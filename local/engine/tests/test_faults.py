"""The plan of faults: nothing fails without one, a seed repeats it, and an outage lasts."""

import unittest

from engine.faults.plan import Plan


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
