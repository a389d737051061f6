# SPDX-License-Identifier: BSD-3-Clause
"""The pytest plugin: its options, its marker and its fixtures.

With `--strobe-ranks`, the session of the person is the outer one: it starts jobs under `strobe run`
and reports their results. Each rank of a job has a session of its own, the inner one, which knows
its job by a variable. Without the option, tests that need several ranks are skipped.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from strobe.testing.rank_session import RankSession

JOB = "STROBE_PYTEST_JOB"
"""The variable with the folder of a job, for the sessions of its ranks."""
USUAL_TIMEOUT_S = 300.0
INNER = "strobe-rank"
OUTER = "strobe-jobs"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("strobe", "tests of MPI programs under strobe run")
    group.addoption(
        "--strobe-ranks", type=_ranks, metavar="N",
        help="Run tests marked mpi as jobs of N ranks under strobe run, unless their marker "
        "names another number.",
    )  # fmt: skip
    group.addoption(
        "--strobe-job", choices=("module", "test"), default="module",
        help="Tests of one job: all of a module, up to the first that fails, or each alone "
        "(default: module).",
    )  # fmt: skip
    group.addoption(
        "--strobe-timeout", type=_seconds, metavar="SECONDS", default=USUAL_TIMEOUT_S,
        help=f"Time that a test of ranks may take, in seconds (default: {USUAL_TIMEOUT_S:g}).",
    )  # fmt: skip
    group.addoption(
        "--strobe-args", metavar="WORDS", default="",
        help="Additional options for strobe run, quoted as one, such as '--perturb 7'.",
    )  # fmt: skip


def _ranks(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, not {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return seconds


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "mpi(ranks=None, min_size=None, timeout=None): run the test on each rank of an MPI job; "
        "on exactly so many ranks (a number or a list of numbers), on at least so many, and for "
        "at most so many seconds",
    )
    folder = os.environ.pop(JOB, None)
    if folder is not None:
        from strobe.testing.rank_session import RankSession

        config.pluginmanager.register(RankSession(config, Path(folder)), INNER)
    elif config.getoption("strobe_ranks") is not None:
        from strobe.testing.outer_session import OuterSession

        config.pluginmanager.register(OuterSession(config), OUTER)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a list of numbers of ranks is one test for each."""
    marker = metafunc.definition.get_closest_marker("mpi")
    if marker is None:
        return
    from strobe.testing import marks

    several = marks.read(marker, metafunc.definition.nodeid).ranks
    if len(several) > 1:
        if "mpi_ranks" not in metafunc.fixturenames:
            metafunc.fixturenames.append("mpi_ranks")
        ids = [f"ranks={ranks}" for ranks in several]
        metafunc.parametrize("mpi_ranks", several, ids=ids, indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Skip tests that need more ranks than there are."""
    yield
    marked = [item for item in items if item.get_closest_marker("mpi")]
    if not marked:
        return
    from strobe.testing import marks

    for item in marked:
        if reason := marks.shortage(item, config.getoption("strobe_ranks"), _size(config)):
            item.add_marker(pytest.mark.skip(reason=reason), append=False)


def _size(config: pytest.Config) -> int | None:
    """The number of ranks of this session's job; None where this is no rank of a job."""
    inner: RankSession | None = config.pluginmanager.get_plugin(INNER)
    if inner is not None:
        return inner.ranks
    from strobe.testing import marks

    return marks.launched_ranks(os.environ)


@pytest.fixture
def mpi_ranks(request: pytest.FixtureRequest) -> int:
    """The number of ranks that the test runs on; 1 without MPI."""
    param: int | None = getattr(request, "param", None)
    return param or _size(request.config) or 1


@pytest.fixture
def mpi_tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An empty temporary folder that all ranks of the test share."""
    inner: RankSession | None = request.config.pluginmanager.get_plugin(INNER)
    return tmp_path if inner is None else inner.shared_folder(request.node.nodeid)
