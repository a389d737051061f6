# SPDX-License-Identifier: BSD-3-Clause
"""The session of one rank: runs the tests of its job and reports to the outer session.

The rank has the command line of the outer session, so that its options and conftests are the same.
What only the outer session should do (files of reports, the cache, choosing tests) is undone here.
The rank stops after its first failure: a rank that has left a test early would confuse the messages
of the next one.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import signal
from pathlib import Path
from typing import IO

import pytest

from strobe.launch.launchers import rank_in

TESTS = "tests.json"
STACK_SIGNAL = signal.SIGUSR1
UNDONE: dict[str, object] = {
    "xmlpath": None, "lf": False, "failedfirst": False, "newfirst": False, "stepwise": False,
    "stepwise_skip": False, "cacheclear": False, "keyword": "", "markexpr": "", "deselect": None,
    "maxfail": 0, "usepdb": False, "trace": False, "pastebin": None, "durations": None,
    "report_log": None,
}  # fmt: skip
"""Options of the outer session alone, with the values that they have in a rank."""


def rank_file(folder: Path, rank: int) -> Path:
    """Where a rank writes what it comes to, one JSON object a line."""
    return folder / f"rank-{rank}.jsonl"


def stack_file(folder: Path, rank: int) -> Path:
    """Where a rank writes its stack when it gets `STACK_SIGNAL`."""
    return folder / f"stack-{rank}"


class RankSession:
    """The plugin of a rank's session."""

    def __init__(self, config: pytest.Config, folder: Path) -> None:
        told = json.loads((folder / TESTS).read_text(encoding="utf-8"))
        self.ranks: int = told["ranks"]
        self._config = config
        self._folder = folder
        self._wanted: list[str] = told["nodeids"]
        self._has_failed = False
        self._rank = _rank()
        for name, value in UNDONE.items():
            if hasattr(config.option, name):
                setattr(config.option, name, value)
        config.option.basetemp = str(folder / f"tmp-{self._rank}")
        config.args = told["arguments"]
        path = rank_file(folder, self._rank)
        self._file: IO[str] = path.open("w", encoding="utf-8")
        self._stacks = stack_file(folder, self._rank).open("w")
        faulthandler.register(STACK_SIGNAL, self._stacks)
        self._write({"pid": os.getpid()})

    def shared_folder(self, nodeid: str) -> Path:
        """A folder of a test that all ranks share."""
        name = hashlib.sha256(nodeid.encode()).hexdigest()[:16]
        path = self._folder / "shared" / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """All ranks run the same tests in the same order, whatever other plugins make of it."""
        known = {item.nodeid: item for item in items}
        items[:] = [known[nodeid] for nodeid in self._wanted if nodeid in known]
        missing = [nodeid for nodeid in self._wanted if nodeid not in known]
        if missing:
            raise pytest.UsageError(f"rank {self._rank} did not collect {missing[0]}")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._write({"begin": nodeid})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        made = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._write({"report": made})
        self._has_failed |= report.failed

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._write({"end": nodeid})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        done = yield
        if self._has_failed:
            item.session.shouldstop = "a test failed on this rank"
        return done

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Reported failures are no failure of the job: another rank may still be at work."""
        self._file.close()
        faulthandler.unregister(STACK_SIGNAL)
        self._stacks.close()
        if self._has_failed or session.exitstatus == pytest.ExitCode.TESTS_FAILED:
            session.exitstatus = pytest.ExitCode.OK

    def _write(self, what: dict[str, object]) -> None:
        self._file.write(json.dumps(what, default=str) + "\n")
        self._file.flush()


def _rank() -> int:
    rank = rank_in(os.environ)
    if rank is None:
        raise pytest.UsageError("the launcher did not tell this process its rank")
    return rank
