"""One execution environment of a Node function: its process, and its invocations one after the other."""

import hashlib
import io
import json
import os
import selectors
import shutil
import subprocess
import tempfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ministack.core import lambda_runtime
from ministack.core.responses import new_uuid

from engine.access.service_calls import use_log_group
from engine.corrections.functions import clock
from engine.processes import start_bound
from engine.shapes import Json, JsonObject

# Lambda's limit for the Init phase. Afterwards Lambda starts the environment again with the first call, within the
# timeout of the function. Here the first start continues: on a busy machine a second one would only take as long
# again. https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib
_INIT_SECONDS = 10.0
_LOG_END = "\u0001"
_BOOTSTRAP = Path(__file__).parent / "bootstrap.mjs"

# Settings of the emulator. Functions inherit everything else of its environment.
_OWN_SETTINGS = frozenset(
    (
        *("GATEWAY_PORT", "BIND_HOST", "MINISTACK_REGION", "PERSIST_STATE", "STATE_DIR", "S3_DATA_DIR"),
        *("MINISTACK_WORKER_THREADS", "IOT_MTLS_ENABLED", "SFTP_ENABLED", "LOG_LEVEL", "DOCKER_HOST"),
    )
)


class ProcessEnded(Exception):
    """The process ended or was stopped. `kind`: the errorType of AWS."""

    def __init__(self, kind: str, message: str) -> None:
        """Keeps the errorType."""
        super().__init__(message)
        self.kind = kind


def code_folder(code_zip: bytes) -> Path:
    """Returns the folder with the unpacked code, one for all environments of the same archive."""
    folder = Path(tempfile.gettempdir()) / "code" / hashlib.sha256(code_zip).hexdigest()
    if not folder.exists():
        folder.parent.mkdir(mode=0o700, exist_ok=True)
        unpacked = Path(tempfile.mkdtemp(dir=folder.parent))
        with zipfile.ZipFile(io.BytesIO(code_zip)) as archive:
            archive.extractall(unpacked)
        try:
            unpacked.rename(folder)
        except OSError:
            # Another environment unpacked it first.
            shutil.rmtree(unpacked)
    return folder


class NodeWorker(lambda_runtime.Worker):  # type: ignore[misc]
    """Replaces MiniStack's Worker for nodejs runtimes. MiniStack pools, reaps and kills it."""

    # Class attributes, because MiniStack constructs workers by its own signature.
    _proc: subprocess.Popen[bytes] | None = None
    _pipes: "_Pipes | None" = None

    def _spawn(self) -> None:
        root = code_folder(self.code_zip)
        use_log_group(self.config.get("Role"), self._log_group())
        result_read, result_write = os.pipe()
        log_read, log_write = os.pipe()
        memory = int(self.config.get("MemorySize", 128))
        command = ["node", f"--max-old-space-size={max(64, memory * 9 // 10)}", str(_BOOTSTRAP)]
        try:
            self._proc = start_bound(
                [*command, str(result_write), str(root), self.config.get("Handler", "index.handler")],
                cwd=root,
                stdin=subprocess.PIPE,
                stdout=log_write,
                stderr=log_write,
                pass_fds=(result_write,),
                env=self._environment(root),
            )
        except OSError:
            os.close(result_read)
            os.close(log_read)
            raise
        finally:
            os.close(result_write)
            os.close(log_write)
        self._pipes = _Pipes(result_read, log_read)
        limit = _INIT_SECONDS + float(self.config.get("Timeout", 3))
        started = self._running_pipes().read(time.monotonic() + limit, wait_for_log=False)
        if started.error is None and started.result is not None and "error" in started.result:
            self._end()
            raise InitFailed(started.result["error"], started.log)
        if started.error is not None:
            self._end()
            raise InitFailed({"errorType": started.error.kind, "errorMessage": str(started.error)}, started.log)

    def _running_pipes(self) -> "_Pipes":
        if self._pipes is None:
            raise ProcessEnded("Runtime.ExitError", "Runtime exited")
        return self._pipes

    def _environment(self, root: Path) -> dict[str, str]:
        own = {
            name: value
            for name, value in self.config.get("Environment", {}).get("Variables", {}).items()
            if name not in lambda_runtime._RESERVED_RUNTIME_ENV_VARS
        }
        _, region = lambda_runtime._account_region_from_function_config(self.config)
        name = self.config.get("FunctionName", "")
        return {
            **{key: value for key, value in os.environ.items() if key not in _OWN_SETTINGS},
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{os.environ['GATEWAY_PORT']}",
            **own,
            **lambda_runtime.execution_credentials(self.config),
            "AWS_REGION": region,
            "AWS_DEFAULT_REGION": region,
            "AWS_EXECUTION_ENV": f"AWS_Lambda_{self.config.get('Runtime', '')}",
            "AWS_LAMBDA_FUNCTION_NAME": name,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(self.config.get("MemorySize", 128)),
            "AWS_LAMBDA_FUNCTION_VERSION": self.config.get("Version", "$LATEST"),
            "AWS_LAMBDA_LOG_GROUP_NAME": self._log_group(),
            "AWS_LAMBDA_LOG_STREAM_NAME": new_uuid(),
            "LAMBDA_TASK_ROOT": str(root),
            "_HANDLER": self.config.get("Handler", ""),
        }

    def _log_group(self) -> str:
        configured = (self.config.get("LoggingConfig") or {}).get("LogGroup")
        return str(configured or f"/aws/lambda/{self.config.get('FunctionName', '')}")

    def start(self) -> None:
        """Starts the process ahead of its first call. Raises InitFailed."""
        with self._lock:
            self._spawn()

    def call(self, event: Json, request_id: str, arn: str, trace_id: str | None) -> tuple[JsonObject, str]:
        """Runs one invocation. Returns {"value": …} or {"error": payload}, and the log."""
        timeout = float(self.config.get("Timeout", 3))
        with self._lock:
            deadline = time.monotonic() + timeout
            try:
                if self._proc is None or self._proc.poll() is not None:
                    self._end()
                    self._spawn()
                    deadline = time.monotonic() + timeout
                invocation = {"event": event, "requestId": request_id, "arn": arn, "traceId": trace_id}
                if clock.offset_ms() != 0:
                    invocation["clockOffsetMs"] = clock.offset_ms()
                line = json.dumps({**invocation, "timeoutMs": int(timeout * 1000)}).encode() + b"\n"
                outcome = self._running_pipes().exchange(self._proc.stdin if self._proc else None, line, deadline)
            except InitFailed as failed:
                return {"error": failed.payload}, failed.log
            if outcome.error is None:
                return outcome.result or {}, outcome.log
            status = self._end()
            if outcome.error.kind == "Sandbox.Timedout":
                message = f"RequestId: {request_id} Error: Task timed out after {timeout:.2f} seconds"
            else:
                message = f"RequestId: {request_id} Error: Runtime exited with error: {status}"
            return {"error": {"errorType": outcome.error.kind, "errorMessage": message}}, outcome.log

    def _end(self) -> str:
        """Ends the process, if any, and returns how it ended, in the words of AWS."""
        process, self._proc = self._proc, None
        pipes, self._pipes = self._pipes, None
        if pipes:
            pipes.close()
        if process is None:
            return "never started"
        try:
            code = process.wait(0.05)
        except Exception:
            process.kill()
            code = process.wait()
        if process.stdin is not None:
            process.stdin.close()
        return f"signal: {-code}" if code < 0 else f"exit status {code}"

    def _discard_tmpdir(self) -> None:
        """Runs after the process was killed. A call in progress detects that and closes the pipes itself."""
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()


class InitFailed(Exception):
    """The function could not be loaded. `payload`: the error as Lambda returns it."""

    def __init__(self, payload: JsonObject, log: str) -> None:
        """Keeps the payload and the log."""
        super().__init__(payload.get("errorMessage", ""))
        self.payload, self.log = payload, log


@dataclass(frozen=True)
class _Outcome:
    """The line that a worker returned, its log, and its end."""

    result: JsonObject | None
    log: str
    error: ProcessEnded | None


class _Pipes:
    """The two streams of a worker, read together so that neither blocks it when it is full."""

    def __init__(self, result: int, log: int) -> None:
        self._result, self._log = result, log
        self._result_bytes, self._log_bytes = bytearray(), bytearray()
        for descriptor in (result, log):
            os.set_blocking(descriptor, False)

    def close(self) -> None:
        """Closes both streams."""
        os.close(self._result)
        os.close(self._log)

    def exchange(self, stdin: IO[bytes] | None, line: bytes, deadline: float) -> _Outcome:
        """Sends a line and reads the result. `deadline`: of the monotonic clock."""
        return self.read(deadline, wait_for_log=True, stdin=stdin, line=line)

    def read(self, deadline: float, wait_for_log: bool, stdin: IO[bytes] | None = None, line: bytes = b"") -> _Outcome:
        """Reads the result of a start or an invocation; sends a line to `stdin` meanwhile."""
        error: ProcessEnded | None = None
        to_send = memoryview(line)
        with selectors.DefaultSelector() as selector:
            selector.register(self._result, selectors.EVENT_READ, self._result_bytes)
            selector.register(self._log, selectors.EVENT_READ, self._log_bytes)
            if to_send and stdin is not None:
                os.set_blocking(stdin.fileno(), False)
                selector.register(stdin.fileno(), selectors.EVENT_WRITE)
            while error is None and not self._complete(wait_for_log):
                left = deadline - time.monotonic()
                ready = selector.select(left) if left > 0 else []
                if not ready:
                    error = ProcessEnded("Sandbox.Timedout", "Task timed out")
                for key, mask in ready:
                    if mask & selectors.EVENT_WRITE:
                        to_send = to_send[_write_some(key.fd, to_send) :]
                        if not to_send:
                            selector.unregister(key.fd)
                        continue
                    chunk = os.read(key.fd, 65536)
                    key.data.extend(chunk)
                    if not chunk:
                        selector.unregister(key.fd)
                        if key.fd == self._result and b"\n" not in self._result_bytes:
                            error = ProcessEnded("Runtime.ExitError", "Runtime exited")
        return _Outcome(self._take_result(), self._take_log(), error)

    def _complete(self, wait_for_log: bool) -> bool:
        return b"\n" in self._result_bytes and (not wait_for_log or _LOG_END.encode() in self._log_bytes)

    def _take_result(self) -> JsonObject | None:
        line, newline, rest = bytes(self._result_bytes).partition(b"\n")
        if not newline:
            return None
        self._result_bytes[:] = rest
        result: JsonObject = json.loads(line)
        return result

    def _take_log(self) -> str:
        text = self._log_bytes.decode("utf-8", "replace").replace(f"{_LOG_END}\n", "")
        self._log_bytes.clear()
        return text.rstrip("\n")


def _write_some(descriptor: int, data: memoryview) -> int:
    try:
        return os.write(descriptor, data)
    except BrokenPipeError:
        # The process ended; the closed result stream reports it.
        return len(data)
