# SPDX-License-Identifier: BSD-3-Clause
"""The session of the person: tests marked `mpi` run as jobs, and are reported here."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator

import pytest

from strobe.options.runtime import RANK_VARIABLES
from strobe.testing import marks
from strobe.testing.job import Job, Result


class OuterSession:
    """The plugin of the outer session."""

    def __init__(self, config: pytest.Config) -> None:
        if any(name in os.environ for name in RANK_VARIABLES if not name.startswith("SLURM_")):
            raise pytest.UsageError(
                "--strobe-ranks starts the ranks itself: start pytest without mpiexec"
            )
        self._config = config
        self._ranks: int = config.getoption("strobe_ranks")
        self._timeout_s: float = config.getoption("strobe_timeout")
        # A worker of pytest-xdist runs a part of the tests, which it does not know beforehand.
        is_worker = hasattr(config, "workerinput")
        self._is_alone = is_worker or config.getoption("strobe_job") == "test"
        try:
            self._words = shlex.split(config.getoption("strobe_args"))
        except ValueError as error:
            raise pytest.UsageError(f"--strobe-args: {error}") from error
        self._results: dict[str, Result] = {}

    def pytest_report_header(self) -> str:
        per = "test" if self._is_alone else "module"
        return f"strobe: tests marked mpi run on {self._ranks} ranks, one job a {per}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> object:
        """Report the result of a test of ranks; other tests run as ever."""
        if not self._is_for_ranks(item):
            return None
        told = {"nodeid": item.nodeid, "location": item.location}
        item.ihook.pytest_runtest_logstart(**told)
        for report in [*self._reports(item), *_torn_down(item, nextitem)]:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(**told)
        return True

    def _is_for_ranks(self, item: pytest.Item) -> bool:
        told = marks.wish(item)
        return told is not None and not marks.shortage(item, self._ranks, None)

    def _reports(self, item: pytest.Item) -> list[pytest.TestReport]:
        if item.nodeid not in self._results:
            key = self._key(item)
            job = Job(self._config, self._group(item), *key, self._words)
            for result in job.results():
                self._results[result.nodeid] = result
        return self._results.pop(item.nodeid).reports

    def _key(self, item: pytest.Item) -> tuple[int, float]:
        """The number of ranks and the time: tests of one job have them in common."""
        told = marks.wish(item)
        assert told is not None
        return (told.ranks or (self._ranks,))[0], told.timeout_s or self._timeout_s

    def _group(self, item: pytest.Item) -> list[pytest.Item]:
        """The test, and those of its module that follow and can share its job."""
        if self._is_alone:
            return [item]
        return [item, *self._followers(item)]

    def _followers(self, item: pytest.Item) -> Iterator[pytest.Item]:
        items = item.session.items
        for other in items[items.index(item) + 1 :]:
            is_alike = other.path == item.path and self._is_for_ranks(other)
            if is_alike and self._key(other) == self._key(item):
                yield other


def _torn_down(item: pytest.Item, nextitem: pytest.Item | None) -> list[pytest.TestReport]:
    """End fixtures of earlier tests of this process that the next one does not need.

    pytest does this at the end of its own protocol. A failure of such a fixture is an error.
    """
    state = item.session._setupstate
    call = pytest.CallInfo.from_call(lambda: state.teardown_exact(nextitem), when="teardown")
    if call.excinfo is None:
        return []
    report: pytest.TestReport = item.ihook.pytest_runtest_makereport(item=item, call=call)
    return [report]
