"""Lambda for Node functions: error payloads, environments that survive errors, bounded starts and memory. Images."""

import os
import threading
import time
from typing import Any

from ministack.core import lambda_runtime
from ministack.core.responses import get_account_id, get_region
from ministack.services import lambda_svc

from engine.access import roles, service_calls
from engine.corrections.functions import images, payloads
from engine.corrections.functions.worker import InitFailed, NodeWorker
from engine.replacing import replace
from engine.shapes import Function, Json, JsonObject

# Idle environments in total, about 50 MB each. Beyond the limit the longest idle ones are closed first.
_IDLE_LIMIT = 24

# Environments that start at the same time, in total. A start occupies a processor for much of a second: fifty at once
# would all exceed the Init timeout of Lambda.
_STARTS_LIMIT = max(2, os.cpu_count() or 2)

# Environments of one function that start on demand. Further concurrent calls wait for one of them as long as calls of
# the function end: more processes than processors slow down all of them, and a burst would start one per request,
# where Lambda has a machine for each.
_EAGER_LIMIT = max(4, 2 * (os.cpu_count() or 2))

# When no call of a function ended for this long, its environments wait for something, and another one starts.
_STUCK_SECONDS = 3.0

_lock = threading.Lock()
_queues: dict[str, "_CallQueue"] = {}


# Keys of functions whose first environment starts before a call. A call waits for it instead of starting another one.
# Guarded by _lock.
_preparing: set[str] = set()


class _Starts:
    """The number of environments that are starting. Guarded by _lock."""

    count = 0


class _CallQueue:
    """Calls of one function that wait for an environment. Guarded by _lock."""

    def __init__(self) -> None:
        self.changed = threading.Condition(_lock)
        self.ended = time.monotonic()

    def is_stuck(self) -> bool:
        return time.monotonic() - self.ended > _STUCK_SECONDS


def install() -> None:
    """Installs the corrections."""
    images.install()
    replace(lambda_runtime, "_worker_class_for", _worker_class(lambda_runtime._worker_class_for))
    replace(lambda_runtime, "reap_idle_workers", reap_idle)
    replace(lambda_svc, "reap_idle_workers", reap_idle)
    replace(lambda_svc, "_execute_function_warm", payloads.within_limits(_execute(lambda_svc._execute_function_warm)))
    replace(lambda_svc, "invoke_async_with_retry", payloads.within_async_limit(lambda_svc.invoke_async_with_retry))
    replace(lambda_runtime, "execution_credentials", _credentials(lambda_runtime.execution_credentials))
    replace(lambda_svc, "_dispatch_esm_batch", _checked_batch(lambda_svc._dispatch_esm_batch))
    replace(lambda_svc, "_route_async_failure", _checked_failure(lambda_svc._route_async_failure))


def _credentials(of_account: Function) -> Function:
    """Gives a function the credentials of its role, those of the account when there is no such role."""

    def run(config: JsonObject) -> dict[str, str]:
        return roles.credentials(config.get("Role")) or of_account(config)

    return run


def _checked_batch(dispatch: Function) -> Function:
    """Checks that the function's role may read the event source that a batch comes from."""

    def run(mapping_id: str, *arguments: Any) -> Any:
        mapping = lambda_svc._esms.get(mapping_id)
        if mapping is not None:
            _, config = lambda_svc._get_func_record_for_qualifier(mapping["FunctionName"], None)
            service_calls.use_event_source((config or {}).get("Role"), mapping["EventSourceArn"])
        return dispatch(mapping_id, *arguments)

    return run


def _checked_failure(send: Function) -> Function:
    """Checks that the function's role may send a failed event to its queue."""

    def run(target_arn: str, name: str, *arguments: Any) -> Any:
        _, config = lambda_svc._get_func_record_for_qualifier(name, None)
        service_calls.send_failure((config or {}).get("Role"), target_arn)
        return send(target_arn, name, *arguments)

    return run


def _worker_class(choose: Function) -> Function:
    def run(config: JsonObject) -> Any:
        return NodeWorker if str(config.get("Runtime", "")).startswith("nodejs") else choose(config)

    return run


def _execute(execute: Function) -> Function:
    def run(func: JsonObject, event: Json, request_id: str) -> JsonObject:
        config = func.get("config") or func
        code = func.get("code_zip")
        if not str(config.get("Runtime", "")).startswith("nodejs") or not code:
            return execute(func, event, request_id)  # type: ignore[no-any-return]
        lambda_svc._ensure_reaper_thread()
        name, qualifier = config.get("FunctionName", "unknown"), config.get("Version", "$LATEST")
        worker, is_new = _lease(name, config, code, qualifier)
        try:
            if is_new:
                _start(worker)
                reap_idle()
            trace_id = lambda_svc._xray_trace_id_for_invocation(config)
            result, log = worker.call(event, request_id, config.get("FunctionArn", ""), trace_id)
        except InitFailed as failed:
            result, log = {"error": failed.payload}, failed.log
        except Exception:
            lambda_runtime.invalidate_worker(name, qualifier=qualifier, account=get_account_id(), region=get_region())
            raise
        finally:
            _release(worker, lambda_runtime._worker_key(name, config, qualifier))
        if "error" in result:
            return {"body": result["error"], "error": True, "log": log}
        return {"body": result["value"], "log": log}

    return run


def _lease(name: str, config: JsonObject, code: bytes, qualifier: str) -> tuple[NodeWorker, bool]:
    """Returns an environment for one call, and whether it is new: the caller must then `_start` it.

    Waits for an idle one while no other may start.
    """
    key = lambda_runtime._worker_key(name, config, qualifier)
    with _lock:
        waiting = _queues.setdefault(key, _CallQueue())
        while True:
            used, idle = _environments(key)
            has_place = _Starts.count < _STARTS_LIMIT and key not in _preparing
            may_start = has_place and (used < _EAGER_LIMIT or waiting.is_stuck())
            if idle > 0 or may_start:
                break
            waiting.changed.wait(_STUCK_SECONDS)
        worker, how = lambda_runtime.acquire_worker(name, config, code, qualifier=qualifier)
        if how == "spawn":
            _Starts.count += 1
            waiting.ended = time.monotonic()
        return worker, how == "spawn"


def _release(worker: NodeWorker, key: str) -> None:
    with _lock:
        lambda_runtime.release_worker(worker)
        waiting = _queues.setdefault(key, _CallQueue())
        waiting.ended = time.monotonic()
        waiting.changed.notify()


def _environments(key: str) -> tuple[int, int]:
    """Returns how many environments of a function are in use, and how many are idle."""
    with lambda_runtime._lock:
        pool = lambda_runtime._workers.get(key, [])
        used = sum(worker.in_use for worker in pool)
        return used, len(pool) - used


def _start(worker: NodeWorker) -> None:
    try:
        worker.start()
    finally:
        with _lock:
            _Starts.count -= 1
            for waiting in _queues.values():
                waiting.changed.notify()


def prepare(name: str) -> bool:
    """Starts an environment of a Node function before its first call. One that exists counts as used now and is kept.

    Returns whether one was started. Does nothing when there is no such function, or when it cannot be loaded: its next
    call reports that.
    """
    func, config = lambda_svc._get_func_record_for_qualifier(name, None)
    code = func.get("code_zip") if func is not None else None
    if config is None or not code or not str(config.get("Runtime", "")).startswith("nodejs"):
        return False
    lambda_svc._ensure_reaper_thread()
    qualifier = config.get("Version", "$LATEST")
    key = lambda_runtime._worker_key(name, config, qualifier)
    with lambda_runtime._lock:
        for worker in lambda_runtime._workers.get(key, [])[:1]:
            worker.last_used = time.time()
            return False
    worker, is_new = _lease(name, config, code, qualifier)
    try:
        if is_new:
            with _lock:
                _preparing.add(key)
            _start(worker)
            reap_idle()
        return is_new
    except InitFailed:
        return False
    finally:
        with _lock:
            _preparing.discard(key)
        _release(worker, key)


def reap_idle(ttl: float | None = None) -> int:
    """Closes environments that were idle for `ttl` seconds, and the longest idle ones beyond the limit."""
    oldest = time.time() - (lambda_runtime._LOCAL_WORKER_TTL if ttl is None else ttl)
    with lambda_runtime._lock:
        idle = [worker for pool in lambda_runtime._workers.values() for worker in pool if not worker.in_use]
        idle.sort(key=lambda worker: worker.last_used)
        surplus = idle[: max(0, len(idle) - _IDLE_LIMIT)]
        closing = {id(worker) for worker in idle if worker.last_used < oldest or worker in surplus}
        closed = [worker for worker in idle if id(worker) in closing]
        for key, pool in list(lambda_runtime._workers.items()):
            pool[:] = [worker for worker in pool if id(worker) not in closing]
            if not pool:
                del lambda_runtime._workers[key]
    lambda_runtime.kill_workers(closed)
    return len(closed)
