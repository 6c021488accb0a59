"""Functions that are prepared are kept; others end after their idle time."""

import time
import unittest

from ministack.core import lambda_runtime
from ministack.services import lambda_svc

from engine.corrections import functions
from engine.corrections.functions.worker import NodeWorker


class Prepared(unittest.TestCase):
    def setUp(self) -> None:
        self.addCleanup(lambda_runtime._workers.clear)
        for name in ("kept", "other"):
            config = {
                "FunctionName": name,
                "FunctionArn": f"arn:aws:lambda:us-east-1:000000000000:function:{name}",
                "Runtime": "nodejs24.x",
                "Version": "$LATEST",
            }
            lambda_svc._functions[name] = {"config": config, "code_zip": b"code", "aliases": {}, "versions": {}}
            self.addCleanup(lambda_svc._functions.pop, name)
            worker = NodeWorker(name, config, b"code")
            worker.in_use, worker.last_used = False, time.time() - 400
            lambda_runtime._workers[lambda_runtime._worker_key(name, config, "$LATEST")] = [worker]

    def test_only_the_one_that_is_prepared_again_is_kept(self) -> None:
        self.assertFalse(functions.prepare("kept"), "an environment was started")
        self.assertEqual(functions.reap_idle(300), 1)
        self.assertEqual([pool[0].config["FunctionName"] for pool in lambda_runtime._workers.values()], ["kept"])
