"""Step Functions: cancellation, timeouts, heartbeats, task tokens and error names as in AWS.

MiniStack still evaluates paths, intrinsics and JSONata. The code that runs states is replaced, because it cannot be
stopped: here every wait goes through a Scope, which a stop, a timeout or a failed sibling ends.
"""

from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines import (
    branches,
    choice,
    execution,
    history,
    media_convert,
    nested,
    retry,
    task,
    tokens,
)
from engine.corrections.state_machines.scope import pause
from engine.replacing import replace


def install() -> None:
    """Installs the corrections."""
    replace(sfn, "_scaled_sleep", pause)
    replace(sfn, "_add_event", history.limited(sfn._add_event, execution.fail))
    replace(sfn, "_error_matches", retry.error_matches)
    replace(sfn, "_with_retry_and_catch", retry.with_retry_and_catch)
    replace(sfn, "_execute_task", task.execute_task)
    replace(sfn, "_call_lambda", task.call_function)
    replace(sfn, "_execute_choice", choice.execute_choice(sfn._execute_choice))
    replace(sfn, "_run_parallel_branches", branches.run_parallel)
    replace(sfn, "_run_map_items", branches.run_map(sfn._run_map_items))
    replace(sfn, "_run_sub_machine", execution.run_sub_machine)
    replace(sfn, "_run_execution", execution.run_execution)
    replace(sfn, "_start_execution", execution.start_execution(sfn._start_execution))
    replace(sfn, "_stop_execution", execution.stop_execution)
    replace(sfn, "_emit_execution_status_event", execution.emit_status_event)
    replace(sfn, "get_state", execution.state)
    replace(sfn, "load_persisted_state", execution.restore(sfn.load_persisted_state))
    replace(sfn, "_invoke_nested_start_execution", nested.start)
    replace(sfn, "_invoke_nested_start_execution_sync", nested.run)
    # A table refers to it as well.
    run_ecs_task = task.run_ecs_task(sfn._invoke_ecs_run_task)
    replace(sfn, "_invoke_ecs_run_task", run_ecs_task)
    sfn._SERVICE_DISPATCH["arn:aws:states:::ecs:runTask"] = run_ecs_task
    sfn._SERVICE_DISPATCH["arn:aws:states:::mediaconvert:createJob"] = media_convert.create_job
    replace(sfn, "_send_task_success", tokens.send_success)
    replace(sfn, "_send_task_failure", tokens.send_failure)
    replace(sfn, "_send_task_heartbeat", tokens.send_heartbeat)
