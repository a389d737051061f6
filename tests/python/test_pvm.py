# SPDX-License-Identifier: BSD-3-Clause
"""PVM as the message layer: started, used and halted; whatever happens, nothing of it is left."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import check
import machine
import pytest
from native import PVM_IS_MISSING
from places import ROOT
from terminal import Terminal, kinds, records, statuses

from strobe.base.errors import StrobeError
from strobe.launch import virtual_machine
from strobe.launch.launchers import pvm
from strobe.launch.preparation import prepare
from strobe.launch.virtual_machine import RefusalError
from strobe.options.measurement import MeasureOptions

Test = TypeVar("Test")
WHERE_PVM_IS = pytest.mark.skipif(not machine.has_pvm(), reason=PVM_IS_MISSING)


def needs_pvm(test: Test) -> Test:
    """For a test that measures over PVM, which takes turns with another MPI."""
    return pytest.mark.turn(check.PVM)(WHERE_PVM_IS(test))


SCRIPT = [sys.executable, virtual_machine.__file__]
CONSENT = {virtual_machine.CONSENT: "1"}
ECHO = ("measure", "--layer", "pvm", "--kernel", "echo", "--size", "8,64Ki")


class Pvm(Terminal):
    """A terminal whose folder for temporary files is its own and must be empty in the end."""

    def begin(self, *words: str) -> subprocess.Popen[str]:
        """Start to measure over PVM."""
        temporary = self.folder / "t"
        temporary.mkdir(exist_ok=True)
        return self.start(*ECHO, *words, TMPDIR=str(temporary), **CONSENT)

    def spawned(self) -> int:
        """The process of a task that PVM has started."""
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                environment = (process / "environ").read_bytes()
                if b"--spawned" in words and self.mark.encode() in environment:
                    return int(process.name)
        raise AssertionError("no task was spawned")

    def assert_all_halted(self) -> None:
        """No daemon, no task, no file of either."""
        self.assert_nothing_left()
        assert list((self.folder / "t").iterdir()) == []


@pytest.fixture
def terminal() -> Iterator[Pvm]:
    # Not pytest's own folder: a socket lies in it, and sockets want short paths.
    with tempfile.TemporaryDirectory() as folder:
        found = Pvm(Path(folder))
        yield found
        found.close()


@needs_pvm
def test_a_run_says_that_its_messages_went_over_pvm(terminal: Pvm) -> None:
    answer = terminal.end(terminal.begin("--budget", "4", "--seed", "7"))
    assert answer.status == 0, answer.err
    folder = terminal.only_run()
    (header,) = kinds(records(folder), "run")
    assert header["layer"]["name"] == "pvm"
    assert header["layer"]["library"].startswith("PVM 3.")
    assert len(header["processes"]) == 2
    context = json.loads((folder / "context.json").read_text())
    assert context["mpi"]["name"] == "PVM"
    assert context["mpi"]["library"] == header["layer"]["library"]
    assert context["launcher"]["name"] == "pvm"
    assert context["options"]["layer"] == "pvm"
    assert context["environment"][virtual_machine.CONSENT] == "1"
    assert set(statuses(folder).values()) <= {"satisfied", "budget"}
    terminal.assert_all_halted()


@needs_pvm
def test_a_stopped_run_halts_its_virtual_machine(terminal: Pvm) -> None:
    process = terminal.begin("--relative-error", "1e-6", "--cell-budget", "60")
    terminal.wait_for(lambda found: bool(kinds(found, "samples")))
    process.send_signal(signal.SIGINT)
    answer = terminal.end(process)
    assert answer.status == 130
    assert "continues the run" in answer.err
    terminal.assert_all_halted()


@needs_pvm
def test_a_host_whose_name_has_no_address_will_do(
    terminal: Pvm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(virtual_machine.CONSENT, "1")
    monkeypatch.setenv("PVM_TMP", str(terminal.folder))
    monkeypatch.setattr(socket, "gethostname", lambda: "nowhere.invalid")
    with virtual_machine.virtual_machine(None) as there:
        assert virtual_machine.is_running(there)
    assert not virtual_machine.is_running(there)


@needs_pvm
def test_a_task_that_is_killed_costs_its_cell_only(terminal: Pvm) -> None:
    process = terminal.begin("--relative-error", "1e-6", "--cell-budget", "4")
    terminal.wait_for(lambda found: bool(kinds(found, "samples")))
    os.kill(terminal.spawned(), signal.SIGKILL)
    answer = terminal.end(process)
    assert answer.status == 1
    assert "a rank ended with status 1 in " in answer.err
    assert "budget" in statuses(terminal.only_run()).values()
    terminal.assert_all_halted()


@needs_pvm
def test_a_virtual_machine_that_runs_already_is_used_and_left(
    terminal: Pvm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(virtual_machine.CONSENT, "1")
    folder = terminal.folder / "t"
    folder.mkdir()
    environment = {**os.environ, "PVM_TMP": str(folder)}
    program = terminal.folder / "where"
    program.write_text("#!/bin/sh\necho $PVM_TMP\n")
    program.chmod(0o755)
    with virtual_machine_of(environment, terminal.folder) as daemon:
        told = subprocess.run(
            [*SCRIPT, "-n", "1", "--", str(program)],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert told.stdout.strip() == str(folder)
        refused = subprocess.run(
            [*SCRIPT, "--hosts", "hosts", "--", "/bin/true"],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert refused.returncode == 2
        assert "a virtual machine of PVM is already running" in refused.stderr
        assert daemon.poll() is None


@contextlib.contextmanager
def virtual_machine_of(
    environment: dict[str, str], folder: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """A daemon as a person starts one."""
    with (folder / "said").open("wb") as said:
        daemon = subprocess.Popen(
            [str(virtual_machine.daemon())], env=environment, stdout=said, stderr=said,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            deadline = time.monotonic() + 20
            while not virtual_machine.is_running(environment):
                assert time.monotonic() < deadline
                time.sleep(0.01)
            yield daemon
        finally:
            daemon.terminate()
            daemon.wait(timeout=20)


def test_pvm_that_is_missing_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PVM_ROOT", raising=False)
    monkeypatch.setattr(virtual_machine, "ROOTS", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StrobeError, match="PVM is not installed: use `apt install pvm pvm-dev`"):
        pvm.find()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A daemon that cannot do anything but say so."""
    program = tmp_path / "lib" / "pvmd"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 'pvmd: no network today'\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PVM_ROOT", str(tmp_path))
    monkeypatch.setenv("PVM_TMP", str(tmp_path))
    return program


def test_root_is_asked_for_consent(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv(virtual_machine.CONSENT, raising=False)
    with pytest.raises(StrobeError, match="another user, or set PVM_ALLOW_ROOT=1"):
        pvm.find()
    monkeypatch.setenv(virtual_machine.CONSENT, "1")
    assert pvm.find().executable == installed


def test_a_daemon_that_cannot_start_is_quoted(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(virtual_machine.CONSENT, "1")
    with (
        pytest.raises(RefusalError, match="pvmd cannot start: pvmd: no network today"),
        virtual_machine.virtual_machine(None),
    ):
        pass


def test_nothing_of_an_mpi_is_chosen_with_pvm() -> None:
    for given in ({"mpi": "/opt/mpi"}, {"launcher": "hydra"}):
        with pytest.raises(StrobeError, match="cannot be combined with --layer pvm; leave out"):
            prepare(None, MeasureOptions(layer="pvm", kernel=["echo"], **given))  # type: ignore[arg-type]


def test_the_script_stands_alone() -> None:
    """It is run without the package, by tests of the C++ half."""
    told = subprocess.run(
        [sys.executable, "-I", virtual_machine.__file__, "--help"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "host file" in told.stdout
