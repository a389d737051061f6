#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Check the errors and warnings of the BLACS for wrong programs, and that right ones have none.

misuse.py --program build/release/bin/tests/blacs-misuse [--only NAME] -- mpiexec -n
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from launched import run

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from thoroughness import sampled

LIMIT_S = 60
SAMPLE = 30
"""Number of cases that `make check` tries on one day; `make check-all` tries all."""


@dataclass(frozen=True)
class Case:
    """A case of blacs-misuse at a debug level, and the lines that it must write, in any order.

    The BLACS must write no other lines, except reports of long waits, which may be missing if the
    program ends before. T stands for any time, I for any message id.
    """

    name: str
    lines: tuple[str, ...] = ()
    debug: int = 1
    ranks: int = 1
    passes: bool = False  # whether the program ends with 0
    hang_s: float = 30


def wrong(routine: str, what: str) -> tuple[str, ...]:
    """The message of the first process of the first grid."""
    return (f"strobe blacs: {routine} on process {{0,0}} of context 0: {what}",)


def waits(process: int, call: str, what: str) -> str:
    """The line of a process of the first grid, which has one row."""
    return f"process {{0,{process}}} (rank {process}) waits in {call} for {what}"


def receive(source: int, context: int = 0) -> str:
    return f"Cdgerv2d(CONTEXT {context}, M 1, N 1, LDA 1, RSRC 0, CSRC {source})"


def message(number: int, source: int) -> str:
    return f"message {number} from {{0,{source}}} (id I)"


def deadlock(routine: str, *lines: str, on: str = "{0,0} of context 0") -> tuple[str, ...]:
    """The report of the lowest process."""
    reason = "deadlock: each of these processes waits for the next one:"
    head = f"strobe blacs: {routine} on process {on}: {reason}"
    return (head, *(f"  {line}" for line in lines))


LATE = "the report does not begin with the proof"
SILENT = "{0,1} does not reply: it is not waiting in a BLACS call"
BROADCAST = "Cdgebr2d(CONTEXT 0, SCOPE 'A', TOP 'i', M 1, N 1, LDA 1, RSRC 0, CSRC {})"
IN_SCOPES = "Cdgebr2d(CONTEXT 1, SCOPE '{}', TOP 'i', M 1, N 1, LDA 1, RSRC {}, CSRC {})"
LARGE = "Cdgebs2d(CONTEXT 0, SCOPE 'A', TOP 'i', M 1048576, N 1, LDA 1048576)"
BARRIER = "Cblacs_barrier(CONTEXT 0, SCOPE 'A')"
SUM = "Cdgsum2d(CONTEXT 0, SCOPE 'A', TOP ' ', M 1, N 1, LDA 1, RDEST -1, CDEST -1)"

HANGS = tuple(
    Case(name, lines, debug=2, hang_s=0.3, **more)  # type: ignore[arg-type]
    for name, lines, more in (
        (
            "receive_round_a_ring",
            deadlock(
                "Cdgerv2d",
                waits(0, receive(1), message(2, 1)),
                waits(1, receive(0), message(2, 0)),
            ),
            {"ranks": 2},
        ),
        (
            "receive_round_a_ring",
            deadlock(
                "Cdgerv2d",
                waits(0, receive(2), message(2, 2)),
                waits(2, receive(1), message(2, 1)),
                waits(1, receive(0), message(2, 0)),
            ),
            {"ranks": 3},
        ),
        (
            "receive_from_itself",
            deadlock("Cdgerv2d", waits(1, receive(1), message(1, 1)), on="{0,1} of context 0"),
            {"ranks": 2},
        ),
        (
            "receive_against_a_barrier",
            deadlock(
                "Cblacs_barrier",
                waits(0, BARRIER, "{0,1} to make the same call"),
                waits(1, receive(0), message(1, 0)),
            ),
            {"ranks": 2},
        ),
        (
            "receive_against_a_sum",
            deadlock(
                "Cdgsum2d",
                waits(0, SUM, "{0,1} to make the same call"),
                waits(1, receive(0), message(1, 0)),
            ),
            {"ranks": 2},
        ),
        (
            "broadcast_from_each_other",
            deadlock(
                "Cdgebr2d",
                waits(0, BROADCAST.format(1), message(1, 1)),
                waits(1, BROADCAST.format(0), message(1, 0)),
            ),
            {"ranks": 2},
        ),
        (
            "receive_over_two_grids",
            deadlock(
                "Cdgerv2d",
                waits(0, receive(1), message(1, 1)),
                waits(1, receive(0, context=1), message(1, 0)),
            ),
            {"ranks": 2},
        ),
        (
            "broadcast_in_other_scopes",
            deadlock(
                "Cdgebr2d",
                "process {0,0} (rank 0) waits in "
                + IN_SCOPES.format("R", 0, 1)
                + " for message 1 from {0,1} (id I)",
                "process {0,1} (rank 1) waits in "
                + IN_SCOPES.format("C", 1, 1)
                + " for message 1 from {1,1} (id I)",
                "process {1,1} (rank 3) waits in "
                + IN_SCOPES.format("R", 1, 0)
                + " for message 1 from {1,0} (id I)",
                "process {1,0} (rank 2) waits in "
                + IN_SCOPES.format("C", 0, 0)
                + " for message 1 from {0,0} (id I)",
                on="{0,0} of context 1",
            ),
            {"ranks": 4},
        ),
        (
            "receive_from_one_that_left_the_grid",
            wrong(
                "Cdgerv2d",
                waits(0, receive(1), message(2, 1)) + ", but {0,1} has left the grid",
            ),
            {"ranks": 2},
        ),
        (
            "receive_from_one_that_has_finished",
            wrong(
                "Cdgerv2d",
                waits(0, receive(1), message(1, 1)) + ", but {0,1} has left the grid",
            ),
            {"ranks": 2},
        ),
        (
            "broadcast_to_one_that_listens_elsewhere",
            (
                "strobe blacs: possible deadlock: each of these processes waits for the next one, "
                "unless the MPI buffers the messages:",
                "  " + waits(0, LARGE, "{0,1} to receive message 1 (id I)"),
                "  " + waits(1, receive(0), message(1, 0)),
            ),
            {"ranks": 2},
        ),
        (
            "wait_for_a_slow_sender",
            (
                "strobe blacs: process {0,0} (rank 0) has waited T s in "
                + f"{receive(1)} for {message(1, 1)}; {SILENT}",
            ),
            {"ranks": 2, "passes": True},
        ),
        (
            "wait_for_any_slow_sender",
            (
                "strobe blacs: process {0,0} (rank 0) has waited T s in "
                "strobe_blacs_receive_any(CONTEXT 0, M 1, N 1, LDA 1) for a message from any of "
                "2 processes",
            ),
            {"ranks": 2, "passes": True},
        ),
        (
            "wait_for_a_slow_receiver",
            (
                "strobe blacs: rank 0 has waited T s in Cblacs_exit(NOTDONE 0) for its messages "
                "to be received: [context 0 to {0,1} id I: 240000 bytes]",
            ),
            {"ranks": 2, "passes": True},
        ),
        (
            "wait_for_a_slow_one_to_make_a_grid",
            (
                "strobe blacs: Cblacs_gridinit(ORDER 'R', NPROW 1, NPCOL 2) waits for all 2 "
                "processes of the new communicator to make the same call (after T s)",
            ),
            {"ranks": 2, "passes": True},
        ),
    )
)

# Either of two processes may report the difference.
DISAGREEMENTS = tuple(
    Case(f"disagree_about_{name}", (what,), debug=3, ranks=2, hang_s=2)
    for name, what in (
        ("the_operation", "the operation is a sum and a largest absolute value"),
        ("a_further_operation", "the operation is a norm and a sum of squares"),
        ("the_topology", "TOP is 'h' and 'i'"),
        ("the_number_of_elements", "the number of elements is 4 and 6"),
        ("the_source", "the source in the scope is index 1 and index 0"),
        ("the_destination", "the destination in the scope is index 0 and all"),
        ("repeatability", "the grid is set repeatable: yes and no"),
        ("the_scope", "SCOPE is Row and All"),
    )
)
AGREEMENTS = (
    Case("agree_on_another_shape", debug=3, ranks=2, passes=True),
    Case("agree_on_another_shape", debug=3, ranks=3, passes=True),
    Case(
        "receive_a_longer_message",
        (
            "strobe blacs: Cdgerv2d on process {0,1} of context 0: message 1 from {0,0} has 6 "
            "elements of type d, but the receive expects at most 5 of type d",
        ),
        debug=3,
        ranks=2,
    ),
    Case(
        "receive_another_type",
        (
            "strobe blacs: Czgerv2d on process {0,1} of context 0: message 1 from {0,0} has 6 "
            "elements of type d, but the receive expects at most 3 of type z",
        ),
        debug=3,
        ranks=2,
    ),
)

# Without the headers of level 3 the receiver learns the size from the message, early or late.
TOO_LONG = tuple(
    Case(
        name,
        (
            "strobe blacs: Cdgerv2d on process {0,1} of context 0: the message from {0,0} has 48 "
            "bytes, but the receive has room for 40; both need the same M * N",
        ),
        debug=debug,
        ranks=2,
    )
    for name in ("receive_a_longer_message", "receive_a_longer_message_late")
    for debug in (1, 2)
)
LEFT_MESSAGES = tuple(
    Case(
        "leave_messages",
        (
            "strobe blacs: process {0,1} (rank 1) has left the grid and never received 2 messages "
            "from {0,0}, from message 2 on; check that each send has its receive",
        ),
        debug=debug,
        ranks=2,
        passes=True,
    )
    for debug in (2, 3)
)

# Slow programs are no deadlock, however short STROBE_BLACS_HANG_S is.
NO_HANGS = tuple(
    Case(name, debug=debug, ranks=ranks, passes=True, hang_s=0.02)
    for name in ("wait_in_a_chain", "work_irregularly")
    for debug in (2, 3)
    for ranks in (2, 3, 4)
)

NO_PROCESS = wrong("Cdgesd2d", "process {5,0} is outside of the 1 x 1 grid")
NO_GRID = "context 7 is not a grid of this process"

CASES = (
    Case("send_negative_rows", wrong("Cdgesd2d", "argument 2, M, is -1 and must be at least 0")),
    Case("send_negative_rows", passes=True, debug=0),
    Case(
        "send_overlapping_columns",
        wrong(
            "Cdgesd2d",
            "argument 5, LDA, is 2 and must be at least M, which is 3, for its 2 columns",
        ),
    ),
    Case("send_overlapping_columns", passes=True, debug=0),
    Case("send_nothing_from_null", passes=True),
    Case(
        "send_from_null",
        wrong("Cdgesd2d", "argument 4, A, is null and must be the address of 4 elements"),
    ),
    Case(
        "combine_negative_columns",
        wrong("strobe_blacs_combine", "argument 9, N, is -1 and must be at least 0"),
    ),
    Case("send_outside", wrong("Cdgesd2d", "argument 6, RDEST, is 5 and must be 0 to 0")),
    Case("send_outside", NO_PROCESS, debug=0),
    Case(
        "send_in_no_grid",
        (
            "strobe blacs: Cdgesd2d on process 0, context 7: argument 1, CONTEXT, is 7 and must "
            "be the context of a grid that this process is in",
        ),
    ),
    Case(
        "send_in_no_grid",
        (f"strobe blacs: Cdgesd2d on process 0, context 7: {NO_GRID}",),
        debug=0,
    ),
    Case(
        "broadcast_in_no_scope",
        wrong("Cdgebs2d", "argument 2, SCOPE, is 'x' and must be Row, Column or All"),
    ),
    Case(
        "broadcast_in_no_scope",
        wrong("Cdgebs2d", "SCOPE is 'x'; give Row, Column or All"),
        debug=0,
    ),
    Case(
        "broadcast_on_no_topology",
        wrong("Cdgebs2d", "argument 3, TOP, is '?' and must be ' ', I, D, S, M, H, T, F or 1 to 9"),
    ),
    Case(
        "send_no_triangle",
        wrong("Cdtrsd2d", "argument 2, UPLO, is 'G' and must be Upper or Lower"),
    ),
    Case("send_no_triangle", passes=True, debug=0),
    Case(
        "broadcast_to_itself",
        wrong(
            "Cdgebr2d",
            "argument 9, CSRC, is 0 and must be the coordinate of a process other than the "
            "calling one",
        ),
    ),
    Case(
        "sum_to_nobody",
        wrong("Cdgsum2d", "argument 9, CDEST, is 1 and must be 0 to 0, or -1 for all"),
    ),
    Case("sum_to_all_by_a_mixture", passes=True),
    Case(
        "ask_for_origins_in_null",
        wrong(
            "Cdgamx2d",
            "argument 8, RA, is null and must be the address of 2 elements, because LDIA is not -1",
        ),
    ),
    Case(
        "make_a_grid_of_no_order",
        (
            "strobe blacs: Cblacs_gridinit on process 0, context -1: argument 2, ORDER, is 'K' "
            "and must be Row-major or Column-major",
        ),
    ),
    Case("make_a_grid_of_no_order", passes=True, debug=0),
    Case(
        "make_a_grid_of_null",
        (
            "strobe blacs: Cblacs_gridmap on process 0, context -1: argument 2, USERMAP, is null "
            "and must be an address",
        ),
    ),
    Case(
        "ask_for_nothing",
        (
            "strobe blacs: Cblacs_get on process 0, context -1: argument 2, WHAT, is 4 and must "
            "be 0, 1, 2 or 10 to 16",
        ),
    ),
    Case(
        "leave_no_grid",
        (f"strobe blacs: blacs_gridexit on process 0, context 7: {NO_GRID}",),
        debug=0,
    ),
    Case(
        "send_outside_with_a_handler",
        (
            "handler of a user: [strobe blacs: Cdgesd2d on process {0,0} of context 0: process "
            "{5,0} is outside of the 1 x 1 grid] in Cdgesd2d, context 0, {0,0}",
        ),
        debug=0,
    ),
    Case(
        "send_in_no_grid_with_a_handler",
        (
            f"handler of a user: [strobe blacs: Cdgesd2d on process 0, context 7: {NO_GRID}] in "
            "Cdgesd2d, context 7, {-1,-1}",
        ),
        debug=0,
    ),
    Case(
        "send_outside_with_a_handler_that_returns",
        ("handler called for Cdgesd2d", *NO_PROCESS),
        debug=0,
    ),
)


def from_the_first(line: str) -> str:
    """The difference between {0,0} and {0,1} as {0,0} reports it; other lines unchanged."""
    found = re.search(
        r"\{0,(\d)\} and \{0,\d\} must make the same call, but (.*(?: is |: ))(.*) and (.*)$", line
    )
    if found is None:
        return line
    first, argument, ours, theirs = found.groups()
    values = (ours, theirs) if first == "0" else (theirs, ours)
    return f"{argument}{values[0]} and {values[1]}"


ALL_CASES = (
    *CASES,
    *HANGS,
    *DISAGREEMENTS,
    *AGREEMENTS,
    *TOO_LONG,
    *LEFT_MESSAGES,
    *NO_HANGS,
)


def lines_of_interest(text: str) -> list[str]:
    """The lines of the BLACS and of error handlers, without times and ids."""
    found = []
    for line in text.splitlines():
        if re.match(r"strobe blacs:|handler of|handler called|  process ", line):
            line = re.sub(r"\b[0-9.]+ s\b", "T s", line)
            found.append(from_the_first(re.sub(r"\bid [0-9]+", "id I", line)))
    return found


def unexpected(case: Case, text: str) -> str:
    """The missing and the extra lines; empty if there are none."""
    lines = set(lines_of_interest(text))
    missing = set(case.lines) - lines
    if case.debug >= 2:
        lines = {line for line in lines if not re.search(r"(has waited|after) T s", line)}
    extra = lines - set(case.lines)
    return "\n".join(
        [*(f"missing: {line}" for line in missing), *(f"extra: {line}" for line in extra)]
    )


def begins_with_the_proof(case: Case, text: str) -> bool:
    """Whether no wait is reported before a proven deadlock; true of other cases."""
    is_proof = re.compile(r"strobe blacs: .*: deadlock: ")
    if not case.lines or not is_proof.match(case.lines[0]):
        return True
    return is_proof.match(lines_of_interest(text)[0]) is not None


def failure(case: Case, program: str, launcher: list[str]) -> str:
    """What is wrong with the case; empty if it passes.

    On busy cores a process may get none before a wait is reported, and the proof comes late. Then
    waits are reported later, and the proof has to come first.
    """
    found = _failure(case, program, launcher)
    if found.startswith(LATE):
        found = _failure(replace(case, hang_s=10 * case.hang_s), program, launcher)
    return found


def _failure(case: Case, program: str, launcher: list[str]) -> str:
    environment = {
        "STROBE_BLACS_DEBUG": str(case.debug),
        "STROBE_BLACS_HANG_S": str(case.hang_s),
    }
    ended = run([*launcher, str(case.ranks)], [program, case.name], LIMIT_S, environment)
    if ended.status is None:
        return f"did not end in {LIMIT_S} s:\n{ended.text}"
    if (ended.status == 0) != case.passes:
        return f"ended with {ended.status}:\n{ended.text}"
    wrong_lines = unexpected(case, ended.text)
    if not wrong_lines and not begins_with_the_proof(case, ended.text):
        wrong_lines = LATE
    return f"{wrong_lines}\nin\n{ended.text}" if wrong_lines else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("launcher", nargs="+")
    options = parser.parse_args()
    wanted = [case for case in ALL_CASES if options.only in case.name]
    if not options.only:
        wanted = sampled(wanted, SAMPLE)
    failures = 0
    for case in wanted:
        what = failure(case, options.program, options.launcher)
        if what:
            failures += 1
            print(f"FAILED {case.name} at debug level {case.debug}: {what}")
    print(f"{len(wanted)} cases, {failures} failures")
    return 1 if failures or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
