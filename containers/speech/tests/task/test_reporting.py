import os
import signal
import threading
import unittest
from unittest import mock

from botocore.exceptions import ClientError

from speech.task.reporting import (
    Heartbeat,
    Progress,
    ProgressTarget,
    ReportedTask,
    TaskReport,
    end_process,
    run_reported,
)


def client_error(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": code}}, "Call")


class ProgressReports(unittest.TestCase):
    def test_progress_is_written_once_a_second_and_never_lower(self) -> None:
        table, clock = mock.Mock(), mock.Mock(side_effect=[0.0, 0.5, 1.2, 2.5])
        progress = Progress(table, ProgressTarget("table", "t1"), clock)
        for share in (0.1, 0.2, 0.3, 0.25):
            progress.report(share)
        written = [c.kwargs["ExpressionAttributeValues"][":share"]["N"] for c in table.update_item.call_args_list]
        self.assertEqual(written, ["0.1", "0.3"])
        self.assertEqual(
            table.update_item.call_args.kwargs["Key"], {"pk": {"S": "PROGRESS#t1"}, "sk": {"S": "transcribing"}}
        )

    def test_a_conditional_write_conflict_does_not_stop_the_work(self) -> None:
        table = mock.Mock()
        table.update_item.side_effect = client_error("ConditionalCheckFailedException")
        Progress(table, ProgressTarget("table", "t1", "clipping", 0.5)).report(0.5)
        request = table.update_item.call_args.kwargs
        self.assertEqual(request["ExpressionAttributeValues"][":share"], {"N": "0.25"})
        self.assertEqual(request["Key"]["sk"], {"S": "clipping"})


class TaskReports(unittest.TestCase):
    def test_a_token_that_timed_out_is_not_a_failure(self) -> None:
        states = mock.Mock()
        states.send_task_success.side_effect = client_error("TaskTimedOut")
        with mock.patch("builtins.print"):
            TaskReport(states, "token").success({})
        states.send_task_success.side_effect = client_error("AccessDenied")
        with self.assertRaises(ClientError):
            TaskReport(states, "token").success({})

    def test_heartbeats_are_sent_while_the_work_continues(self) -> None:
        sent = threading.Event()
        report = mock.Mock()

        def heartbeat() -> bool:
            sent.set()
            return True

        report.heartbeat.side_effect = heartbeat
        with Heartbeat(report, seconds=0.001):
            self.assertTrue(sent.wait(10))

    def test_the_process_ends_when_no_execution_waits_for_it(self) -> None:
        for code in ("InvalidToken", "TaskTimedOut", "TaskDoesNotExist"):
            states, ended = mock.Mock(), threading.Event()
            states.send_task_heartbeat.side_effect = client_error(code)
            with (
                mock.patch("builtins.print"),
                Heartbeat(TaskReport(states, "token"), seconds=0.001, on_unawaited=ended.set),
            ):
                self.assertTrue(ended.wait(10))
            states.send_task_heartbeat.assert_called_once()

    def test_the_end_is_that_of_a_stop_and_forced_when_the_process_does_not_react(self) -> None:
        with (
            mock.patch("speech.task.reporting.os.kill") as kill,
            mock.patch("speech.task.reporting.time.sleep"),
            mock.patch("speech.task.reporting.os._exit") as leave,
        ):
            end_process()
        kill.assert_called_once_with(os.getpid(), signal.SIGTERM)
        leave.assert_called_once_with(143)


class ReportedTasks(unittest.TestCase):
    def test_reports_the_output_or_the_failure_and_hides_internal_errors(self) -> None:
        task = ReportedTask("test task", "t1", "TestFailed", (ValueError,), "An internal error.")
        report = mock.Mock()
        with mock.patch("builtins.print"):
            self.assertEqual(run_reported(task, report, lambda: {"key": "k"}), 0)
            for error in (ValueError("The file is empty."), KeyError("secret")):
                self.assertEqual(run_reported(task, report, mock.Mock(side_effect=error)), 0)
        report.success.assert_called_once_with({"key": "k"})
        self.assertEqual(
            report.failure.call_args_list,
            [mock.call("TestFailed", "The file is empty."), mock.call("TestFailed", "An internal error.")],
        )
