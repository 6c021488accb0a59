"""Functions from images. Their command runs as a process that serves the runtime API of Lambda, as in the image."""

import io
import json
import os
import shlex
import tempfile
import zipfile

from ministack.services import lambda_svc

from engine.access import roles
from engine.access.service_calls import use_log_group
from engine.replacing import replace
from engine.shapes import Function, Json, JsonObject

# JSON: the command of each image that a function runs, by the name of the image.
COMMANDS_VARIABLE = "CAPSTACK_IMAGE_COMMANDS"

_RUNTIME = "provided.al2023"


def install() -> None:
    """Installs the correction."""
    replace(lambda_svc, "_execute_function_docker", _without_docker(lambda_svc._execute_function_docker))
    replace(lambda_svc, "_provided_worker_env", _environment(lambda_svc._provided_worker_env))


def _without_docker(execute: Function) -> Function:
    """Runs a known image with MiniStack's custom runtime, which serves the runtime API to a process."""
    commands: dict[str, list[str]] = json.loads(os.environ.get(COMMANDS_VARIABLE, "{}"))

    def run(func: JsonObject, event: Json, request_id: str) -> JsonObject:
        config = func.get("config") or func
        command = commands.get(config.get("ImageUri", ""))
        if command is None:
            return execute(func, event, request_id)  # type: ignore[no-any-return]
        custom = {**func, "config": {**config, "Runtime": _RUNTIME}, "code_zip": _bootstrap(command)}
        result: JsonObject = lambda_svc._execute_function_provided_warm(custom, event, request_id)
        return result

    return run


def _bootstrap(command: list[str]) -> bytes:
    """Returns an archive with the entry point of a custom runtime. The same command has the same bytes."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as files:
        files.writestr(zipfile.ZipInfo("bootstrap"), f"#!/bin/sh\nexec {shlex.join(command)}\n")
    return archive.getvalue()


def _environment(of_runtime: Function) -> Function:
    """Gives a function the credentials of its role, the address of the emulator and, as in Lambda, its own disk."""

    def run(config: JsonObject, code_folder: str, port: int) -> dict[str, str]:
        group = (config.get("LoggingConfig") or {}).get("LogGroup") or f"/aws/lambda/{config.get('FunctionName', '')}"
        use_log_group(config.get("Role"), str(group))
        return {
            **{key: value for key, value in of_runtime(config, code_folder, port).items() if key != COMMANDS_VARIABLE},
            **(roles.credentials(config.get("Role")) or {}),
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{os.environ['GATEWAY_PORT']}",
            "TMPDIR": tempfile.mkdtemp(prefix="function-"),
        }

    return run
