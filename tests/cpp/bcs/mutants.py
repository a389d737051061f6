#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each rule of quiescence is broken in the protocol's own text, and the tests must notice.

    mutants.py --compile "c++ -std=c++20 ..." --link "OBJECTS LIBRARIES" --sources src/bcs/protocol

A mutant is one replacement in one file. That file is compiled, linked in front of the library, and
the tests are run: one of them must fail, or not come to an end.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from thoroughness import sampled

PROGRAMS = "2000"
"""Random programs of each mode and part: enough for the rarest of these."""
LIMIT_S = 60
SAMPLE = 2
"""Mutants that `make check` tries on one day; `make check-all` tries each."""


@dataclass(frozen=True)
class Mutant:
    """What is broken, and how. The text to be replaced must be there once."""

    rule: str
    file: str
    text: str
    by: str


MUTANTS = (
    Mutant(
        "1: who is let go on counts as running at once",
        "node_manager.cpp",
        "  process.state = State::running;\n  process.decided.reset();",
        "  process.decided.reset();",
    ),
    Mutant(
        "2: who waits for what is there does not wait",
        "node_manager.cpp",
        "  if (is_satisfied(caller)) return found(caller);\n",
        "",
    ),
    Mutant(
        "3: who is woken was not idle since the mark",
        "strobe_receiver.cpp",
        "  if (block.kind != Kind::mark && block.kind != Kind::microstrobe) still_ = 0;\n",
        "",
    ),
    Mutant(
        "3: a request's number is not reused while somebody may ask for it",
        "node_manager.cpp",
        "std::ranges::find(process.started, false, &Started::is_used)",
        "std::ranges::find_if(process.started, [](const Started& s) { return !s.is_used || "
        "s.is_complete; })",
    ),
    Mutant(
        "4: an undecided receive shadows later ones",
        "matching.cpp",
        "return wanted.takes(offer.envelope); });\n  return static_cast",
        "return wanted.source != any_source && wanted.takes(offer.envelope); });\n"
        "  return static_cast",
    ),
    Mutant(
        "4: what is shadowed is not overtaken",
        "matching.cpp",
        "    if (!is_overtaking) return take(o, taker);",
        "    static_cast<void>(is_overtaking);\n    return take(o, taker);",
    ),
    Mutant(
        "5: the edge decides in the order of (source, sequence)",
        "matching.cpp",
        "  offers_.insert(std::ranges::upper_bound(offers_, offer, is_before), offer);\n"
        "  ++expected.sequence;\n  const auto is_next",
        "  offers_.push_back(offer);\n  ++expected.sequence;\n  const auto is_next",
    ),
    Mutant(
        "5: the edge decides before anybody goes on",
        "strobe_receiver.cpp",
        "        for (const Match& match : std::exchange(decided_, {})) enact(match, actions);\n",
        "        for (Process& p : processes_) {\n"
        "          while (const auto m = p.matching.next(true)) enact(*m, actions);\n"
        "        }\n"
        "        for (const Match& match : std::exchange(decided_, {})) enact(match, actions);\n",
    ),
    Mutant(
        "5: the edge decides nothing but what was posted before it",
        "node_manager.cpp",
        "  if (process.state != State::waiting || process.decided || !is_satisfied(process)) "
        "return;",
        "  if (process.state != State::waiting || !is_satisfied(process)) return;",
    ),
    Mutant(
        "5: a second look makes it an edge",
        "strobe_sender.cpp",
        "      } else {\n        waits_ = Waits::mark;",
        "      } else if (mark_ < 1'000'000'000) {\n        ask(Asks::work, actions);\n"
        "      } else {\n        waits_ = Waits::mark;",
    ),
    Mutant(
        "5: the second look comes when the mark is everywhere",
        "strobe_sender.cpp",
        ".envelope = {.sequence = ++mark_}});\n",
        ".envelope = {.sequence = ++mark_}});\n        ask(Asks::still, actions);\n",
    ),
    Mutant(
        "5: whoever has something to decide is in no deadlock",
        "strobe_receiver.cpp",
        "    if (waits_for_edge(process) || process.matching.can_decide()) return true;\n",
        "    if (waits_for_edge(process)) return true;\n",
    ),
    Mutant(
        "6: a look that finds nothing waits for the edge",
        "node_manager.cpp",
        "  if (!operation.blocking && !job_->policy.tests_wait) {",
        "  if (!operation.blocking) {",
    ),
    Mutant(
        "6: and counts as waiting",
        "strobe_receiver.cpp",
        "    if (process.state != State::waiting && process.state != State::finished) "
        "return false;",
        "    if (process.state != State::waiting && process.state != State::finished) "
        "return false;\n    if (!process.waits.blocking) return false;",
    ),
    Mutant(
        "7: nothing is proven while one is inside a native call",
        "strobe_receiver.cpp",
        "    if (process.state != State::waiting && process.state != State::finished) "
        "return false;",
        "    if (process.state == State::running || process.state == State::satisfied) "
        "return false;",
    ),
    Mutant(
        "counting: whose block is on its way is not idle",
        "strobe_receiver.cpp",
        "  if (outstanding_ > 0) return false;\n",
        "",
    ),
    Mutant(
        "taking over: the middle of a slice is no end",
        "strobe_receiver.cpp",
        "  if (microstrobe_ > 0 && phase() == Microphase::descriptor_exchange) return true;\n",
        "",
    ),
    Mutant(
        "taking over: a microstrobe that is repeated begins nothing",
        "strobe_receiver.cpp",
        "  if (microstrobe <= microstrobe_) return;\n",
        "",
    ),
    Mutant(
        "exchanges are scheduled in the order of their calls",
        "collective_helper.cpp",
        "collectives_.insert(place,",
        "collectives_.insert(collectives_.end(),",
    ),
    Mutant(
        "parts of an exchange are scheduled in one order, whichever is heard of first",
        "exchange_helper.cpp",
        "    return std::pair((to - from + size) % size, to);\n",
        "    return std::pair(from - from + size - size, to - to);\n",
    ),
    Mutant(
        "a part is taken when its taker has called",
        "exchange_helper.cpp",
        "member.is_posted = member.has_called;",
        "member.is_posted = member.has_called && collective.parts.empty();",
    ),
    Mutant(
        "reductions combine in the order of ranks",
        "reduce_helper.cpp",
        "  member.arrived.insert(\n"
        "      std::ranges::upper_bound(member.arrived, contribution.from, {}, "
        "&Contribution::from),\n"
        "      contribution);",
        "  member.arrived.push_back(contribution);",
    ),
)


def noticed(mutant: Mutant, sources: Path, compiler: list[str], link: list[str]) -> str:
    """The first test that fails, or a word for having none to show; empty if all pass."""
    source = sources / mutant.file
    text = source.read_text(encoding="utf-8")
    if text.count(mutant.text) != 1:
        raise SystemExit(f"{mutant.file} does not have this once, so the mutant is none:\n"
                         f"{mutant.text}")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder) / mutant.file
        changed.write_text(text.replace(mutant.text, mutant.by), encoding="utf-8")
        compiled = Path(folder) / "mutant.o"
        program = Path(folder) / "tests"
        subprocess.run([*compiler, "-c", changed, "-o", compiled], check=True)
        subprocess.run([*compiler, compiled, *link, "-o", program], check=True)
        # The quicker ones first.
        return failed(program, "-*Every*") or failed(program, "*Exploration*")


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
        return "does not come to an end"
    if ended.returncode == 0:
        return ""
    lines = [line for line in ended.stdout.splitlines() if line.startswith("[  FAILED  ]")]
    return lines[0].split(", where")[0] if lines else f"status {ended.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compile", required=True)
    parser.add_argument("--link", required=True)
    parser.add_argument("--sources", required=True, type=Path)
    parser.add_argument("--only", default="", help="rules that contain this")
    arguments = parser.parse_args()
    survivors = 0
    chosen = [mutant for mutant in MUTANTS if arguments.only in mutant.rule]
    for mutant in chosen if arguments.only else sampled(chosen, SAMPLE):
        how = noticed(
            mutant, arguments.sources, shlex.split(arguments.compile), shlex.split(arguments.link)
        )
        survivors += not how
        print(f"{mutant.rule}: {how or 'SURVIVES'}", flush=True)
    print(f"{survivors} mutants survive" if survivors else "every mutant was noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
