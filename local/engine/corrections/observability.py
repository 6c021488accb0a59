"""Logs and metrics in bounded memory. MiniStack keeps every log stream, and all of them in its state.

The newest entries can be read until the engine restarts, and snapshots stay small.
"""

from typing import Any

from ministack.services import cloudwatch, cloudwatch_logs, lambda_svc

from engine.replacing import replace
from engine.shapes import Function, JsonObject

_STREAMS_PER_GROUP = 200
_EVENTS_PER_STREAM = 10_000
_POINTS_PER_METRIC = 1_000
_RECORDS = 20_000

_KEPT_LOG_STORES = (
    *("destinations", "resource_policies", "log_group_policies", "metric_filters", "queries"),
    *("delivery_sources", "delivery_destinations", "deliveries"),
)


def install() -> None:
    """Installs the corrections."""
    replace(cloudwatch_logs, "_append_log_events", _bounded_events(cloudwatch_logs._append_log_events))
    replace(lambda_svc, "_emit_lambda_logs", _bounded_streams(lambda_svc._emit_lambda_logs))
    replace(cloudwatch, "record_metric", _bounded_points(cloudwatch.record_metric))
    replace(cloudwatch_logs, "get_state", logs_state)
    replace(cloudwatch, "get_state", _without_metrics(cloudwatch.get_state))


def _bounded_events(append: Function) -> Function:
    def run(stream: JsonObject, events: list[JsonObject], *rest: Any) -> Any:
        result = append(stream, events, *rest)
        del stream["events"][:-_EVENTS_PER_STREAM]
        records = cloudwatch_logs._log_records._data
        if len(records) > 2 * _RECORDS:
            for pointer in list(records)[:-_RECORDS]:
                records.pop(pointer, None)
        return result

    return run


def _bounded_streams(emit: Function) -> Function:
    def run(func: JsonObject, *rest: Any, **named: Any) -> None:
        emit(func, *rest, **named)
        config = func.get("config") or func
        name = (config.get("LoggingConfig") or {}).get("LogGroup") or f"/aws/lambda/{config.get('FunctionName')}"
        streams = (cloudwatch_logs._log_groups.get(name) or {}).get("streams", {})
        for oldest in list(streams)[:-_STREAMS_PER_GROUP]:
            streams.pop(oldest, None)

    return run


def _bounded_points(record: Function) -> Function:
    def run(*arguments: Any, **named: Any) -> None:
        record(*arguments, **named)
        for points in list(cloudwatch._metrics._data.values()):
            if len(points) > 2 * _POINTS_PER_METRIC:
                del points[:-_POINTS_PER_METRIC]

    return run


def logs_state() -> JsonObject:
    """Returns MiniStack's state without log streams and without a deep copy."""
    groups = type(cloudwatch_logs._log_groups)()
    for address, group in list(cloudwatch_logs._log_groups._data.items()):
        groups._data[address] = {**group, "streams": {}}
    return {"log_groups": groups, **{name: getattr(cloudwatch_logs, f"_{name}") for name in _KEPT_LOG_STORES}}


def _without_metrics(get_state: Function) -> Function:
    return lambda: {**get_state(), "metrics": type(cloudwatch._metrics)()}
