"""Checks the requirements of the engine, prepares its environment, and runs it. See README.md for the contract."""

import argparse
import fcntl
import os
import shutil
import socket
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

MINISTACK_VERSION = "1.5.33"

EXIT_PORT_BUSY = 3
EXIT_WRONG_VERSION = 4
EXIT_DATA_UNUSABLE = 5


# Settings of MiniStack and of AWS tools that would change the behavior of the engine.
_FOREIGN_SETTINGS = (
    *("AUTH", "SERVICES", "USE_SSL", "MINISTACK_HOST", "MINISTACK_ACCOUNT_ID", "SFN_MOCK_CONFIG", "S3_PERSIST"),
    *("LAMBDA_EXECUTOR", "LAMBDA_STRICT", "AWS_ENDPOINT_URL", "AWS_PROFILE", "AWS_SESSION_TOKEN"),
)


class CannotStart(Exception):
    """The engine cannot start: one sentence for the operator, and the exit code of the reason."""

    def __init__(self, exit_code: int, sentence: str) -> None:
        """Keeps the exit code."""
        super().__init__(sentence)
        self.exit_code = exit_code


@dataclass(frozen=True)
class Options:
    """The command line. `data`: the folder of all state."""

    port: int
    data: Path
    docker_socket: Path | None
    exit_with_parent: bool


def parse_options(arguments: list[str]) -> Options:
    """Parses the command line; exits with code 2 for wrong arguments."""
    parser = argparse.ArgumentParser(prog="engine", description="Local AWS engine (MiniStack, corrected and durable)")
    parser.add_argument("--port", type=int, required=True, help="port on 127.0.0.1")
    parser.add_argument("--data", type=Path, required=True, help="folder for all state")
    parser.add_argument("--docker-socket", type=Path, help="unix socket answering the Docker Engine API")
    parser.add_argument("--exit-with-parent", action="store_true", help="stop when the starting process ends")
    found = parser.parse_args(arguments)
    return Options(
        port=found.port,
        data=found.data.resolve(),
        docker_socket=found.docker_socket.resolve() if found.docker_socket else None,
        exit_with_parent=found.exit_with_parent,
    )


def check_version() -> None:
    """Rejects other versions than the known one: the corrections replace functions by name. Raises CannotStart."""
    try:
        installed = version("ministack")
    except PackageNotFoundError as missing:
        raise CannotStart(
            EXIT_WRONG_VERSION,
            f"MiniStack {MINISTACK_VERSION} is not installed; run pip install -r local/engine/requirements.txt.",
        ) from missing
    if installed != MINISTACK_VERSION:
        raise CannotStart(
            EXIT_WRONG_VERSION,
            f"MiniStack {installed} is installed, but this engine requires {MINISTACK_VERSION}; "
            "run pip install -r local/engine/requirements.txt.",
        )


def prepare_data(data: Path) -> int:
    """Creates the data folder, locks it and empties its temporary folder.

    Returns the descriptor of the lock, which must stay open. Raises CannotStart.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as failure:
        sentence = f"The data folder {data} cannot be used: {failure.strerror}."
        raise CannotStart(EXIT_DATA_UNUSABLE, sentence) from failure
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as held:
        raise CannotStart(EXIT_DATA_UNUSABLE, f"Another engine is using the data folder {data}.") from held
    shutil.rmtree(data / "tmp", ignore_errors=True)
    for folder in ("state", "journal", "objects", "incoming", "uploads", "tmp"):
        (data / folder).mkdir(mode=0o700, exist_ok=True)
    return lock


def listen(port: int) -> socket.socket:
    """Binds the port before anything heavy loads, so that a busy port is reported at once. Raises CannotStart."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        # Two sockets may be bound to one port until one of them accepts connections.
        listener.listen(128)
    except (OSError, OverflowError) as failure:
        raise CannotStart(EXIT_PORT_BUSY, f"Port {port} on 127.0.0.1 is in use or not allowed.") from failure
    return listener


def set_environment(options: Options) -> None:
    """Sets the environment, which MiniStack reads when its modules are imported and functions inherit."""
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1"
    os.environ.update(
        GATEWAY_PORT=str(options.port),
        BIND_HOST="127.0.0.1",
        MINISTACK_REGION=region,
        PERSIST_STATE="1",
        STATE_DIR=str(options.data / "state"),
        S3_DATA_DIR=str(options.data / "objects"),
        TMPDIR=str(options.data / "tmp"),
        IOT_MTLS_ENABLED="0",
        SFTP_ENABLED="0",
    )
    # Each running function occupies a thread, and so does each file that the functions read. With MiniStack's default
    # of 64, as many functions at once would wait for each other forever.
    os.environ["MINISTACK_WORKER_THREADS"] = "512"
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    # Nothing may use the account that the operator's shell is configured for.
    os.environ.update(AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test")
    for name in _FOREIGN_SETTINGS:
        os.environ.pop(name, None)
    if options.docker_socket:
        os.environ["DOCKER_HOST"] = f"unix://{options.docker_socket}"
    else:
        os.environ["DOCKER_HOST"] = f"unix://{options.data / 'no-docker.sock'}"


def main(arguments: list[str]) -> int:
    """Runs the engine. Returns an exit code only when it cannot start."""
    options = parse_options(arguments)
    try:
        check_version()
        listener = listen(options.port)
        lock = prepare_data(options.data)
    except CannotStart as failure:
        print(failure, file=sys.stderr)
        return failure.exit_code
    set_environment(options)

    # Imported only now: MiniStack reads the environment while it is imported.
    from engine.server import run

    run(options, listener)
    raise AssertionError(f"The engine returned while it held lock {lock}.")
