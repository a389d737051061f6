# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe run --check` makes of what ranks have written: findings, SARIF, annotations and its
status. No MPI takes part: the records are made up, and so are the ranks.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import synthetic_job
from jsonschema import Draft7Validator, FormatChecker  # type: ignore[import-untyped]
from places import ROOT
from terminal import Terminal

from strobe import __version__
from strobe.base.errors import StrobeError
from strobe.cli import findings_view
from strobe.cli.main import main
from strobe.coscheduling import findings, handshake, interposer, preparation, sarif
from strobe.coscheduling.check_table import CHECKS
from strobe.coscheduling.findings import Finding, Side
from strobe.launch import mpi
from strobe.options.runtime import RuntimeOptions
from strobe.records import check_record
from strobe.records.job_record import CallSite, Job, RankRecord

BOTH = "error,warning"
GOLDEN = ROOT / "tests" / "golden" / "findings.sarif"
NOWHERE = CallSite("", "", 0)


@dataclass
class Checks:
    """The file that a rank writes; its methods add lines, as check_log.cpp does."""

    rank: int
    lines: list[str] = field(default_factory=list)

    def place(self, function: str, line: str, names: str = "", kinds: str = "") -> int:
        number = 1 + sum('"place"' in one and '"where"' not in one for one in self.lines)
        place = {"place": number, "function": function, "line": line, "file": "", "address": 0,
                 "names": names, "kinds": kinds}  # fmt: skip
        self.lines.append(json.dumps(place))
        return number

    def found(self, check: str, text: str, *where: tuple[str, int, int]) -> None:
        witnesses = [{"role": role, "rank": rank, "place": place} for role, rank, place in where]
        self.lines.append(json.dumps({"check": check, "text": text, "where": witnesses}))

    def write(self, folder: Path) -> None:
        text = "".join(f"{line}\n" for line in self.lines)
        (folder / f"rank-{self.rank}.checks").write_text(text)


def mismatch(folder: Path, receiver: int = 1, kinds: str = "float 4") -> None:
    """Rank 0 sends an int, which another rank receives as something else."""
    sender, other = Checks(0), Checks(receiver)
    sent = sender.place("MPI_Send", "ring.py:4, in main", "MPI_INT", "signed 4")
    received = other.place("MPI_Recv", "ring.py:6, in main", "MPI_FLOAT", kinds)
    other.found(
        "type-mismatch",
        "receives {0}, but rank 0 sent {1}",
        ("received", receiver, received),
        ("sent", 0, sent),
    )
    sender.write(folder)
    other.write(folder)


def job(*changed: RankRecord, ranks: int = 3) -> Job:
    """A job in which these ranks ended as their records say, and the others well."""
    records = {rank: synthetic_job.rank_record(rank, ranks) for rank in range(ranks)}
    records |= {record.rank: record for record in changed}
    return Job(None, list(records.values()))


def ended(rank: int, end: str, sentence: str, status: int | None = 1) -> RankRecord:
    record = synthetic_job.rank_record(rank, 3)
    record.end, record.sentence, record.exit_status = end, sentence, status
    return record


def only(folder: Path, words: str = BOTH, found: Job | None = None) -> Finding:
    (finding,) = findings.read(folder, found or job(), words)
    return finding


# What ranks have written.


def test_a_finding_has_the_lines_and_datatypes_of_both_sides(tmp_path: Path) -> None:
    mismatch(tmp_path)
    found = only(tmp_path)
    assert found.check == "type-mismatch"
    assert found.severity == "error"
    assert found.sentence == "rank 1 receives MPI_FLOAT, but rank 0 sent MPI_INT"
    received, sent = found.sides
    assert received == Side("received", 1, "MPI_Recv", "ring.py:6, in main", "ring.py", 6)
    assert sent == Side("sent", 0, "MPI_Send", "ring.py:4, in main", "ring.py", 4)
    assert found.ranks == [1]


def test_datatypes_that_only_differ_by_name_are_a_warning(tmp_path: Path) -> None:
    mismatch(tmp_path, kinds="signed 4")
    found = only(tmp_path)
    assert (found.check, found.severity) == ("type-name-mismatch", "warning")


def test_a_place_that_is_not_known_is_no_line(tmp_path: Path) -> None:
    checks = Checks(1)
    where = (("received", 1, 99), ("sent", 7, 0))
    checks.found("type-mismatch", "receives {0}, but rank 7 sent {1}", *where)
    checks.write(tmp_path)
    found = only(tmp_path)
    unknown = "another datatype"
    assert found.sentence == f"rank 1 receives {unknown}, but rank 7 sent {unknown}"
    assert [(side.rank, side.where, side.line) for side in found.sides] == [(1, "", 0), (7, "", 0)]


def test_a_check_of_another_release_is_left_out(tmp_path: Path) -> None:
    checks = Checks(0)
    checks.found("unicorn-seen", "saw one")
    checks.write(tmp_path)
    assert findings.read(tmp_path, job(), BOTH) == []


def test_the_line_in_which_a_rank_was_killed_is_left_out(tmp_path: Path) -> None:
    mismatch(tmp_path)
    with (tmp_path / "rank-1.checks").open("a") as file:
        file.write('{"check": "type-mis')
    assert only(tmp_path).check == "type-mismatch"


PLACE = '"function": "f", "line": "", "file": "", "address": 0, "names": "", "kinds": ""'
DAMAGED = {
    "no JSON": b"place",
    "no object": b"[1]",
    "no text": b'{"check": "\xff", "text": "", "where": []}',
    "too deep": b'{"a": ' + b"[" * 100_000,
    "a field that is none": b'{"check": "deadlock", "text": "", "where": [], "more": 1}',
    "a field that is missing": b'{"check": "deadlock", "text": ""}',
    "a negative place": f'{{"place": -1, {PLACE}}}'.encode(),
    "a broken number": f'{{"place": 1e3, {PLACE}}}'.encode(),
    "ten thousand digits": f'{{"place": {"9" * 10_000}, {PLACE}}}'.encode(),
    "a bell": b'{"check": "deadlock", "text": "\\u0007", "where": []}',
    "a line that is two": b'{"check": "deadlock", "text": "a\\nb", "where": []}',
    "an escape in a function": f'{{"place": 1, {PLACE}}}'.replace('"f"', '"\\u001b"').encode(),
    "an escape in a role":
        b'{"check": "deadlock", "text": "", '
        b'"where": [{"role": "\\u001b", "rank": 0, "place": 0}]}',
    "a long line": f'{{"check": "deadlock", "text": "{"x" * 1001}", "where": []}}'.encode(),
}  # fmt: skip


@pytest.mark.parametrize("line", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused_with_its_name(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "rank-0.checks"
    path.write_bytes(line + b"\n")
    with pytest.raises(StrobeError) as refused:
        check_record.read(tmp_path)
    assert str(refused.value).startswith(f"{path} is not a record of this release: ")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 1000


def test_numbers_may_be_larger_than_any_job(tmp_path: Path) -> None:
    large = 10**30
    checks = Checks(0)
    checks.found("type-mismatch", "receives {0}", ("sent", large, large))
    checks.write(tmp_path)
    assert [(side.rank, side.line) for side in only(tmp_path).sides] == [(large, 0)]


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "rank-0.checks").mkdir()
    with pytest.raises(StrobeError, match=r"cannot read .*rank-0.checks: Is a directory"):
        check_record.read(tmp_path)


def test_the_same_finding_of_several_ranks_is_told_once(tmp_path: Path) -> None:
    mismatch(tmp_path, receiver=2)
    mismatch(tmp_path, receiver=1)
    found = only(tmp_path)
    assert found.ranks == [1, 2]
    assert found.sentence.startswith("rank 1 ")
    assert findings_view.lines(found)[0] == (
        "strobe: error: rank 1 receives MPI_FLOAT, but rank 0 sent MPI_INT (also on rank 2)"
    )


# What the records of ranks say of their end (src/bcs/mpi/process.cpp).

MESSAGE = "for a message with tag 5 from rank 1 of MPI_COMM_WORLD"


@pytest.mark.parametrize(
    ("sentence", "calls"),
    [
        (
            f"rank 0 waits in MPI_Recv (ring.c:12, in main) {MESSAGE}",
            [("MPI_Recv", "ring.c", 12)],
        ),
        (
            f"rank 0 waits in MPI_Recv (a (1).cpp:7, in f(int) const) {MESSAGE}",
            [("MPI_Recv", "a (1).cpp", 7)],
        ),
        (f"rank 0 waits in MPI_Recv (ring+0x12) {MESSAGE}", [("MPI_Recv", "", 0)]),
        (f"rank 0 waits in MPI_Recv {MESSAGE}", [("MPI_Recv", "", 0)]),
        ("rank 0 waits in MPI_Buffer_detach ", [("MPI_Buffer_detach", "", 0)]),
        (
            f"rank 0 waits in MPI_Recv (a.c:1, in f) {MESSAGE}; another thread waits in MPI_Send "
            "(b.c:2, in g) to send a message with tag 1 to rank 1 of MPI_COMM_WORLD",
            [("MPI_Recv", "a.c", 1), ("MPI_Send", "b.c", 2)],
        ),
    ],
)
def test_a_deadlock_names_the_calls_that_wait(
    sentence: str, calls: list[tuple[str, str, int]], tmp_path: Path
) -> None:
    found = only(tmp_path, found=job(ended(0, "deadlock", sentence)))
    assert found.check == "deadlock"
    assert found.was_told
    assert [(side.function, side.path, side.line) for side in found.sides] == calls


@pytest.mark.parametrize(
    ("said", "check", "function", "line"),
    [
        ("MPI_Send (a.c:3, in main): Invalid rank, value is 9", "failed-call", "MPI_Send", 3),
        ("a call of MPI (a.c:3, in f(int)): MPI_ERR_ARG", "failed-call", "a call of MPI", 3),
        ("MPI_Dims_create: Negative value", "failed-call", "MPI_Dims_create", 0),
        (
            "MPI_Bcast (a.c:3, in main): on MPI_COMM_WORLD, rank 0 calls barrier as collective 1, "
            "where rank 2 calls broadcast (root 0, 4 bytes)",
            "collective-mismatch", "MPI_Bcast", 3,
        ),
        (
            "MPI_Gather (a.c:3, in main): on MPI_COMM_WORLD, the send and receive blocks of a "
            "rank differ in gather (4 bytes): one has 8 bytes",
            "collective-mismatch", "MPI_Gather", 3,
        ),
        (
            "MPI_Barrier (a.c:3, in main): rank 1 finds at collective 2 that another member has "
            "called others before",
            "collective-mismatch", "MPI_Barrier", 3,
        ),
    ],
)  # fmt: skip
def test_an_error_of_mpi_names_the_call_that_failed(
    said: str, check: str, function: str, line: int, tmp_path: Path
) -> None:
    found = only(tmp_path, found=job(ended(1, "error", f"rank 1 fails in {said}")))
    assert (found.check, found.was_told) == (check, True)
    assert [(side.function, side.line) for side in found.sides] == [(function, line)]


def of_two_ranks(folder: Path, check: str, text: str, *roles: str) -> None:
    """Rank 1 has found what both ranks have called, each in one call."""
    checks = [Checks(0), Checks(1)]
    called = [one.place(f"MPI_{'RS'[one.rank]}", f"a.c:{3 + one.rank}, in main") for one in checks]
    checks[1].found(check, text, (roles[0], 0, called[0]), (roles[1], 1, called[1]))
    for one in checks:
        one.write(folder)


def test_a_mismatch_is_told_once_with_both_calls(tmp_path: Path) -> None:
    """Of the calls that fail some are later ones, and some ranks have found nothing themselves."""
    said = ("on MPI_COMM_WORLD, rank 0 calls barrier as collective 1, where rank 1 calls broadcast "
            "(root 0, 4 bytes)")  # fmt: skip
    of_two_ranks(tmp_path, "collective-mismatch", "calls", "called", "called")
    later = ended(1, "error", f"rank 1 fails in MPI_Finalize (a.c:9, in main): {said}")
    found = only(tmp_path, found=job(later))
    assert [side.line for side in found.sides] == [3, 4]
    other = ended(2, "error", f"rank 2 fails in MPI_Bcast (a.c:5, in main): {said}")
    lines = [[side.line for side in one.sides]
             for one in findings.read(tmp_path, job(later, other), BOTH)]  # fmt: skip
    assert lines == [[3, 4], [5]]


def test_a_truncated_message_is_no_finding_where_the_program_goes_on(tmp_path: Path) -> None:
    of_two_ranks(tmp_path, "message-truncated", "receives up to 4 bytes", "sent", "received")
    assert findings.read(tmp_path, job(), BOTH) == []
    said = "rank 1 fails in MPI_S (a.c:4, in main): the message has 8 bytes"
    found = only(tmp_path, found=job(ended(1, "error", said)))
    assert (found.check, len(found.sides)) == ("message-truncated", 2)


def test_a_rank_that_ends_well_without_finalize_is_an_error(tmp_path: Path) -> None:
    said = "rank 1 ended without MPI_Finalize, which every rank has to call"
    assert only(tmp_path, found=job(ended(1, "exit", said, 0))).check == "missing-finalize"
    # A program that ends after an error of its own has its reasons.
    assert findings.read(tmp_path, job(ended(1, "exit", said, 3)), BOTH) == []


@pytest.mark.parametrize(
    ("end", "said", "check"),
    [
        ("signal", "rank 1 was killed by signal 11 in MPI_Bcast", "crash-in-call"),
        ("signal", "rank 1 was killed by signal 15 in MPI_Bcast", ""),
        (
            "exit",
            "rank 1 ended without MPI_Finalize, which all have to call; it ended in MPI_Bcast",
            "crash-in-call",
        ),
    ],
)
def test_a_crash_in_a_call_of_mpi_is_an_error(
    tmp_path: Path, end: str, said: str, check: str
) -> None:
    found = findings.read(tmp_path, job(ended(1, end, said)), BOTH)
    expected = [(check, "MPI_Bcast")] if check else []
    assert [(one.check, one.sides[0].function) for one in found] == expected


def test_what_is_no_error_of_mpi_is_no_finding(tmp_path: Path) -> None:
    others = job(
        ended(0, "error", "rank 1 ended before MPI_Finalize (process 7); rank 0 cannot continue"),
        ended(1, "signal", "rank 1 was killed by signal 11 outside of MPI"),
        ended(2, "abort", "rank 2 called MPI_Abort with error code 3"),
    )
    assert findings.read(tmp_path, others, BOTH) == []


# Severities.


def three(folder: Path, rank: int = 0) -> None:
    """An error, a warning, and what is an error on some MPIs."""
    checks = Checks(rank)
    for check in ("type-name-mismatch", "type-mismatch", "hidden-deadlock"):
        place = checks.place("MPI_Send", f"{check}.py:1, in main")
        checks.found(check, "is wrong", ("sent", rank, place))
    checks.write(folder)


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("error", {"error": 1}),
        ("warning", {"warning": 2}),
        ("error,warning", {"error": 1, "warning": 2}),
        ("strict", {"error": 2, "warning": 1}),
        ("error,strict", {"error": 2}),
        ("warning,strict", {"warning": 1}),
    ],
)
def test_the_words_of_check_choose_severities(
    words: str, counts: dict[str, int], tmp_path: Path
) -> None:
    three(tmp_path)
    found = findings.read(tmp_path, job(), words)
    assert Counter(one.severity for one in found) == counts
    assert [one.severity for one in found] == sorted(one.severity for one in found)


def test_how_many_there_are_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    three(tmp_path)
    findings_view.show(findings.read(tmp_path, job(), BOTH))
    *_, last = capsys.readouterr().err.splitlines()
    assert last == "strobe: --check found 1 error and 2 warnings"
    findings_view.show([])
    assert capsys.readouterr().err == "strobe: --check found no errors\n"
    findings_view.show([], ended_early=True)
    assert capsys.readouterr().err == "strobe: --check found no errors before the job ended early\n"


def test_what_the_runtime_has_told_is_only_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stuck = job(ended(0, "deadlock", f"rank 0 waits in MPI_Recv {MESSAGE}"))
    findings_view.show(findings.read(tmp_path, stuck, BOTH))
    assert capsys.readouterr().err == "strobe: --check found 1 error\n"


# SARIF and annotations.

URI = {"type": "string", "format": "uri-reference", "pattern": r"^(file:///|[^:]*$)[^\s\\]*"}
TEXT = {
    "type": "object",
    "required": ["text"],
    "additionalProperties": False,
    "properties": {"text": {"type": "string", "minLength": 1}},
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "additionalProperties": False,
    "properties": {
        "message": TEXT,
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation", "region"],
            "additionalProperties": False,
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "additionalProperties": False,
                    "properties": {"uri": URI},
                },
                "region": {
                    "type": "object",
                    "required": ["startLine"],
                    "additionalProperties": False,
                    "properties": {"startLine": {"type": "integer", "minimum": 1}},
                },
            },
        },
    },
}
RULE = {
    "type": "object",
    "required": ["id"],
    "additionalProperties": False,
    "properties": {
        "id": {"enum": [*CHECKS]},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": TEXT,
        "properties": {"type": "object"},
    },
}
RESULT = {
    "type": "object",
    "required": ["message"],
    "additionalProperties": False,
    "properties": {
        "ruleId": {"enum": [*CHECKS]},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": TEXT,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION, "uniqueItems": True},
        "properties": {"type": "object"},
    },
}
DRIVER = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "version": {"type": "string"},
        "rules": {"type": "array", "items": RULE, "uniqueItems": True},
    },
}
RUN = {
    "type": "object",
    "required": ["tool"],
    "additionalProperties": False,
    "properties": {
        "tool": {
            "type": "object",
            "required": ["driver"],
            "additionalProperties": False,
            "properties": {"driver": DRIVER},
        },
        "results": {"type": "array", "items": RESULT},
    },
}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": RUN},
    },
}
"""What the standard (OASIS, 2020, sections 3.13 to 3.58) asks of the properties that are written;
no others may be."""


def test_a_report_in_sarif_is_as_the_standard_asks_and_does_not_change(tmp_path: Path) -> None:
    three(tmp_path, rank=2)
    mismatch(tmp_path)
    record = synthetic_job.rank_record(0, 3)
    path = tmp_path / "out.sarif"
    sarif.write(findings.read(tmp_path, job(record), BOTH), path)
    text = path.read_text(encoding="utf-8")
    report = json.loads(text)
    Draft7Validator(SARIF, format_checker=FormatChecker()).validate(report)
    (run,) = report["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len({*rules})
    assert {result["ruleId"] for result in run["results"]} == {*rules}
    golden = GOLDEN.read_text(encoding="utf-8")
    assert text.replace(f'"version": "{__version__}"', '"version": "VERSION"') == golden


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/home/me/my ring.c", "file:///home/me/my%20ring.c"),
        ("src/my ring.c", "src/my%20ring.c"),
        ("a:b.c", "a%3Ab.c"),
        ("50%.c", "50%25.c"),
    ],
)
def test_the_path_of_a_source_is_a_uri(path: str, uri: str, tmp_path: Path) -> None:
    checks = Checks(0)
    place = checks.place("MPI_Send", f"{path}:3, in main")
    checks.found("type-mismatch", "is wrong", ("sent", 0, place))
    checks.write(tmp_path)
    report = sarif.report([only(tmp_path)])
    Draft7Validator(SARIF, format_checker=FormatChecker()).validate(report)
    (location,) = report["runs"][0]["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_report_of_no_finding_has_none() -> None:
    (run,) = sarif.report([])["runs"]
    assert run["results"] == run["tool"]["driver"]["rules"] == []


def test_annotations_escape_what_github_would_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = Checks(0)
    place = checks.place("MPI_Send", "a,b:c%.py:3, in main")
    checks.found("type-mismatch", "is 100% wrong::error", ("sent", 0, place))
    checks.found("deadlock", "has no line")
    checks.write(tmp_path)
    findings_view.annotate(findings.read(tmp_path, job(), BOTH))
    first, second = capsys.readouterr().err.splitlines()
    advice = CHECKS["type-mismatch"].advice
    assert first == (
        "::error file=a%2Cb%3Ac%25.py,line=3,title=type-mismatch (rank 0)::"
        f"rank 0 is 100%25 wrong::error. {advice}"
    )
    assert second.startswith("::error title=deadlock (rank 0)::rank 0 has no line. ")


# The command.


@pytest.fixture
def fake_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str | Path]:
    """The words that run a program whose rank writes its record and what it has found."""
    libc = next(path for path in mpi.libraries_of(Path("/bin/sh")) if "libc." in path.name)
    monkeypatch.setenv(interposer.VARIABLE, str(libc))
    source = tmp_path / "source"
    source.mkdir()
    three(source)
    program = tmp_path / "app"
    rank = Path(__file__).with_name("fake_rank.py")
    program.write_text(
        f'#!/bin/sh\ncp {source}/rank-0.checks "$STROBE_RECORD" || exit 1\n'
        f'PYTHONPATH="{rank.parent}:$PYTHONPATH" exec {sys.executable} {rank} --record "$@"\n'
    )
    program.chmod(0o755)
    return ["run", "-n", "1", program]


def with_words(words: list[str | Path], *more: str) -> list[str | Path]:
    return [words[0], *more, *words[1:]]


@pytest.mark.parametrize(
    ("check", "own", "status"),
    [
        ("--check", 0, 123),
        ("--check=error", 0, 123),
        ("--check=warning", 0, 0),
        ("--check=warning,strict", 0, 0),
        ("--check", 7, 7),
        ("--quiet", 0, 0),  # without --check
    ],
)
def test_an_error_is_a_status_and_that_of_the_program_comes_first(
    check: str, own: int, status: int, fake_job: list[str | Path], terminal: Terminal
) -> None:
    answer = terminal.run(*with_words(fake_job, check), "--status", str(own))
    assert answer.status == status, answer.err
    assert ("strobe: --check found " in answer.err) == check.startswith("--check")


def test_a_variable_asks_for_checks_as_the_option_does(
    fake_job: list[str | Path], terminal: Terminal
) -> None:
    answer = terminal.run(*fake_job, STROBE_CHECKS="warning")
    assert answer.status == 0
    assert answer.err.endswith("strobe: --check found 2 warnings\n")
    refused = terminal.run(*fake_job, STROBE_CHECKS="nonsense")
    assert refused.status == 2
    assert refused.sentence.startswith("strobe: STROBE_CHECKS ")


def test_scripts_and_services_get_the_findings(
    fake_job: list[str | Path], terminal: Terminal
) -> None:
    answer = terminal.run(*with_words(fake_job, "--check", "--json", "--sarif", "a.sarif"))
    told = json.loads(answer.err.splitlines()[0])
    assert told["status"] == answer.status == 123
    assert [one["check"] for one in told["findings"]] == [
        "type-mismatch", "type-name-mismatch", "hidden-deadlock",
    ]  # fmt: skip
    report = json.loads((terminal.folder / "a.sarif").read_text())
    assert len(report["runs"][0]["results"]) == 3
    answer = terminal.run(*with_words(fake_job, "--check", "--annotate"))
    assert sum(line.startswith("::") for line in answer.err.splitlines()) == 3


def test_a_report_that_cannot_be_written_is_an_error(
    fake_job: list[str | Path], terminal: Terminal
) -> None:
    answer = terminal.run(*with_words(fake_job, "--check=warning", "--sarif", "no/a.sarif"))
    assert answer.status == 1
    assert re.search(r"^strobe: .*no/a\.sarif", answer.err, re.MULTILINE), answer.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--check=nonsense"], "--check must be .*, not 'nonsense'"),
        (["--check="], "--check must be .*, not ''"),
        (["--check", "--mode", "strict"], "--check .*--mode strict.*"),
        (["--sarif", "a.sarif"], "--sarif .*--check.*"),
        (["--annotate"], "--annotate .*--check.*"),
    ],
)
def test_what_does_not_go_together_is_refused_with_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *words, "./app"]) == 2
    captured = capsys.readouterr()
    assert re.fullmatch(rf"strobe: {said}\n", captured.err), captured.err


def test_the_program_follows_the_bare_option(
    fake_job: list[str | Path], terminal: Terminal
) -> None:
    *words, program = fake_job
    answer = terminal.run(*words, "--check", program)
    assert answer.status == 123, answer.err


def exports(answer: str) -> dict[str, Any]:
    return dict(line.removeprefix("export ").split("=", 1) for line in answer.splitlines())


@pytest.mark.parametrize(
    ("word", "value"), [("--check", "error,warning"), ("--check=strict", "strict")]
)
def test_a_batch_script_exports_the_checks(
    word: str, value: str, fake_job: list[str | Path], terminal: Terminal
) -> None:
    mpicc = shutil.which("mpicc")
    if mpicc is None:
        pytest.skip("no MPI is on PATH")
    answer = terminal.run("env", word, "--record", "job", "--mpi", mpicc)
    assert answer.status == 0, answer.err
    assert exports(answer.out)["STROBE_CHECKS"] == value


def test_with_buffers_a_second_library_is_loaded(tmp_path: Path) -> None:
    runtime = tmp_path / "libstrobe_run_mpich.so"
    options = RuntimeOptions(checks="error,buffers")
    runtime.touch()
    with pytest.raises(StrobeError, match=r"--check=buffers needs libstrobe_run_memory\.so in "):
        preparation.exports(runtime, options)
    memory = tmp_path / "libstrobe_run_memory.so"
    memory.touch()
    assert preparation.exports(runtime, options)["LD_PRELOAD"].endswith(f"{runtime}:{memory}")
    plain = preparation.exports(runtime, RuntimeOptions(checks="error"))
    assert str(memory) not in plain["LD_PRELOAD"]


def test_the_second_library_has_a_link_beside_that_of_the_first(tmp_path: Path) -> None:
    library = tmp_path / "a b" / "libstrobe_run_mpich.so"
    library.parent.mkdir()
    memory = library.with_name("libstrobe_run_memory.so")
    memory.touch()
    link = handshake.preloadable(library, tmp_path)
    assert link.with_name(memory.name).readlink() == memory


def test_help_names_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for option in ("--check", "--sarif", "--annotate", "or 123 if that is 0 and --check found"):
        assert option in text
