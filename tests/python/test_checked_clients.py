# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe run --check` finds in programs that others have written is true.

All of them, at length, are run by bench/checked_clients.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import checked_clients
import clients
import pytest
from clients import Client
from flavours import each, use_runtime, when
from thoroughness import sampled

from strobe.coscheduling import findings, sarif
from strobe.coscheduling.check_table import CHECKS
from strobe.coscheduling.findings import Finding, Side

ALL = [name for name in checked_clients.CLIENTS if name not in ("netpipe", "hpcc")]
MODES = tuple(checked_clients.MODES)


def found(client: Client, ranks: int, mode: str) -> str:
    """What is found, after it is clear that the program has come to the same."""
    outcome = checked_clients.run_checked(client, ranks, mode)
    assert outcome.good, f"{client.title}: {outcome.sentence}"
    return checked_clients.verdict(client.title, outcome.findings)


@pytest.mark.parametrize("mode", sampled(MODES, 1))
@pytest.mark.parametrize(
    ("number", "flavour"),
    [
        pytest.param(number, flavour, marks=when(flavour))
        for number, flavour in enumerate(("mpich", "openmpi", "openmpi"))
    ],
)
def test_nothing_is_found_in_netpipe(
    number: int, flavour: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, flavour)
    client = each(clients.netpipe(("-i", "-u", "10000", "-n", "5")))[number]
    assert found(client, 2, mode) == "none"


@pytest.mark.parametrize("mode", sampled(MODES, 1))
@pytest.mark.parametrize(
    "ranks", [pytest.param(ranks, marks=when("openmpi")) for ranks in sampled([2, 4], 1)]
)
def test_only_its_fault_is_found_in_hpcc(
    ranks: int, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, "openmpi")
    for client in each(clients.hpcc(size=40)):
        assert found(client, ranks, mode) in ("none", "1 true")


@pytest.mark.parametrize("mode", sampled(MODES, 1))
def test_nothing_is_found_in_the_blacs(mode: str) -> None:
    """Two processes may begin to send each other notices of large messages at the same time."""
    client = replace(
        each(checked_clients.blacs())[0], command=[checked_clients.TESTER, "--every", "4"]
    )
    outcome = checked_clients.run_checked(client, 2, mode, "--check=strict")
    assert outcome.good, outcome.sentence
    assert outcome.findings == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ALL)
def test_each_finding_is_explained(name: str, mode: str) -> None:
    started: Callable[[], Iterator[Client]] = checked_clients.CLIENTS[name]
    for client in each(started()):
        ranks = 2 if 2 in client.ranks else client.ranks[0]
        outcome = checked_clients.run_checked(client, ranks, mode)
        verdict = checked_clients.verdict(client.title, outcome.findings)
        assert "NOT EXPLAINED" not in verdict, client.title


def test_findings_are_read_as_they_are_written(tmp_path: Path) -> None:
    check = CHECKS["hidden-deadlock"]
    sides = [
        Side("may wait", 0, "MPI_Send", "a b.c:7, in main", "/some/a b.c", 7),
        Side("may wait", 1, "MPI_Bcast", "hpcc+0x2f297"),
        Side("may wait", 2, "MPI_Bcast", "other.c:9, in main", "other.c", 9),
    ]
    finding = Finding(
        check.name, check.classified, "warning", "the program waits. Or not", [0, 1], sides,
        check.rule, check.section, check.advice,
    )  # fmt: skip
    file = tmp_path / "findings.sarif"
    assert checked_clients.read_findings(file) == []
    sarif.write([finding], file)
    assert checked_clients.read_findings(file) == [
        "hidden-deadlock: the program waits. Or not (a b.c:7, other.c:9)"
    ]


def test_a_finding_is_true_if_a_fault_of_that_program_explains_it() -> None:
    of_hpcc = "hidden-deadlock: the program only continues because of buffering: rank 0 may wait for rank 1, rank 1 may wait for rank 0"  # noqa: E501
    assert checked_clients.verdict("hpcc, Open MPI 4", []) == "none"
    assert checked_clients.verdict("hpcc, Open MPI 4", [of_hpcc]) == "1 true"
    unknown = "deadlock: rank 0 and rank 1 cannot continue"
    told = checked_clients.verdict("hpcc, Open MPI", [unknown, of_hpcc])
    assert told == f"1 true; NOT EXPLAINED: {unknown}"
    assert checked_clients.verdict("NetPIPE", [of_hpcc]) == f"NOT EXPLAINED: {of_hpcc}"
    many = checked_clients.verdict("NetPIPE", [f"deadlock: {number}" for number in range(9)])
    assert many.endswith("NOT EXPLAINED: deadlock: 4; and 4 more")


def test_each_fault_names_a_check_and_a_program() -> None:
    titles = ("hpcc", "IMB", "mpi4py", "NetPIPE", "ScaLAPACK", "tester of the BLACS")
    for fault in checked_clients.FAULTS:
        assert fault.check in CHECKS
        assert fault.client.startswith(titles)
        assert CHECKS[fault.check].severity in findings.SEVERITIES
