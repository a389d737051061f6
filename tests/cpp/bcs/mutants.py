#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Breaks one rule of the protocol at a time in its source; the tests must notice each change.

    mutants.py --compile "c++ -std=c++20 ..." --link "OBJECTS LIBRARIES" --sources src/bcs/protocol

A mutant is one replacement in one file. This program compiles the file, links it before the library
and runs the tests. At least one test must fail or time out.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from thoroughness import sampled

PROGRAMS = "2000"
"""Random programs for each mode and part: enough to find each mutant."""
LIMIT_S = 60
SAMPLE = 2
"""Mutants that `make check` tries on one day, side by side; `make check-all` tries all of them."""


@dataclass(frozen=True)
class Mutant:
    """The rule that is broken, and the replacement. The file must contain `text` exactly once."""

    rule: str
    file: str
    text: str
    by: str


MUTANTS = (
    Mutant(
        "1: a resumed process counts as running at once",
        "node_manager.cpp",
        "  process.state = State::running;\n  process.decision.reset();",
        "  process.decision.reset();",
    ),
    Mutant(
        "2: a process whose call is already complete does not wait",
        "node_manager.cpp",
        "  if (is_wait_complete(caller)) return take_answer(caller);\n",
        "",
    ),
    Mutant(
        "3: a node that received a block was not idle since the mark",
        "strobe_receiver.cpp",
        "  if (block.kind != BlockKind::mark && block.kind != BlockKind::microstrobe) "
        "idle_since_mark_ = 0;\n",
        "",
    ),
    Mutant(
        "3: a request number is not reused before a test found its request complete",
        "node_manager.cpp",
        "{ return !one.is_used; });",
        "{ return !one.is_used || one.is_complete; });",
    ),
    Mutant(
        "each probe of a wait counts",
        "node_manager.cpp",
        "number < call.probes.size(); ++number",
        "number < call.probes.size() && number < 1; ++number",
    ),
    Mutant(
        "4: an undecided receive shadows later ones",
        "matching.cpp",
        "return receive.matches(send.envelope); });\n  return static_cast",
        "return receive.source != any_source && receive.matches(send.envelope); });\n"
        "  return static_cast",
    ),
    Mutant(
        "4: a receive does not overtake a shadowed send",
        "matching.cpp",
        "    if (!is_overtaking) return remove_pair(s, receive);",
        "    static_cast<void>(is_overtaking);\n    return remove_pair(s, receive);",
    ),
    Mutant(
        "5: the end of a slice decides in the order of (source, sequence)",
        "matching.cpp",
        "  sends_.insert(std::ranges::upper_bound(sends_, send, is_before), send);\n"
        "  ++next.sequence;\n  const auto is_next",
        "  sends_.push_back(send);\n  ++next.sequence;\n  const auto is_next",
    ),
    Mutant(
        "5: all nodes decide before a process continues",
        "strobe_receiver.cpp",
        "        for (const Match& match : std::exchange(decided_matches_, {})) {\n",
        "        for (Process& p : processes_) {\n"
        "          while (const auto m = p.matching.next(true)) "
        "begin_matched_transfer(*m, actions);\n"
        "        }\n"
        "        for (const Match& match : std::exchange(decided_matches_, {})) {\n",
    ),
    Mutant(
        "5: the end of a slice decides only calls that were made before it",
        "node_manager.cpp",
        "  if (process.state != State::waiting || process.decision || !is_wait_complete(process)) "
        "return;",
        "  if (process.state != State::waiting || !is_wait_complete(process)) return;",
    ),
    Mutant(
        "5: quiescence needs a second question after a mark",
        "strobe_sender.cpp",
        "      } else {\n        waiting_for_ = WaitingFor::mark;",
        "      } else if (mark_ < 1'000'000'000) {\n        ask(Question::has_work, actions);\n"
        "      } else {\n        waiting_for_ = WaitingFor::mark;",
    ),
    Mutant(
        "5: the second question waits until the mark has arrived everywhere",
        "strobe_sender.cpp",
        ".envelope = {.sequence = ++mark_}});\n",
        ".envelope = {.sequence = ++mark_}});\n        ask(Question::idle_since_mark, actions);\n",
    ),
    Mutant(
        "5: a process with an undecided receive is not in a deadlock",
        "strobe_receiver.cpp",
        "    if (waits_for_slice_end(process) || process.matching.can_decide_wildcard()) "
        "return true;\n",
        "    if (waits_for_slice_end(process)) return true;\n",
    ),
    Mutant(
        "6: an unsuccessful test waits for the end of the slice",
        "node_manager.cpp",
        "  if (!operation.blocking && !job_->policy.tests_wait) {",
        "  if (!operation.blocking) {",
    ),
    Mutant(
        "6: a process in an unsuccessful test counts as waiting",
        "strobe_receiver.cpp",
        "    if (process.state != State::waiting && process.state != State::finished) "
        "return false;",
        "    if (process.state != State::waiting && process.state != State::finished) "
        "return false;\n    if (!process.waiting_in.blocking) return false;",
    ),
    Mutant(
        "7: a process in a native call is not idle",
        "strobe_receiver.cpp",
        "    if (process.state != State::waiting && process.state != State::finished) "
        "return false;",
        "    if (process.state == State::running || process.state == State::ready) return false;",
    ),
    Mutant(
        "counting: a node with a block in flight is not idle",
        "strobe_receiver.cpp",
        "  if (blocks_in_flight_ > 0 || is_held_) return false;\n",
        "  if (is_held_) return false;\n",
    ),
    Mutant(
        "takeover: the job does not end in the middle of a slice",
        "strobe_receiver.cpp",
        "  if (microstrobe_ > 0 && phase() == Microphase::descriptor_exchange) return true;\n",
        "",
    ),
    Mutant(
        "takeover: a repeated microstrobe does not begin a microphase",
        "strobe_receiver.cpp",
        "  if (microstrobe <= microstrobe_) return;\n",
        "",
    ),
    Mutant(
        "exchanges are scheduled in the order of their calls",
        "collective_helper.cpp",
        "*collectives_.insert(\n      position,",
        "*collectives_.insert(\n      collectives_.end(),",
    ),
    Mutant(
        "parts of an exchange are scheduled in the same order, whatever the order of arrival",
        "exchange_helper.cpp",
        "    return std::pair((to - from + size) % size, to);\n",
        "    return std::pair(from - from + size - size, to - to);\n",
    ),
    Mutant(
        "the transfer of a part starts when its receiver has called",
        "exchange_helper.cpp",
        "member.is_posted = member.has_called;",
        "member.is_posted = member.has_called && collective.parts.empty();",
    ),
    Mutant(
        "reductions combine in the order of ranks",
        "reduce_helper.cpp",
        "  member.contributions.insert(\n"
        "      std::ranges::upper_bound(member.contributions, contribution.from, {}, "
        "&Contribution::from),\n"
        "      contribution);",
        "  member.contributions.push_back(contribution);",
    ),
)


def noticed(mutant: Mutant, sources: Path, compiler: list[str], link: list[str]) -> str:
    """The first test that fails, or the reason why there is none; empty if all pass."""
    text = (sources / mutant.file).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder) / mutant.file
        changed.write_text(text.replace(mutant.text, mutant.by), encoding="utf-8")
        compiled = Path(folder) / "mutant.o"
        program = Path(folder) / "tests"
        subprocess.run([*compiler, "-c", changed, "-o", compiled], check=True)
        subprocess.run([*compiler, compiled, *link, "-o", program], check=True)
        # The quicker ones first.
        return failed(program, "-*Every*") or failed(program, "*Exploration*")


def check_texts(sources: Path) -> None:
    """Of all mutants, tried or not."""
    for mutant in MUTANTS:
        if (sources / mutant.file).read_text(encoding="utf-8").count(mutant.text) != 1:
            raise SystemExit(f"{mutant.file} does not contain this text exactly once:\n"
                             f"{mutant.text}")  # fmt: skip


def failed(program: Path, tests: str) -> str:
    """The first of these tests that fails; empty if all pass."""
    try:
        ended = subprocess.run(
            [program, "--gtest_fail_fast", f"--gtest_filter={tests}"],
            env=os.environ | {"STROBE_BCS_PROGRAMS": PROGRAMS},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            timeout=LIMIT_S,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "timed out"
    if ended.returncode == 0:
        return ""
    lines = [line for line in ended.stdout.splitlines() if line.startswith("[  FAILED  ]")]
    return lines[0].split(", where")[0] if lines else f"status {ended.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compile", required=True)
    parser.add_argument("--link", required=True)
    parser.add_argument("--sources", required=True, type=Path)
    parser.add_argument("--only", default="", help="Text that the rules to try contain.")
    arguments = parser.parse_args()
    check_texts(arguments.sources)
    chosen = [mutant for mutant in MUTANTS if arguments.only in mutant.rule]
    tried = chosen if arguments.only else sampled(chosen, SAMPLE)
    compiler, link = shlex.split(arguments.compile), shlex.split(arguments.link)
    survivors = 0
    with ThreadPoolExecutor(SAMPLE) as lanes:
        ends = lanes.map(lambda one: noticed(one, arguments.sources, compiler, link), tried)
        for mutant, how in zip(tried, ends, strict=True):
            survivors += not how
            print(f"{mutant.rule}: {how or 'SURVIVES'}", flush=True)
    print(f"{survivors} mutants survive" if survivors else "every mutant was noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
