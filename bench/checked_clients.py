# SPDX-License-Identifier: BSD-3-Clause
"""Real MPI programs under `strobe run --check`: are the results the same, and each finding true?

.venv/bin/python bench/checked_clients.py                             # hours on two cores
.venv/bin/python bench/checked_clients.py --only netpipe hpcc imb     # minutes

The programs are those of bench/clients.py, and what uses the BLACS: the tester of this build, and
Debian's test programs of ScaLAPACK over MPICH 4.0. Each runs without and with --check, in both
modes, and with --check=buffers. A finding is either explained in FAULTS, by what is wrong in that
program, or the table says that it is not. A start after an interruption goes on where that one
ended.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

import clients
import msgspec
import tables
import tools
from clients import Client, Outcome, Said
from unfinished import Unfinished

from strobe.coscheduling.check_table import CHECKS

sys.path.append(str(tools.ROOT / "tests" / "scalapack"))
import debian_tests

NAME = "checked_clients"
TITLE = "Real programs under strobe run --check"
TESTER = tools.ROOT / "build" / "release" / "bin" / "tests" / "blacs-tester"
SCALAPACK = tools.ROOT / "build" / "scalapack"
MODES: Mapping[str, tuple[Sequence[str], str]] = {
    "deterministic": ((), "--check"),
    "fast": (("--mode", "fast"), "--check"),
    "buffers": ((), "--check=buffers"),
}
"""Options of `strobe run`, and that of the checks."""
FOUND = 123
"""The status of a program that ends well and has errors."""
FINDINGS = "findings.sarif"
SHOWN_FINDINGS = 5
SOLVERS = ("xdbrd", "xdgblu", "xdinv", "xdllt", "xdls", "xdlu", "xdqr", "xdtrd", "xznep", "xzevc",
           "PBLAS/dpb2tst")  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """What is wrong in a program, so that a finding about it is true."""

    client: str
    """The beginning of its title."""
    check: str
    said: str
    """A pattern in the sentence and the places of the finding."""
    why: str

    def explains(self, client: str, finding: str) -> bool:
        return client.startswith(self.client) and bool(
            re.match(rf"{self.check}: .*{self.said}", finding)
        )


FAULTS = (
    Fault(
        "hpcc",
        "hidden-deadlock",
        r"rank 0 may wait for rank 1",
        "In `cross_ping_pong_controlled` (src/bench_lat_bw_1.5.2.c, lines 583 and 586) a client "
        "sends a token to the next one and then calls MPI_Bcast, whose root is the last client. "
        "The next client calls that MPI_Bcast first, and receives the token only after it. Both "
        "wait if the send is synchronous and the broadcast synchronizes, as the standard allows: "
        "over Open MPI alone, with MPI_Send as MPI_Ssend and a barrier before MPI_Bcast by PMPI, "
        "hpcc hangs there on 2 ranks.",
    ),
    Fault(
        "IMB",
        "object-not-freed",
        r"communicators that it created.*IMB_init\.c",
        "Each benchmark splits a communicator of its own, and none is freed. A count of the calls "
        "by PMPI over MPICH alone says the same: 19 calls of MPI_Comm_split and none of "
        "MPI_Comm_free in IMB-MPI1, 13 and none in IMB-NBC.",
    ),
    Fault(
        "IMB",
        "object-not-freed",
        r"(groups that it created.*IMB_init\.c|blocks of memory .*IMB_mem_manager\.c)",
        "So are groups and buffers: by PMPI, IMB-MPI1 on 4 ranks calls MPI_Comm_group 4 times and "
        "MPI_Group_free never, and 301 calls of MPI_Alloc_mem have 294 of MPI_Free_mem.",
    ),
    Fault(
        "mpi4py",
        "type-mismatch",
        r"test_(msgspec|p2p_obj)\.py",
        "These tests send numbers or MPI_UNSIGNED_CHAR where MPI_BYTE is received, or put one as "
        "the other.",
    ),
    Fault(
        "mpi4py",
        "type-name-mismatch",
        r"MPI_LONG_LONG.*test_p2p_buf_matched\.py",
        "The test names the type of its sends, MPI_LONG_LONG, and lets mpi4py find that of its "
        "receives, MPI_LONG.",
    ),
    Fault(
        "mpi4py",
        "conflicting-puts-of-same-data",
        r"test_rma(_nb)?\.py",
        "All ranks put the same data into the same memory of one rank in one epoch.",
    ),
    Fault(
        "mpi4py",
        "request-never-started",
        r"test_subclass\.py",
        "The tests of subclasses free a persistent request that they never start.",
    ),
    Fault(
        "mpi4py",
        "request-not-completed",
        r"test_ulfm\.py",
        "testIAgree raises an error before it waits for its request (see "
        "[clients.md](clients.md)).",
    ),
    Fault(
        "mpi4py",
        "buffer-overlap",
        r"test_ulfm\.py",
        "The buffer of that request is freed, and its memory becomes that of another operation.",
    ),
    Fault(
        "mpi4py",
        "collective-mismatch",
        r"non-blocking allreduce .* calls barrier \(test_ulfm\.py",
        "testIAgree calls MPI_Iallreduce before a barrier on one rank, and after it on the others.",
    ),
    Fault(
        "mpi4py",
        "invalid-argument",
        r"test_comm_topo\.py",
        "The test makes graphs on MPI_COMM_SELF with sources alone, and with destinations alone.",
    ),
    Fault(
        "mpi4py",
        "object-not-freed",
        r"an info object .*test_(subclass|environ)\.py",
        "testCreateEnvType and testGetHWResourceInfo leave the info object that they get.",
    ),
    Fault(
        "ScaLAPACK",
        "buffer-overlap",
        r"uses \d+ bytes that an operation in progress uses",
        "The reference BLACS of ScaLAPACK 2.2.1 combines by BI_TreeComb. It posts the receive of "
        "the result (MPI_Irecv in BI_Arecv) into the buffer that it then sends (MPI_Send).",
    ),
)


def blacs() -> Iterator[Client]:
    """The tester of the BLACS over that of this build."""
    folder = clients.folder_of("libmpi.so.12", *tools.MPI_PREFIXES)
    if not TESTER.exists():
        raise FileNotFoundError(f"{TESTER} is missing, the target blacs-tester builds it")
    for ranks, every in ((2, 1), (4, 8)):
        words: list[str | Path] = [TESTER, "--every", str(every)]
        yield Client("tester of the BLACS", "", words, judge_blacs, [folder], ranks=(ranks,))


def judge_blacs(said: Said) -> Outcome:
    last = [line for line in said.text.splitlines() if "passed" in line][-1:]
    return Outcome(" ".join(last) or "no end", good=bool(last))


def scalapack() -> Iterator[Client]:
    """Debian's test programs over MPICH 4.0, with the BLACS that they bring along."""
    folder = clients.folder_of("libscalapack-mpich.so.2.2", SCALAPACK / "usr")
    mpich = clients.folder_of("libmpichfort.so.12", clients.DEBIANS)
    libraries = [mpich, folder, folder / "blas", folder / "lapack"]
    for name in SOLVERS:
        program = folder / "scalapack" / "mpich-tests" / name
        for rows, columns in ((1, 2), (2, 2)):
            files = {
                path.name: functools.partial(problem, path.read_text(), (rows, columns))
                for path in program.parent.glob("*.dat")
            }
            yield Client(f"ScaLAPACK, {program.name}", "2.2.1", [program], judge_scalapack,
                         libraries, ranks=(rows * columns,), files=files)  # fmt: skip


def problem(text: str, grid: tuple[int, int], _ranks: int) -> str:
    return debian_tests.prepared(text, [grid])


def judge_scalapack(said: Said) -> Outcome:
    # What is printed goes to a file where the input names one.
    texts = [file.read_text(errors="replace") for file in debian_tests.written(said.folder)]
    found = debian_tests.summary("".join([said.text, *texts]))
    if found is None:
        return Outcome("no summary", good=False)
    sentence = f"{found.passed} tests passed, {found.failed} failed"
    return Outcome(sentence, good=found.passed > 0 and found.failed == 0)


CLIENTS: Mapping[str, Callable[[], Iterator[Client]]] = {
    **clients.CLIENTS,
    blacs.__name__: blacs,
    scalapack.__name__: scalapack,
}


@dataclass(frozen=True)
class Checked(Outcome):
    """The result of a run with --check."""

    findings: Sequence[str] = ()
    """The check, the sentence and the places of each, as `check: sentence (file:line, ...)`."""


def run_checked(client: Client, ranks: int, mode: str, check: str = "") -> Checked:
    """One run with --check in a mode, or with another value of it. Its findings change nothing of
    what it came to."""

    def judge(said: Said) -> Outcome:
        findings = read_findings(said.folder / FINDINGS)
        if said.status not in (0, FOUND) and not client.tells_failures:
            last = [line for line in said.text.splitlines() if line.strip()][-1:]
            return Checked(f"ended with {said.status}: {' '.join(last)}", False, {}, findings)
        outcome = client.judge(said)
        return Checked(outcome.sentence, outcome.good, outcome.results, findings)

    options = (*MODES[mode][0], check or MODES[mode][1], "--sarif", FINDINGS)
    outcome = replace(client, judge=judge, tells_failures=True).run(
        ranks, ours=True, options=options
    )
    # One that did not end has not been judged.
    return outcome if isinstance(outcome, Checked) else Checked(outcome.sentence, False)


class Artifact(msgspec.Struct):
    uri: str


class Region(msgspec.Struct, rename="camel"):
    start_line: int


class Physical(msgspec.Struct, rename="camel"):
    artifact_location: Artifact
    region: Region


class Location(msgspec.Struct, rename="camel"):
    physical_location: Physical

    def __str__(self) -> str:
        place = self.physical_location
        return f"{Path(unquote(place.artifact_location.uri)).name}:{place.region.start_line}"


class Message(msgspec.Struct):
    text: str


class Result(msgspec.Struct, rename="camel"):
    """A finding, as SARIF 2.1.0 has it."""

    rule_id: str
    message: Message
    locations: list[Location]
    related_locations: list[Location]

    def __str__(self) -> str:
        sentence = self.message.text.removesuffix(f". {CHECKS[self.rule_id].advice}")
        places = ", ".join(map(str, [*self.locations, *self.related_locations]))
        return f"{self.rule_id}: {sentence}" + (f" ({places})" if places else "")


class Run(msgspec.Struct):
    results: list[Result]


class Report(msgspec.Struct):
    runs: list[Run]


def read_findings(file: Path) -> list[str]:
    """Those in a file that --sarif wrote; none where a job ended before it was written."""
    if not file.exists():
        return []
    report = msgspec.json.decode(file.read_bytes(), type=Report)
    return [str(result) for run in report.runs for result in run.results]


def row(client: Client, ranks: int, mode: str) -> list[str]:
    """What the client came to without and with --check in a mode, and what was found."""
    plain = client.run(ranks, ours=True, options=MODES[mode][0])
    checked = run_checked(client, ranks, mode)
    alike = clients.verdict(plain, checked)
    title, version = client.title, client.version
    return [title, version, str(ranks), mode, checked.sentence, alike,
            verdict(title, checked.findings)]  # fmt: skip


def verdict(title: str, findings: Sequence[str]) -> str:
    """How many findings there are, and which of them nothing explains."""
    unknown = [finding for finding in findings if not explained(title, finding)]
    true = len(findings) - len(unknown)
    told = [f"{true} true"] if true else []
    told += [f"NOT EXPLAINED: {finding}" for finding in unknown[:SHOWN_FINDINGS]]
    if len(unknown) > SHOWN_FINDINGS:
        told.append(f"and {len(unknown) - SHOWN_FINDINGS} more")
    return "; ".join(told) or "none"


def explained(title: str, finding: str) -> Fault | None:
    """The fault of the program that the finding is about."""
    return next((fault for fault in FAULTS if fault.explains(title, finding)), None)


def rows(
    found: Iterator[Client], ranks_wanted: Sequence[int], modes: Sequence[str], made: Unfinished
) -> Iterator[list[str]]:
    """One for each client, number of ranks and mode."""
    for client in found:
        for ranks in client.ranks:
            for mode in modes:
                if not ranks_wanted or ranks in ranks_wanted:
                    key = (client.title, f"{ranks} ranks", mode)
                    yield made.row(key, functools.partial(row, client, ranks, mode))


def parts(
    names: Sequence[str] = tuple(CLIENTS),
    ranks: Sequence[int] = (),
    modes: Sequence[str] = tuple(MODES),
) -> list[str]:
    """The table of these clients, and the faults that are found in them."""
    made, found = Unfinished(NAME), list[list[str]]()
    for name in names:
        try:
            found += rows(CLIENTS[name](), ranks, modes, made)
        except FileNotFoundError as error:
            print(f"bench: {name} is left out: {error}")
    made.forget()
    words = (
        "The programs are run as for [clients.md](clients.md), and so are programs that use the "
        "BLACS: the tester of this build, and Debian's test programs of ScaLAPACK. A row compares "
        "the results of `strobe run` without and with `--check`, or `--check=buffers` where the "
        "mode is `buffers`, and says what was found. A finding is true if it is one of the faults "
        "below the table.\n"
    )
    headings = ("client", "version", "ranks", "mode", "with --check", "alike", "findings")
    faults = [f"- **{fault.client}, {fault.check}**: {fault.why}" for fault in FAULTS]
    return [
        words,
        tables.markdown(headings, found),
        "## Faults of these programs\n",
        "\n".join(faults) + "\n",
    ]


def main() -> None:
    parser = tables.command_line(__doc__)
    parser.add_argument("--only", nargs="+", choices=CLIENTS, default=list(CLIENTS))
    parser.add_argument("--ranks", nargs="+", type=int, default=[], help="all if not said")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    chosen = parser.parse_args()
    tables.make(NAME, TITLE, lambda: parts(chosen.only, chosen.ranks, chosen.modes))


if __name__ == "__main__":
    main()
