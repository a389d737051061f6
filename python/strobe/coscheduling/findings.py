# SPDX-License-Identifier: BSD-3-Clause
"""What --check has found in a job: the findings of all ranks, each once, with lines of the source.

The ranks write what they find themselves (strobe.records.check_record). A deadlock and a failed
call are in the ranks' records, and become findings here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from strobe.base import units
from strobe.coscheduling import call_sites, freed_sends, message_races
from strobe.coscheduling.call_sites import SourceLine
from strobe.coscheduling.check_table import CHECKS, Check
from strobe.coscheduling.diagnosis import CRASHES, rank_list
from strobe.records import check_record, order_log
from strobe.records.check_record import Found, RankChecks
from strobe.records.job_record import CallSite, Job, RankRecord

ERROR, WARNING, STRICT = "error", "warning", "strict"
# A finding of a rank at the same call explains it, and takes its place.
FAILED_CALL, CRASH = "failed-call", "crash-in-call"
# That of a rank has the lines of both calls; its record only has the call that failed, later.
MISMATCH = "collective-mismatch"
# An error handler that returns may expect it.
ONLY_WHERE_FATAL = "message-truncated"
SEVERITIES = (ERROR, WARNING)
_ENDS_WITH_A_FINDING = ("deadlock", "error", "exit", "signal")
CHOICES_VARIABLE = "STROBE_CHOICES"
"""In the environment of the ranks with --replay."""
Known = dict[tuple[str, int], SourceLine]
"""Lines of the source by file of code and address."""
_PYTHON_LINE = re.compile(r"(.+):(\d+), in (.+)")
# Sentences of the ranks' records (src/bcs/mpi/process.cpp and collective.cpp).
_MISMATCH = re.compile(
    r"rank \d+ calls .* as collective \d+, where rank \d+ calls |blocks of a rank differ"
    r"|rank \d+ gives \d+ bytes to rank \d+ in "
    r"|finds at collective \d+ that another member has called others before"
)
_FAILED = re.compile(r"rank \d+ fails in (MPI_\w+|a call of MPI)(?: \((.+?)\))?: ")
# A rank that a signal has killed in a call, or that the MPI has ended there.
_CRASHED = re.compile(
    r"rank \d+ (?:was killed by signal (\d+)|ended without MPI_Finalize, .*; it ended)"
    r" in (MPI_\w+)$"
)
_WAITS = re.compile(r"waits in (MPI_\w+)(?: \((.+?)\))? (?:for |to send |$)")


class Side(msgspec.Struct, frozen=True):
    """A call that takes part in a finding. `where` is empty where its line is not known."""

    role: str
    rank: int
    function: str
    where: str
    path: str = ""
    line: int = 0


class Finding(msgspec.Struct, frozen=True):
    """One error or warning. `ranks` are those where it shows; `was_told` says that the runtime has
    printed it."""

    check: str
    classified: str
    severity: str
    sentence: str
    ranks: list[int]
    sides: list[Side]
    rule: str
    section: str
    advice: str
    was_told: bool = False


def severities(words: str) -> set[str]:
    """Which severities --check asks for; both if it names none."""
    asked = {*words.split(",")}
    return asked & {*SEVERITIES} or {*SEVERITIES}


def read(folder: Path, job: Job, words: str) -> list[Finding]:
    """All findings of the severities that `words`, the value of --check, asks for: errors first.

    Raises StrobeError where a rank's file cannot be read.
    """
    ranks = check_record.read(folder)
    kinds = [order_log.kinds(folder, rank) for rank in range(job.size)]
    # What receives get is chosen then, and `strobe explore` tries the other messages.
    if not any(CHOICES_VARIABLE in rank.options for rank in job.ranks):
        message_races.add(ranks, kinds, folder, job)
    freed_sends.add(ranks, kinds, folder, job)
    of_records = [*_of_records(job, words)]
    failed = {_call(one.sides[0]) for one in of_records if one.check == FAILED_CALL}
    of_ranks = [
        finding
        for finding in _of_ranks(ranks, job, words)
        if finding.check != ONLY_WHERE_FATAL or failed & {*map(_call, finding.sides)}
    ]
    explained = {
        _call(side)
        for finding in of_ranks
        for side in (finding.sides if finding.check == ONLY_WHERE_FATAL else finding.sides[:1])
    }
    told_mismatch = {one.ranks[0] for one in of_ranks if one.check == MISMATCH}
    of_records = [
        finding
        for finding in of_records
        if not (finding.check in (FAILED_CALL, CRASH) and _call(finding.sides[0]) in explained)
        and not (finding.check == MISMATCH and finding.ranks[0] in told_mismatch)
    ]
    merged = _merged([*of_records, *of_ranks])
    asked = severities(words)
    return sorted(
        (finding for finding in merged if finding.severity in asked),
        key=lambda finding: (SEVERITIES.index(finding.severity), finding.ranks),
    )


def _call(side: Side) -> tuple[int, str, str]:
    return side.rank, side.function, side.where


def count(findings: Iterable[Finding]) -> str:
    """`1 error and 2 warnings`; `no errors` of none."""
    counts = {severity: 0 for severity in SEVERITIES}
    for finding in findings:
        counts[finding.severity] += 1
    told = [units.plural(number, name) for name, number in counts.items() if number]
    return units.listed(told) if told else "no errors"


def _made(
    check: Check,
    words: str,
    sentence: str,
    ranks: list[int],
    sides: list[Side],
    *,
    was_told: bool = False,
) -> Finding:
    is_strict = STRICT in words.split(",")
    return Finding(
        check=check.name,
        classified=check.classified,
        severity=check.severity_if_strict if is_strict else check.severity,
        sentence=sentence,
        ranks=ranks,
        sides=sides,
        rule=check.rule,
        section=check.section,
        advice=check.advice,
        was_told=was_told,
    )


def _of_records(job: Job, words: str) -> Iterator[Finding]:
    """The findings that the ranks' records hold."""
    sites = [rank.ended_at for rank in job.ranks if rank.end in _ENDS_WITH_A_FINDING]
    known = call_sites.source_lines(sites, job)
    if any(rank.end == "deadlock" for rank in job.ranks):
        yield _deadlock(job, words, known)
    for rank in job.ranks:
        if rank.end == "error" and (failed := _FAILED.match(rank.sentence)):
            name = MISMATCH if _MISMATCH.search(rank.sentence) else FAILED_CALL
            side = _side_of_end("failed", rank, failed[1], failed[2], known)
            yield _made(CHECKS[name], words, rank.sentence, [rank.rank], [side], was_told=True)
        crashed = _CRASHED.match(rank.sentence)
        if crashed and (crashed[1] is None or int(crashed[1]) in CRASHES):
            side = _side("called", rank.rank, crashed[2], rank.ended_at, known)
            yield _made(CHECKS[CRASH], words, rank.sentence, [rank.rank], [side], was_told=True)
        elif rank.end == "exit" and rank.exit_status == 0:
            side = _side("ended", rank.rank, "exit", rank.ended_at, known)
            check = CHECKS["missing-finalize"]
            sides = [side] if side.where else []
            yield _made(check, words, rank.sentence, [rank.rank], sides, was_told=True)


def _deadlock(job: Job, words: str, known: Known) -> Finding:
    waiting = [rank for rank in job.ranks if rank.end == "deadlock"]
    sides = [
        _side_of_end("waits", rank, waits[1], waits[2], known)
        for rank in waiting for waits in _WAITS.finditer(rank.sentence)
    ]  # fmt: skip
    sentence = f"deadlock: {rank_list([rank.rank for rank in waiting])} cannot continue"
    ranks = [rank.rank for rank in waiting]
    return _made(CHECKS["deadlock"], words, sentence, ranks, sides, was_told=True)


def _side_of_end(
    role: str, rank: RankRecord, function: str, where: str | None, known: Known
) -> Side:
    """Of a call in the last sentence of a rank, which has the name of the source without its
    folder: `MPI_Recv (ring.c:12, in main)`."""
    ended = _side(role, rank.rank, function, rank.ended_at, known)
    if ended.where == (where or ""):
        return ended
    return _side_of_text(role, rank.rank, function, where or "")


def _side_of_text(role: str, rank: int, function: str, where: str) -> Side:
    line = _PYTHON_LINE.fullmatch(where)
    return (
        Side(role, rank, function, where, line[1], int(line[2]))
        if line
        else Side(role, rank, function, where)
    )


def _side(role: str, rank: int, function: str, site: CallSite, known: Known) -> Side:
    if site.line:
        return _side_of_text(role, rank, function, site.line)
    line = known.get((site.file, site.address))
    if line is None:
        return Side(role, rank, function, "")
    return Side(role, rank, function, str(line), line.path if line.line else "", line.line)


def _of_ranks(ranks: dict[int, RankChecks], job: Job, words: str) -> Iterator[Finding]:
    """The findings that ranks have written."""
    used = {
        (witness.rank, witness.place)
        for checks in ranks.values() for found in checks.findings for witness in found.where
    }  # fmt: skip
    places = {
        key: ranks[key[0]].places[key[1]]
        for key in used if key[0] in ranks and key[1] in ranks[key[0]].places
    }  # fmt: skip
    known = call_sites.source_lines([place.site for place in places.values()], job)
    for checks in ranks.values():
        for found in checks.findings:
            check = CHECKS.get(found.check)
            if check is None:
                continue
            types = [places.get((w.rank, w.place)) for w in found.where]
            if check.name.endswith("type-mismatch") and _are_alike([t.kinds for t in types if t]):
                check = CHECKS["type-name-mismatch"]
            names = [place.names if place else "" for place in types]
            sides = [
                _side(witness.role, witness.rank, place.function, place.site, known)
                if place else Side(witness.role, witness.rank, "", "")
                for witness, place in zip(found.where, types, strict=True)
            ]  # fmt: skip
            text = _with_names(found, names)
            is_of_job = check.name == "hidden-deadlock"
            sentence = f"the program {text}" if is_of_job else f"rank {checks.rank} {text}"
            shown = [side.rank for side in sides] if is_of_job else [checks.rank]
            yield _made(check, words, sentence, shown, sides)


def _are_alike(kinds: list[str]) -> bool:
    return len(kinds) > 1 and len({*kinds}) == 1


def _with_names(found: Found, names: list[str]) -> str:
    """The sentence with the names of the datatypes."""
    text = found.text
    for number, name in enumerate(names):
        text = text.replace(f"{{{number}}}", name or "another datatype")
    return text


def _merged(findings: Iterable[Finding]) -> list[Finding]:
    """Findings of several ranks at the same lines become one, which has the first sentence."""
    found: dict[object, Finding] = {}
    for finding in findings:
        calls = tuple((side.role, side.function, side.where) for side in finding.sides)
        key = finding.check, finding.severity, calls
        if key in found:
            ranks = sorted({*found[key].ranks, *finding.ranks})
            found[key] = msgspec.structs.replace(found[key], ranks=ranks)
        else:
            found[key] = finding
    return list(found.values())
