# SPDX-License-Identifier: BSD-3-Clause
"""The page of an exploration: its tree leads to the outcomes, and two stand side by side."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
from message_passing import If, Poll, Probe, Program, Receive, Runtime, Send, Step, Wait
from terminal import Terminal
from test_report import Page

from strobe.explore.alternatives import Run
from strobe.explore.operations import Answer, Choice
from strobe.explore.outcome import Outcome, Trial
from strobe.explore.search import Exploration, Limits, explore
from strobe.records.check_record import Place
from strobe.records.order_log import ANY, Scope
from strobe.report.outcomes import page
from strobe.report.outcomes.page import Told, write_outcomes_report
from strobe.report.outcomes.tree import Fork, Leaf, Node, tree
from strobe.report.page.html import TEMPLATES

EVIL = "<script>alert(1)</script>"
RACE: Program = [[Receive(ANY, 0), Receive(1, 0)], [Send(0, 0)], [Send(0, 0)]]
PLACES = {(rank, number): Place(number, "MPI_Recv" if rank == 0 else "MPI_Send",
                                f"race.c:{10 * rank + number}, in main", "", 0, "", "")
          for rank in range(8) for number in range(2)}  # fmt: skip


def explored(
    program: Program, runs: int = 2000, *, sends: tuple[bool, ...] = (False,), said: str = ""
) -> Exploration:
    """Each matching is an outcome of its own; a program that gets stuck is a deadlock."""

    def tried(synchronous: bool, forced: dict[Choice, Answer]) -> Trial:
        runtime = Runtime(program, forced, synchronous=synchronous)
        runtime.run()
        run, (is_over, matching) = Run(runtime.orders), runtime.state.end
        is_feasible = not run.differs(forced) and (is_over or not run.unmet(forced))
        output = (repr(sorted(matching, key=repr)), said) if is_over else ()
        end = "finalized" if is_over else "deadlock"
        outcome = Outcome(0 if is_over else 1, end, (said,) if said else (), output)
        calls = {
            key: msgspec.structs.replace(place, function=said or place.function)
            for key, place in PLACES.items()
        }
        return Trial(forced, synchronous, outcome, run, is_feasible, said, calls)

    return explore(tried, sends, Limits(runs, 1e9, 1), lambda _: None)


def told(found: Exploration) -> list[Told]:
    return [Told([f"because {n}"], f"strobe run --replay {n}") for n in range(len(found.outcomes))]


def written(path: Path, found: Exploration) -> str:
    write_outcomes_report(path, found, "Outcomes of race", "All were tried.", told(found))
    return path.read_text(encoding="utf-8")


def data_of(html: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="differences">(.*?)</script>', html)
    found: dict[str, Any] = json.loads(text)
    return found


def panes(html: str) -> list[str]:
    return re.findall(r'<figure class="pane".*?</figure>', html, re.DOTALL)


def test_the_wrong_outcome_stands_beside_the_right_one(tmp_path: Path) -> None:
    html = written(tmp_path / "page.html", explored(RACE))
    found = Page(html)
    assert found.fetched == []
    assert {"tree", "compare", "outcomes", "outcome-1", "outcome-2", "difference"} <= {*found.ids}
    assert len(found.ids) == len({*found.ids})
    for text in (
        "1 of 2 outcomes is wrong.",
        "The first difference: rank 0, MPI_Recv (race.c:1, in main). On the left: the message of "
        "rank 1. On the right: the message of rank 2.",
        "Outcome 1: wrong, deadlock, status 1",
        "Outcome 2: right, finalized, status 0",
        "strobe run --replay 1",
        "because 1",
    ):
        assert text in found.text, text
    left, right = panes(html)
    for pane in (left, right):
        (svg,) = re.findall(r"<svg.*?</svg>", pane)
        ET.fromstring(svg)
        assert len(re.findall(r'<g class="call (?:long )?focus" data-choice="0.0">', svg)) == 1
        assert len(re.findall(r'<g class="message focus" data-choice="0.0">', svg)) == 1
    assert 'class="call endless"' in left
    assert 'class="call endless"' not in right
    assert len(html) < 100_000, "no library of plots"


def test_each_pair_has_its_first_difference(tmp_path: Path) -> None:
    orders: Program = [[Receive(ANY, 0)] * 3, [Send(0, 0)], [Send(0, 0)], [Send(0, 0)]]
    found = explored(orders)
    data = data_of(written(tmp_path / "page.html", found))
    outcomes = found.outcomes
    assert len(data["pairs"]) == len(outcomes) == 6
    for left, row in enumerate(data["pairs"]):
        for right, number in enumerate(row):
            mark, sentence = data["sentences"][number]
            runs = [outcomes[one].first.run for one in (left, right)]
            mine, others = (dict(run.path) if run is not None else {} for run in runs)
            different = [step for step in range(3) if mine[0, step] != others[0, step]]
            assert mark == (f"0.{different[0]}" if different else "")
            if different:
                step = 0, different[0]
                assert f"On the left: the message of rank {mine[step]}." in sentence
                assert f"On the right: the message of rank {others[step]}." in sentence


def leaves(node: Node) -> list[Leaf]:
    return [node] if isinstance(node, Leaf) else [
        leaf for branch in node.branches for leaf in leaves(branch.node)
    ]  # fmt: skip


def named(choice: Choice, _place: Place | None) -> str:
    return f"{choice[0]}.{choice[1]}"


def test_each_run_is_a_path_of_the_tree_to_its_outcome() -> None:
    program: Program = [
        [Receive(ANY, 0), Receive(ANY, 0), Receive(ANY, 0)],
        [Send(0, 0), Receive(ANY, 0)],
        [Send(0, 0), Send(1, 0)],
        [Send(0, 0), Send(1, 0)],
    ]
    found = explored(program)
    numbers = {one.outcome.key: number for number, one in enumerate(found.outcomes, 1)}
    root = tree(found.tried, numbers, named)
    assert isinstance(root, Fork)
    assert sum(leaf.runs for leaf in leaves(root)) == len(found.tried)
    for run in found.tried:
        got = {named(choice, None): answer for choice, answer in run.path}
        node: Node = root
        while isinstance(node, Fork):
            answer = f"the message of rank {got[node.operation]}"
            (node,) = (branch.node for branch in node.branches if branch.answer == answer)
        assert {*node.outcomes} == {numbers[run.key]}


def test_choices_without_consequences_are_not_in_the_tree() -> None:
    orders: Program = [[Receive(ANY, 0)] * 3, [Send(0, 0)], [Send(0, 0)], [Send(0, 0)]]
    found = explored(orders)
    same = [msgspec.structs.replace(run, key="same") for run in found.tried]
    assert tree(same, {"same": 1}, named) == Leaf({1: 6})


def test_both_kinds_of_sends_are_one_tree_if_they_look_the_same() -> None:
    found = explored(RACE, sends=(False, True))
    numbers = {one.outcome.key: number for number, one in enumerate(found.outcomes, 1)}
    root = tree(found.tried, numbers, named)
    assert isinstance(root, Fork)
    assert root.operation == "0.0"
    assert sorted(leaf.runs for leaf in leaves(root)) == [2, 2]
    head_on: Program = [[Send(1, 0), Receive(1, 0)], [Send(0, 0), Receive(0, 0)]]
    found = explored(head_on, sends=(False, True))
    numbers = {one.outcome.key: number for number, one in enumerate(found.outcomes, 1)}
    root = tree(found.tried, numbers, named)
    assert isinstance(root, Fork)
    assert [branch.answer for branch in root.branches] == ["buffered sends", "synchronous sends"]


def test_runs_that_differ_only_by_their_sends_say_so(tmp_path: Path) -> None:
    head_on: Program = [[Send(1, 0), Receive(1, 0)], [Send(0, 0), Receive(0, 0)]]
    html = written(tmp_path / "page.html", explored(head_on, sends=(False, True)))
    assert (
        "Both runs matched the same messages. On the left, sends wait for their receives. On the "
        "right, they are buffered."
    ) in Page(html).text


def test_tests_and_probes_are_drawn_with_what_they_found(tmp_path: Path) -> None:
    steps: list[Step] = [Probe(ANY, 0), If(True, Receive(ANY, 0)), Receive(1, 1, 0)]
    program: Program = [
        [*steps, Poll(Scope.ALL, (0,)), Wait(0)],
        [Send(0, 0), Send(0, 1)],
        [Send(0, 0)],
    ]
    found = explored(program, runs=40)
    html = written(tmp_path / "page.html", found)
    drawn = {*re.findall(r">\w+: (nothing|0|← \d)</text>", html)}
    assert drawn == {"nothing", "0", "← 1", "← 2"}
    sentences = " ".join(text for _, text in data_of(html)["sentences"])
    assert "nothing" in sentences
    assert re.search(r"On the (left|right): request 0\.", sentences)
    for svg in re.findall(r"<svg class=\"messages\".*?</svg>", html):
        ET.fromstring(svg)


def test_a_thousand_runs_are_a_page_below_2_mb(tmp_path: Path) -> None:
    senders = 6
    orders: Program = [[Receive(ANY, 0)] * senders, *[[Send(0, 0)] for _ in range(senders)]]
    found = explored(orders, runs=1000)
    assert len(found.outcomes) == 720
    began_s = time.monotonic()
    path = tmp_path / "page.html"
    html = written(path, found)
    assert time.monotonic() - began_s < 60.0
    assert path.stat().st_size < 2_000_000
    text = Page(html).text
    assert "520 more outcomes are not listed." in text
    opened, folded = html.count("<details open>"), html.count("<details>")
    assert 0 < opened < folded
    assert len(re.findall(r'<svg class="messages"', html)) <= page.MOST_DIAGRAMS
    # Of each outcome that is drawn the page has its pairs.
    drawn = len(data_of(html)["pairs"])
    assert drawn == len(re.findall(r"<option ", html)) / 2


def test_a_long_program_is_drawn_around_its_difference(tmp_path: Path) -> None:
    rounds: list[Step] = [step for _ in range(400) for step in (Send(1, 3), Receive(1, 3))]
    program: Program = [
        [*rounds, Receive(ANY, 0), Receive(1, 0), *rounds],
        [*(Receive(0, 3) if isinstance(one, Send) else Send(0, 3) for one in rounds), Send(0, 0),
         *(Receive(0, 3) if isinstance(one, Send) else Send(0, 3) for one in rounds)],
        [Send(0, 0)],
    ]  # fmt: skip
    html = written(tmp_path / "page.html", explored(program))
    for pane in panes(html):
        assert re.search(r'class="call (?:long )?focus"', pane)
        assert len(re.findall(r'<g class="call', pane)) <= page.MOST_CALLS
        assert 'class="gap"' in pane


def test_one_outcome_has_nothing_beside_it(tmp_path: Path) -> None:
    found = explored([[Receive(1, 0)], [Send(0, 0)]])
    html = written(tmp_path / "page.html", found)
    text = Page(html).text
    assert "The program has one outcome, and it is right." in text
    assert "Both sides show the same run." in text


def test_no_run_that_can_be_judged_is_a_page_too(tmp_path: Path) -> None:
    html = written(tmp_path / "page.html", Exploration(runs=1, infeasible=1))
    assert "No run could be judged." in Page(html).text


def test_what_a_program_prints_is_no_markup(tmp_path: Path) -> None:
    found = explored(RACE, said=EVIL)
    html = written(tmp_path / "page.html", found)
    assert EVIL not in html
    assert "&lt;script&gt;alert(1)" in html
    assert EVIL in data_of(html)["sentences"][data_of(html)["pairs"][0][1]][1]


def test_the_command_writes_the_page(terminal: Terminal) -> None:
    compiler = shutil.which("mpicc")
    assert compiler is not None
    source = terminal.folder / "race.c"
    source.write_text("""
#include <mpi.h>
int main(int argc, char** argv) {
  int rank, a;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Recv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&a, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
""")
    words = [compiler, "-g", "-o", str(terminal.folder / "race"), str(source)]
    subprocess.run(words, check=True, timeout=60)
    words = ["explore", "-n", "3", "--sends", "buffered", "--report", "page.html", "./race"]
    answer = terminal.run(*words)
    assert answer.status == 1, answer.err
    assert "the page is page.html" in answer.err
    html = (terminal.folder / "page.html").read_text(encoding="utf-8")
    assert (
        "The first difference: rank 0, MPI_Recv (race.c:8, in main). On the left: the message of "
        "rank 1. On the right: the message of rank 2."
    ) in Page(html).text
    assert "strobe run -n 3 --check --replay outcomes/outcome-1.choices ./race" in Page(html).text
    terminal.assert_nothing_left()


def test_a_page_that_cannot_be_written_is_said_before_the_first_run(terminal: Terminal) -> None:
    answer = terminal.run("explore", "--report", "nowhere/page.html", "./race")
    assert answer.status == 2
    assert (
        answer.err
        == "strobe: cannot write the page nowhere/page.html: there is no folder nowhere\n"
    )


@pytest.mark.parametrize("name", ["outcomes.js", "page.js"])
def test_a_script_of_a_page_fetches_nothing(name: str) -> None:
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    assert not re.search(r"https?://|\bfetch\(|\bimport\b|XMLHttpRequest|innerHTML|eval\(", text)
