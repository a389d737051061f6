# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program as tasks of PVM: `python virtual_machine.py -n 4 -- program arguments`.

What mpiexec is for an MPI. A virtual machine that already runs for this user is used and left; else
one is started in a folder of its own and halted afterwards. The program spawns its other tasks
itself (src/layer/pvm/session.hpp), as many as STROBE_PVM_TASKS tells it. Standard library only: it
runs as a script, in tests too.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType

ROOTS = ("/usr/lib/pvm3", "/usr/share/pvm3", "/usr/local/pvm3")
CONSENT = "PVM_ALLOW_ROOT"
START_S = 15.0
STOP_S = 3.0
CANNOT_START = 2

# Variables that tasks want and that a daemon, started by another hand, has not got.
EXPORTED = ("STROBE_", "LD_LIBRARY_PATH", "LD_PRELOAD", "OMP_", "OPENBLAS_", "MKL_", "BLIS_")

# A socket's path has at most 107 bytes, and PVM makes sockets in its folder.
FOLDER_MAX = 80

_PR_SET_PDEATHSIG = 1


class RefusalError(Exception):
    """What is wrong and what would be right, in one sentence."""


def root() -> Path | None:
    """Where PVM is installed: PVM_ROOT, or where packages put it."""
    named = os.environ.get("PVM_ROOT")
    for place in (named, *ROOTS) if named else ROOTS:
        if place and os.access(Path(place) / "lib" / "pvmd", os.X_OK):
            return Path(place)
    return None


def daemon() -> Path:
    """The daemon's program. Raises RefusalError where it is missing or may not be run."""
    place = root()
    found = place / "lib" / "pvmd" if place else shutil.which("pvmd")
    if found is None:
        raise RefusalError(
            "PVM is not installed: use `apt install pvm pvm-dev`, or set PVM_ROOT to an "
            "installation"
        )
    if os.geteuid() == 0 and not os.environ.get(CONSENT):
        raise RefusalError(
            f"PVM does not run as root by default: measure as another user, or set {CONSENT}=1"
        )
    return Path(found)


def address_file(environment: Mapping[str, str]) -> Path:
    """Where a daemon of this user leaves its address."""
    machine = environment.get("PVM_VMID")
    suffix = f".{machine}" if machine else ""
    return Path(environment.get("PVM_TMP", "/tmp")) / f"pvmd.{os.getuid()}{suffix}"


def is_running(environment: Mapping[str, str]) -> bool:
    """Whether a daemon answers at the address; files of dead ones lie about."""
    try:
        address = address_file(environment).read_text(errors="replace").strip("\0\n ")
        if address.startswith("/"):
            with socket.socket(socket.AF_UNIX) as unix:
                unix.connect(address)
            return True
        host, _, port = address.partition(":")
        where = socket.inet_ntoa(bytes.fromhex(host))
        with socket.create_connection((where, int(port, 16)), timeout=2):
            return True
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def virtual_machine(host_file: str | None) -> Iterator[dict[str, str]]:
    """The variables with which programs find a virtual machine, started here if none runs."""
    program = daemon()
    environment = dict(os.environ)
    names = [name for name in environment if name.startswith(EXPORTED)]
    environment["PVM_EXPORT"] = ":".join(names)
    if is_running(environment):
        if host_file is not None:
            raise RefusalError(
                "a virtual machine of PVM is already running with its own hosts: remove the host "
                "file, or halt the virtual machine with `echo halt | pvm`"
            )
        yield environment
        return
    folder = _folder()
    try:
        environment["PVM_TMP"] = str(folder)
        environment.pop("PVM_VMID", None)
        started = _start(program, host_file, folder, environment)
        try:
            yield environment
        finally:
            _end(started)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _folder() -> Path:
    """A folder for PVM's sockets and its log, whose path is short enough for a socket's."""
    wanted = tempfile.gettempdir()
    place = wanted if len(wanted) <= FOLDER_MAX else "/tmp"
    return Path(tempfile.mkdtemp(prefix="strobe-pvm-", dir=place))


def _start(
    program: Path, host_file: str | None, folder: Path, environment: dict[str, str]
) -> subprocess.Popen[bytes]:
    """The daemon, when it has said where it is. Raises RefusalError with its words where not."""
    said = folder / "said"
    if host_file is None:
        # Debian's daemon does not look for the group server where Debian puts it.
        hosts = folder / "hosts"
        hosts.write_text(f"* ep={program.parent}\n", encoding="utf-8")
        host_file = str(hosts)
    with said.open("wb") as output:
        started = subprocess.Popen(
            [str(program), *_name(), host_file], stdin=subprocess.DEVNULL, stdout=output,
            stderr=output, env=environment, cwd=folder, start_new_session=True,
            preexec_fn=_dies_with_parent(),
        )  # fmt: skip
    deadline = time.monotonic() + START_S
    while started.poll() is None and time.monotonic() < deadline:
        if is_running(environment):
            return started
        time.sleep(0.01)
    _end(started)
    words = [
        line.strip()
        for file in (folder / f"pvml.{os.getuid()}", said)
        for line in (file.read_text(errors="replace").splitlines() if file.exists() else [])
        if line.strip()
    ]
    message = words[-1] if words else "it printed no message"
    raise RefusalError(f"PVM's daemon {program} cannot start: {message}")


def _name() -> list[str]:
    """The daemon looks for the address of its host's name, which has none in some containers."""
    try:
        socket.gethostbyname(socket.gethostname())
    except OSError:
        return ["-nlocalhost"]
    return []


def _end(started: subprocess.Popen[bytes]) -> None:
    """Asks a process to end, and ends it."""
    if started.poll() is None:
        started.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(STOP_S)
    if started.poll() is None:
        started.kill()
    started.wait()


def _dies_with_parent() -> Callable[[], None]:
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def arrange() -> None:
        prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return arrange


def run(tasks: int | None, host_file: str | None, command: list[str]) -> int:
    """Run the program to its end; its exit status. The stopping signals end it and the rest."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)
    with virtual_machine(host_file) as environment:
        if tasks is not None:
            environment |= {"STROBE_PVM_TASKS": str(tasks)}
        try:
            first = subprocess.Popen(command, env=environment, preexec_fn=_dies_with_parent())
        except OSError as error:
            raise RefusalError(f"{command[0]} cannot be run: {error.strerror}") from error
        try:
            status = first.wait()
        finally:
            _end(first)
    if status < 0:
        name = signal.Signals(-status).name
        print(f"strobe: rank 0 was killed by signal {-status} ({name})", file=sys.stderr)
        return 1
    return status


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    number = "number of tasks; without, as many as the program makes itself"
    parser.add_argument("-n", type=int, dest="tasks", metavar="N", help=number)
    parser.add_argument("--hosts", metavar="FILE", help="PVM's host file, for more than this host")
    parser.add_argument("command", nargs="+", help="the program and its arguments")
    options = parser.parse_args()
    try:
        return run(options.tasks, options.hosts, options.command)
    except RefusalError as refusal:
        print(f"strobe: {refusal}", file=sys.stderr)
        return CANNOT_START


if __name__ == "__main__":
    sys.exit(main())
