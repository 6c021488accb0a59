"""Parallel and inline Map: branches with separate contexts, all stopped when one fails."""

import copy
import json
import queue
import threading
from collections.abc import Callable, Sequence

from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines.scope import Call, Scope, current
from engine.shapes import Execution, Function, Json, JsonObject

# https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html
_INLINE_CONCURRENCY = 40

# A state's output and the next state.
Transition = tuple[Json, str | None]
Work = Callable[[], Json]


def run_parallel(state_def: JsonObject, raw_input: Json, execution: Execution, ctx: JsonObject) -> Transition:
    """Runs a Parallel state. Raises _ExecutionError when a branch fails."""
    jsonata = sfn._state_query_language(state_def, ctx) == "JSONata"
    if jsonata:
        effective = sfn._apply_jsonata_arguments(state_def, raw_input, ctx)
    else:
        effective = sfn._apply_parameters(state_def, sfn._apply_input_path(state_def, raw_input, ctx), ctx)

    def branch(definition: JsonObject) -> Work:
        # Variables that a branch assigns end with it, and it has its own state and token.
        own = copy.deepcopy(ctx)
        return lambda: sfn._run_sub_machine(
            definition.get("States", {}), definition.get("StartAt"), effective, execution, own
        )

    branches = [branch(definition) for definition in state_def.get("Branches", [])]
    return _finish(state_def, raw_input, ctx, _run_all(branches, len(branches)))


def run_map(run_distributed: Function) -> Function:
    """Runs a Map state: inline here, distributed by MiniStack."""

    def run(state_def: JsonObject, raw_input: Json, execution: Execution, ctx: JsonObject) -> Transition:
        processor = state_def.get("Iterator") or state_def.get("ItemProcessor", {})
        if (processor.get("ProcessorConfig") or {}).get("Mode") == "DISTRIBUTED":
            return run_distributed(state_def, raw_input, execution, ctx)  # type: ignore[no-any-return]
        return _run_inline_map(state_def, raw_input, execution, ctx)

    return run


def _run_inline_map(state_def: JsonObject, raw_input: Json, execution: Execution, ctx: JsonObject) -> Transition:
    processor = state_def.get("Iterator") or state_def.get("ItemProcessor", {})
    jsonata = sfn._state_query_language(state_def, ctx) == "JSONata"
    effective = raw_input if jsonata else sfn._apply_input_path(state_def, raw_input, ctx)
    if jsonata and "Items" in state_def:
        items = sfn._jsonata_state_field(state_def, "Items", "array", raw_input, ctx)
    else:
        items = sfn._resolve_path_or_ctx(state_def.get("ItemsPath", "$"), effective, ctx)
    if not isinstance(items, list):
        raise sfn._ExecutionError("States.Runtime", f"The items of a Map must be an array, not {json.dumps(items)}")
    limit = state_def.get("MaxConcurrency", 0)
    if jsonata and "MaxConcurrency" in state_def:
        limit = sfn._jsonata_state_field(state_def, "MaxConcurrency", "number", raw_input, ctx)
    selector = state_def.get("ItemSelector") or state_def.get("Parameters")

    def iteration(index: int, item: Json) -> Work:
        def work() -> Json:
            own = copy.deepcopy(ctx)
            own["Map"] = {"Item": {"Index": index, "Value": item}}
            if not selector:
                item_input = item
            elif jsonata:
                item_input = sfn._apply_jsonata_template(selector, raw_input, own)
            else:
                item_input = sfn._resolve_params_obj(selector, effective, own)
            return sfn._run_sub_machine(
                processor.get("States", {}), processor.get("StartAt"), item_input, execution, own
            )

        return work

    iterations = [iteration(index, item) for index, item in enumerate(items)]
    concurrency = min(int(limit) or _INLINE_CONCURRENCY, _INLINE_CONCURRENCY)
    return _finish(state_def, raw_input, ctx, _run_all(iterations, concurrency))


def _finish(state_def: JsonObject, raw_input: Json, ctx: JsonObject, results: list[Json]) -> Transition:
    if sfn._state_query_language(state_def, ctx) == "JSONata":
        output = sfn._apply_jsonata_output(state_def, raw_input, ctx, result=results, default=results)
        sfn._apply_state_assign(state_def, raw_input, ctx, result=results)
    else:
        output = sfn._apply_result_path(state_def, raw_input, sfn._apply_result_selector(state_def, results))
        output = sfn._apply_output_path(state_def, output, ctx)
    return output, sfn._next_or_end(state_def)


def _run_all(works: Sequence[Work], concurrency: int) -> list[Json]:
    """Returns the results in order. Raises the first failure immediately; the end of the scope stops the others."""
    results: list[Json] = [None] * len(works)
    pending: queue.SimpleQueue[tuple[int, Work]] = queue.SimpleQueue()
    for entry in enumerate(works):
        pending.put(entry)

    def worker() -> None:
        while True:
            try:
                index, work = pending.get_nowait()
            except queue.Empty:
                return
            current().check()
            results[index] = work()

    with Scope(current()) as scope:
        progress = threading.Event()
        calls = [Call(scope, worker, progress) for _ in range(min(concurrency, len(works)))]
        while not all(call.finished for call in calls):
            current().wait(progress)
            progress.clear()
            errors = [call.error for call in calls if call.error is not None]
            if errors:
                raise errors[0]
    return results
