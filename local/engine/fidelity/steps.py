"""The arguments of task states: they are requests of AWS services, too."""

import json

from ministack.services import stepfunctions as sfn

from engine.fidelity import checks
from engine.fidelity.limits import PAYLOAD_BYTES, size_of
from engine.shapes import Json, JsonObject


def step_violations(machine: str, resource: str, request: Json) -> list[str]:
    """Returns and records a sentence for each constraint that the arguments of a task state violate."""
    name = resource.partition(":states:::")[2].partition(".")[0]
    content: JsonObject = request if isinstance(request, dict) else {}
    if name == "lambda:invoke":
        size = size_of(content.get("Payload", {}))
        found = [] if size <= PAYLOAD_BYTES else [f"Bytes of the payload must be at most {PAYLOAD_BYTES}: {size}"]
    elif name == "ecs:runTask":
        found = checks.input_violations("ecs", "RunTask", sfn._pascal_to_camel(content))
    elif name == "mediaconvert:createJob":
        # The names of the integration are those of the model.
        found = checks.input_violations("mediaconvert", "CreateJob", content)
    elif name == "states:startExecution":
        found = checks.input_violations("states", "StartExecution", _start_execution(content))
    else:
        return []
    checks.record(machine, name, found)
    return found


def _start_execution(content: JsonObject) -> JsonObject:
    request = {f"{name[:1].lower()}{name[1:]}": value for name, value in content.items()}
    if not isinstance(request.get("input", ""), str):
        # The integration sends the input as text.
        request["input"] = json.dumps(request["input"])
    return request
