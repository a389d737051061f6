# SPDX-License-Identifier: BSD-3-Clause
"""`strobe simulate`: the paper's own check, and what a person sees of a run."""

from __future__ import annotations

import contextlib
import csv
import itertools
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from places import ROOT
from terminal import Terminal

from strobe.base.errors import StrobeError
from strobe.cli.main import main
from strobe.launch import bench
from strobe.simulation.result import Progress, Result, offered, simulate

PAPER = ["barrier", "--grain", "1900", "--steps", "30", "--watch", "0", "--jitter", "0.5"]


def test_without_a_program_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate"]) == 0
    text = capsys.readouterr().out
    found = offered()
    assert all(program.name in text for program in found.programs)
    assert [network.name for network in found.networks] == [
        "gigabit-ethernet",
        "myrinet",
        "infiniband",
        "qsnet",
        "bluegene-l",
    ]
    assert all(network.name in text for network in found.networks)


def test_a_barrier_every_1900_us_is_scheduled_every_ninth_slice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    metrics, plots = tmp_path / "emds.csv", tmp_path / "plots"
    words = ["simulate", *PAPER, "--emds", str(metrics), "--plots", str(plots)]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert text.startswith("strobe simulate barrier --mode strict --network qsnet")
    assert "--seed 1" in text.splitlines()[0]
    assert "finished" in text
    with metrics.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    scheduled = [int(row["slice"]) for row in rows if row["ncollmsm"] == "1"]
    assert {later - earlier for earlier, later in itertools.pairwise(scheduled)} == {9}
    assert all(249e-6 < float(row["getts_s"]) < 270e-6 for row in rows[1:])
    for name in ("getts", "ncolldem", "ncollmsm"):
        drawing = ElementTree.parse(plots / f"{name}.svg").getroot()
        assert len(list(drawing.iter("{http://www.w3.org/2000/svg}path"))) > 100


@pytest.fixture(scope="module")
def quick_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "new" / "folder"
    assert main(["simulate", "--study", str(folder), "--quick"]) == 0
    return folder


def test_a_study_draws_all_figures(quick_study: Path) -> None:
    points = {}
    for path in quick_study.glob("*.svg"):
        drawing = ElementTree.parse(path).getroot()
        points[path.stem] = len(list(drawing.iter("{http://www.w3.org/2000/svg}path")))
    # Modes and numbers of processes, slices and programs, networks and numbers of nodes.
    least = {"figure-6.1": 8, "figure-6.2": 8, "figure-6.3": 8, "slowdown-by-slice": 6, "scale": 15}
    least |= {"large-sweeps": 6, "getts": 180, "ncolldem": 180, "ncollmsm": 180}
    assert points.keys() == least.keys()
    assert all(points[name] >= least[name] for name in least)


def test_a_study_says_what_the_paper_says(quick_study: Path) -> None:
    rows = json.loads((quick_study / "runs.json").read_text(encoding="utf-8"))
    with (quick_study / "runs.csv").open(encoding="utf-8") as file:
        assert [float(row["time_s"]) for row in csv.DictReader(file)] == [
            row["time_s"] for row in rows
        ]

    def slowdown(part: str, mode: str) -> float:
        largest = [row for row in rows if row["part"] == part and row["mode"] == mode][-1]
        return float(largest["slowdown"])

    assert slowdown("figure 6.2", "strict") > 0.25
    assert abs(slowdown("figure 6.3", "strict")) < 0.02
    assert slowdown("figure 6.1", "strict") < 0.05
    assert slowdown("figure 6.2", "deterministic") == pytest.approx(0.0, abs=0.01)
    costs_s: dict[str, list[float]] = {}
    for row in rows:
        if row["part"] == "scale":
            costs_s.setdefault(row["network"], []).append(row["barrier_slice_s"])
    assert costs_s["qsnet"][0] == pytest.approx(costs_s["qsnet"][-1])
    # log2 of 128 over log2 of 32.
    assert costs_s["myrinet"][-1] / costs_s["myrinet"][0] == pytest.approx(7 / 5, rel=0.02)


def test_the_commands_of_a_study_repeat_its_runs(quick_study: Path) -> None:
    rows = json.loads((quick_study / "runs.json").read_text(encoding="utf-8"))
    page = (quick_study / "study.md").read_text(encoding="utf-8")
    assert all(f"`{row['command']}`" in page for row in rows)
    for row in rows[::20]:
        again = simulate(row["command"].split()[2:])
        assert (again.time_s, again.hash) == (row["time_s"], row["hash"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["barrier", "--study", "x"], "--study cannot be combined with PROGRAM; "),
        (["--study", "x", "--nodes", "3"], "--study cannot be combined with --nodes; "),
        (["--study", "x", "--slice", "3"], "--study cannot be combined with --slice; "),
        (["--quick"], "--quick only applies to --study FOLDER; add --study FOLDER"),
    ],
)
def test_a_study_takes_no_other_options(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("late", [["2.5"], ["10", "--timer-late-shape", "uniform"]])
def test_a_late_timer_makes_the_slices_of_figure_5_3(late: list[str]) -> None:
    found = simulate(
        ["barrier", "--grain", "1900", "--steps", "60", "--watch", "0", "--timer-late", *late]
    )
    getts_us = [1e6 * g.getts_s for g in found.emds.globals[1:]]
    assert 249.999 < min(getts_us) < 252
    assert 260 < max(getts_us) <= 270
    scheduled = [local.slice for local in found.emds.locals if local.ncollmsm]
    assert len(scheduled) == 60
    assert {later - earlier for earlier, later in itertools.pairwise(scheduled)} == {9}


def test_the_line_that_is_printed_repeats_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "simulate", "fan-in", "--jitter", "1", "--jitter-shape", "pareto", "--nodes", "8",
        "--drift", "1e-3", "--drift-shape", "random-walk", "--drift-period", "500",
        "--timer-late", "3", "--timer-late-shape", "normal",
    ]  # fmt: skip
    assert main([*words, "--seed", "7"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert main(first[0].split()[1:]) == 0
    again = capsys.readouterr().out.splitlines()
    assert [line for line in first if "simulated" not in line] == [
        line for line in again if "simulated" not in line
    ]


def test_a_node_that_stops_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "barrier", "--stop-node", "3", "--stop-at", "3000", "--json"]
    assert main(words) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["end"] == "node lost"
    assert "node 3 does not answer" in found["sentences"][0]


def test_a_run_can_be_followed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "ping-pong", "--nodes", "2", "--steps", "1", "--follow"]) == 0
    lines = capfd.readouterr().err.splitlines()
    assert any("rank 0 calls send(to rank 1, tag 0, 8 bytes)" in line for line in lines)
    assert any("microstrobe 1 arrives at node 0" in line for line in lines)


Event = dict[str, Any]


def timeline_of(words: list[str], path: Path) -> tuple[Result, list[Event]]:
    found = simulate([*words, f"--timeline={path}"])
    return found, json.loads(path.read_text(encoding="utf-8"))["traceEvents"]


def spans(events: list[Event]) -> dict[tuple[int, int], list[tuple[str, float, float, int]]]:
    """Name, begin, end and depth by track; asserts that each ends, and inside what is around it."""
    open_ones: dict[tuple[int, int], list[tuple[str, float]]] = {}
    found: dict[tuple[int, int], list[tuple[str, float, float, int]]] = {}
    for event in events:
        track = (event["pid"], event.get("tid", 0))
        stack = open_ones.setdefault(track, [])
        if event["ph"] == "B":
            assert not stack or event["ts"] >= stack[-1][1]
            stack.append((event["name"], event["ts"]))
        elif event["ph"] == "E":
            name, begin = stack.pop()
            assert begin <= event["ts"]
            spans_here = found.setdefault(track, [])
            # What ended before it, on the same level or inside of it, is not after it.
            assert all(end <= event["ts"] for _, _, end, _ in spans_here[-3:])
            spans_here.append((name, begin, event["ts"], len(stack)))
    assert not any(open_ones.values())
    return found


@pytest.mark.parametrize("mode", ["strict", "adaptive", "deterministic"])
@pytest.mark.parametrize("program", ["sweep-blocking", "halo-reduce", "fan-in", "barrier"])
def test_a_timeline_has_all_slices_and_what_is_in_them(
    program: str, mode: str, tmp_path: Path
) -> None:
    words = [program, "--mode", mode, "--nodes", "4", "--steps", "3", "--size", "100000"]
    found, events = timeline_of(words, tmp_path / "timeline.json")
    tracks = spans(events)
    sender = tracks.get((0, 0), [])
    slices = [span for span in sender if span[3] == 0]
    assert [name for name, *_ in slices] == [f"slice {n}" for n in range(found.slices)]
    for (_, _, end, _), (_, begin, _, _) in itertools.pairwise(slices):
        assert end == begin
    inside = {name for name, _, _, depth in sender if depth == 1}
    assert inside <= {"descriptor exchange", "message scheduling", "point-to-point",
                      "broadcast and barrier", "reduce"}  # fmt: skip
    for node in range(4):
        seen = tracks.get((node + 1, 0), [])
        assert {name for name, *_ in seen} == inside
        assert all(depth == 0 for *_, depth in seen)
    last_us = found.time_s * 1e6 + 0.001
    assert all(end <= last_us for track in tracks.values() for _, _, end, _ in track)
    # A rank that computes a millisecond a step does it three times.
    computed = [end - begin for name, begin, end, _ in tracks[(2, 1)] if name == "computes"]
    assert computed == pytest.approx([1000.0] * 3)
    assert any(name != "computes" for name, *_ in tracks[(2, 1)])


def test_the_messages_of_a_timeline_arrive_after_they_left(tmp_path: Path) -> None:
    words = ["ping-pong", "--nodes", "2", "--ranks-per-node", "1", "--steps", "5", "--size", "3000"]
    _, events = timeline_of([*words, "--slice-bytes", "1000"], tmp_path / "timeline.json")
    begins = {event["id"]: event for event in events if event["ph"] == "s"}
    ends = {event["id"]: event for event in events if event["ph"] == "f"}
    assert begins.keys() == ends.keys()
    # Five messages there and five back, of three parts each.
    assert len(begins) == 30
    assert sum(event["args"]["bytes"] for event in begins.values()) == 10 * 3000
    for number, begin in begins.items():
        end = ends[number]
        assert begin["name"] == end["name"]
        assert {begin["pid"], end["pid"]} == {1, 2}
        assert end["ts"] > begin["ts"]


def test_a_timeline_has_the_nodes_that_are_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "timeline.json"
    words = ["simulate", "barrier", "--nodes", "40", "--timeline", str(path), "--steps", "1"]
    named = {}
    for watch in ([], ["--watch", "39", "3"]):
        assert main([*words, *watch]) == 0
        events = json.loads(path.read_text(encoding="utf-8"))["traceEvents"]
        named[len(watch)] = {e["args"]["name"] for e in events if e.get("name") == "process_name"}
        said = capsys.readouterr().out
        assert (
            "the timeline has nodes 0 to 15 only; use --watch to select other nodes" in said
        ) == (not watch)
        assert str(path) in said
    assert named[0] == {"strobe sender", *(f"node {n}" for n in range(16))}
    assert named[3] == {"strobe sender", "node 3", "node 39"}


def test_a_strobe_sender_that_dies_leaves_a_whole_timeline(tmp_path: Path) -> None:
    words = ["barrier", "--strobe-sender-dies", "3000,3700,9000", "--jitter", "1"]
    found, events = timeline_of(words, tmp_path / "timeline.json")
    slices = [span for span in spans(events)[0, 0] if span[3] == 0]
    assert len(slices) == found.slices
    told = [event["name"] for event in events if event["ph"] == "i"]
    assert told.count("the strobe sender dies") == 3


def test_metrics_that_memory_does_not_hold_are_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = {room: tmp_path / f"{room}.csv" for room in ("1000000", "2000", "0")}
    words = ["simulate", *PAPER, "--watch", "31", "5"]
    for room, path in paths.items():
        assert main([*words, "--emds", str(path), "--emds-bytes", room]) == 0
        said = capsys.readouterr().out
        assert "slices are" not in said
    texts = {path.read_text(encoding="utf-8") for path in paths.values()}
    assert len(texts) == 1
    rows = list(csv.DictReader(texts.pop().splitlines()))
    assert len(rows) == 3 * (int(rows[-1]["slice"]) + 1) > 3 * 200
    assert [row["node"] for row in rows] == ["0", "5", "31"] * (len(rows) // 3)


def test_metrics_that_are_not_drawn_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--emds", str(tmp_path / "emds.csv"), "--plots", str(tmp_path / "plots")]
    assert main(["simulate", *PAPER, "--emds-bytes", "2000", *files]) == 0
    assert "slices are in the file only, and not drawn" in capsys.readouterr().out


def test_of_metrics_that_memory_does_not_hold_the_last_are_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["simulate", *PAPER, "--emds-bytes", "2000"]
    assert main(words) == 0
    assert "slices are not kept: --emds FILE keeps all" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    kept = [row["slice"] for row in found["emds"]["global"]]
    assert 5 < len(kept) < 30
    assert found["emds"]["dropped_slices"] == found["slices"] - len(kept)
    assert kept == list(range(found["slices"] - len(kept), found["slices"]))
    assert [row["slice"] for row in found["emds"]["local"]] == kept


def test_metrics_that_are_written_are_those_that_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "emds.csv"
    found = simulate([*PAPER, "--last-slice", "20", f"--emds={path}"])
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    for row, shared, own in zip(rows, found.emds.globals, found.emds.locals, strict=True):
        for name, text in row.items():
            value = getattr(own, name) if hasattr(own, name) else getattr(shared, name)
            assert float(text) == value
    assert list(rows[0]) == [
        "slice", "getts_s", "gtdem_s", "gtmsm_s", "gtts_s", "usrts", "usrdem", "usrmsm", "node",
        "letts_s", "ltdem_s", "ltmsm_s", "ltts_s", "np2pdem", "np2pmsm", "ncolldem", "ncollmsm",
        "bpts", "ltr_bs_s", "ltr_br_s", "ltr_dh_s", "ltr_ch_s", "ltr_rh_s",
    ]  # fmt: skip


def test_roles_are_busy_in_the_slices_of_their_microphases(tmp_path: Path) -> None:
    path = tmp_path / "emds.csv"
    simulate(["barrier", "--steps", "4", "--watch", "0", f"--emds={path}"])
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert any(float(row["ltr_ch_s"]) > 0 for row in rows)
    for row in rows:
        # A barrier has no descriptors, no chunks and no reduction.
        assert float(row["ltr_bs_s"]) == float(row["ltr_dh_s"]) == float(row["ltr_rh_s"]) == 0
        assert float(row["ltr_ch_s"]) == 0 or int(row["ncollmsm"]) > 0


def test_the_events_of_a_run_are_lines(tmp_path: Path) -> None:
    path = tmp_path / "events.csv"
    simulate(["barrier", "--steps", "3", "--nodes", "2", f"--events={path}"])
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    calls = [row for row in rows if row["event"] == "call" and row["what"] == "barrier()"]
    assert len(calls) == 3 * 4
    assert {row["node"] for row in rows} == {"0", "1"}
    blocks = [row for row in rows if row["event"] == "block"]
    assert {(row["microphase"], row["what"]) for row in blocks} == {
        ("broadcast and barrier", "result")
    }


def test_slices_without_a_watched_node_are_lines_too(tmp_path: Path) -> None:
    path = tmp_path / "emds.csv"
    found = simulate(["barrier", "--steps", "2", f"--emds={path}"])
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [int(row["slice"]) for row in rows] == list(range(found.slices))
    assert {row["node"] for row in rows} == {""}


def test_a_strobe_sender_that_dies_repeats_no_slice(tmp_path: Path) -> None:
    path = tmp_path / "emds.csv"
    words = ["barrier", "--strobe-sender-dies", "3002,3702,9002", "--watch", "0,3", "--jitter", "1"]
    found = simulate([*words, f"--emds={path}"])
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [(int(row["slice"]), row["node"]) for row in rows] == [
        (number, node) for number in range(found.slices) for node in ("0", "3")
    ]


@pytest.mark.parametrize("option", ["--timeline", "--emds"])
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("/dev/full", "cannot write /dev/full: No space left on device"),
        ("/nowhere/file", "cannot write /nowhere/file: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_sentence(
    option: str, file: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "barrier", option, file]) == 2
    assert capsys.readouterr().err == f"strobe: {sentence}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["barrier", "--emds-bytes", "-1"], "--emds-bytes"),
        (["barrier", "--watch", "32"], "there are nodes 0 to 31, and --watch names 32"),
        (["chess"], "unknown program or file 'chess'; choose one of barrier, ping"),
        (
            ["barrier", "--network", "x"],
            "unknown network or file 'x'; choose one of gigabit-ethernet",
        ),
        (["barrier", "--nodes", "2000000000", "--ranks-per-node", "1"], "MB of memory at least"),
        (["barrier", "--nodes", "0"], "--nodes"),
        (["barrier", "--drift", "0.6"], "--drift"),
        (["barrier", "--drift-shape", "sideways"], "not 'sideways'"),
        (["barrier", "--drift", "0.1", "--drift-shape", "linear", "--drift-period", "0"], "period"),
        (["barrier", "--timer-late", "-1"], "--timer-late"),
        (["barrier", "--timer-late", "1", "--timer-late-shape", "x"], "not 'x'"),
        (["barrier", "--jitter", "1", "--jitter-shape", "cauchy"], "not 'cauchy'"),
    ],
)
def test_what_cannot_be_simulated_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert sentence in said[0]


NETWORK = {
    "name": "mine", "title": "Mine", "compare_s": 10e-6, "compare_per_level_s": 0.0,
    "start_s": 5e-6, "bytes_per_s": 150e6, "multicasts": True,
}  # fmt: skip


def test_a_network_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "network.json"
    words = ["halo-reduce", "--nodes", "8", "--network"]
    ends_s = set()
    # All that is listed can be given back.
    for network in offered().networks:
        file.write_bytes(msgspec.json.encode(network))
        found = simulate([*words, str(file)])
        assert found.emds == simulate([*words, network.name]).emds
        ends_s.add(found.time_s)
    assert len(ends_s) == 5
    file.write_text(json.dumps(NETWORK), encoding="utf-8")
    assert simulate([*words, str(file)]).time_s == pytest.approx(
        simulate([*words, "qsnet"]).time_s, rel=1e-9
    )


def test_reductions_take_t_o_or_say_that_they_take_no_time(tmp_path: Path) -> None:
    file = tmp_path / "network.json"
    words = ["halo-reduce", "--nodes", "4", "--ranks-per-node", "1", "--mode", "fast", "--network"]
    file.write_text(json.dumps(NETWORK), encoding="utf-8")
    without = simulate([*words, str(file)])
    assert without.sentences == [
        "reductions combine their data in no time, because the network has no T_o; add --t-o TIME"
    ]
    measured = NETWORK | {"schema": 2, "t_o": {"start_s": 1e-3, "per_byte_s": 0.0}}
    file.write_text(json.dumps(measured), encoding="utf-8")
    with_t_o = simulate([*words, str(file)])
    assert with_t_o.sentences == []
    # Ten steps; in the tree of four ranks, three combinations follow each other.
    assert with_t_o.time_s - without.time_s == pytest.approx(30e-3, rel=1e-3)
    assert simulate([*words, str(file), "--t-o", "0"]).time_s == pytest.approx(without.time_s)
    assert simulate([*words, "qsnet", "--t-o", "1000,0.1/double"]).time_s > with_t_o.time_s


def test_blocks_above_the_limit_share_links(tmp_path: Path) -> None:
    file = tmp_path / "network.json"
    words = ["halo-reduce", "--nodes", "8", "--mode", "fast", "--size", "100000", "--network"]
    file.write_text(json.dumps(NETWORK | {"parallel_transfers": 1.5}), encoding="utf-8")
    shared = simulate([*words, str(file)])
    assert shared.time_s > 1.5 * simulate([*words, "qsnet"]).time_s
    alone = simulate([*words, str(file), "--parallel-transfers", "1000"])
    assert alone.time_s == pytest.approx(simulate([*words, "qsnet"]).time_s)
    with pytest.raises(StrobeError, match="--parallel-transfers must be a number of at least 1"):
        simulate([*words, "qsnet", "--parallel-transfers", "0"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "network.json is not valid JSON"),
        ("[]", "network.json: a network must be a JSON object with the fields bytes_per_s"),
        ({"start_s": None}, "network.json: start_s must be a number above 0, not null"),
        ({"start_s": 0}, "network.json: start_s must be a number above 0, not 0"),
        ({"start_s": "soon"}, "start_s must be a number above 0, not \"soon\""),
        ({"bytes_per_s": -1.5}, "bytes_per_s must be a number above 0, not -1.5"),
        ({"compare_s": -1}, "compare_s must be a number that is not negative, not -1"),
        ({"compare_s": 0}, "compare_s or compare_per_level_s must be above 0"),
        ({"multicasts": 1}, "multicasts must be true or false, not 1"),
        ({"title": ""}, "title must be a text that is not empty, not \"\""),
        ({"colour": "red"}, "unknown field colour; the fields are bytes_per_s, "),
        ({"name": ...}, "the field name is missing"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_network_is_named(
    text: str | dict[str, object],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "network.json"
    if not isinstance(text, str):
        fields = {name: value for name, value in (NETWORK | text).items() if value is not ...}
        text = json.dumps(fields)
    file.write_text(text, encoding="utf-8")
    assert main(["simulate", "barrier", "--network", str(file)]) == 2
    assert f"{tmp_path}" in (said := capsys.readouterr().err)
    assert sentence in said


def test_one_node_is_simulated_on_every_network() -> None:
    for network in offered().networks:
        words = ["barrier", "--nodes", "1", "--network", network.name, "--mode"]
        assert simulate([*words, "strict"]).end == "finished"
        assert simulate([*words, "adaptive"]).end == "finished"


@pytest.mark.parametrize(
    ("script", "status", "sentences"),
    [
        (
            "0: receive from=1\n1: receive from=0\n",
            1,
            [
                "the cycle: 0 -> 1 -> 0",
                "rank 0 waits in receive(from rank 1, tag 0) for rank 1",
                "rank 1 waits in receive(from rank 0, tag 0) for rank 0",
            ],
        ),
        (
            "0: send to=1 size=8\n1: receive from=0 size=4\n",
            1,
            ["rank 1 receives at most 4 bytes, but the message from rank 0 with tag 0 has 8 bytes"],
        ),
        (
            "0: send to=1 size=-3\n",
            1,
            ["rank 0 calls send(to rank 1, tag 0, -3 bytes): the size -3 is negative"],
        ),
        (
            "# a ring\n*: compute 10\n0: isend to=1 size=1Ki\n1: isend to=0 size=1Ki\n"
            "*: ireceive from=any tag=any size=1Ki\n*: test\n*: wait\n*: allreduce size=8\n",
            0,
            [],
        ),
        (
            "*: iscatter root=1 size=1Ki\n*: wait\n*: allgather size=8\n*: alltoall size=8\n"
            "0: gatherv root=0 size=2 in=2,7\n1: gatherv root=0 size=7\n"
            "*: iallreduce size=8\n*: ibarrier\n*: wait\n",
            0,
            [],
        ),
        (
            "0: alltoallv out=1,2 in=1,3\n1: alltoallv out=4,5 in=2,5\n",
            1,
            ["rank 0 receives 3 bytes from rank 1 in alltoallv(), but rank 1 sends 4 bytes"],
        ),
    ],
)  # fmt: skip
def test_a_script_is_run_and_what_is_wrong_in_it_is_found(
    script: str,
    status: int,
    sentences: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "script"
    file.write_text(script, encoding="utf-8")
    words = ["simulate", str(file), "--nodes", "2", "--ranks-per-node", "1", "--t-o", "0", "--json"]
    for mode in ("deterministic", "strict"):
        assert main([*words, "--mode", mode]) == status
        assert json.loads(capsys.readouterr().out)["sentences"] == sentences


def test_a_random_program_is_another_one_by_its_seed_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def hash_of(seed: int) -> str:
        words = ["--steps", "40", "--mode", "deterministic", "--seed", str(seed), "--json"]
        main(["simulate", "random", *words])
        return str(json.loads(capsys.readouterr().out)["hash"])

    assert hash_of(1) == hash_of(1)
    assert len({hash_of(seed) for seed in range(1, 6)}) == 5


@pytest.mark.parametrize("mode", ["strict", "adaptive", "deterministic", "fast"])
def test_collectives_that_differ_are_named_both(
    mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "script"
    file.write_text("0: broadcast root=0 size=8\n1: broadcast root=1 size=8\n", encoding="utf-8")
    words = ["simulate", str(file), "--nodes", "2", "--ranks-per-node", "1", "--json"]
    assert main([*words, "--mode", mode]) == 1
    sentence = json.loads(capsys.readouterr().out)["sentences"][0]
    for rank in (0, 1):
        assert f"rank {rank} calls broadcast(root {rank}, 8 bytes)" in sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("0 send to=1", "script:1: expected RANKS : CALL ARGUMENTS"),
        ("0: sned to=1", "script:1: unknown call 'sned'; choose one of compute, allgather"),
        ("7: barrier", "script:1: there is no rank 7; the ranks are 0 to 1"),
        ("0: send to=x", "script:1: 'x' is not a whole number"),
        ("0: send to=5000000000", "script:1: '5000000000' is too large"),
        ("0: send size=3Q", "script:1: "),
        ("0: compute soon", "script:1: 'soon' is not a time in microseconds"),
    ],
)
def test_a_line_that_is_none_is_named(
    line: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "script"
    file.write_text(f"{line}\n", encoding="utf-8")
    assert main(["simulate", str(file), "--nodes", "1"]) == 2
    assert sentence in capsys.readouterr().err


def test_modes_that_are_reproducible_decide_alike() -> None:
    hashes = {
        simulate(
            ["fan-in", "--mode", "deterministic", "--seed", str(seed), "--jitter", "1", "--loss",
             "0.05"]
        ).hash
        for seed in range(5)
    }  # fmt: skip
    assert len(hashes) == 1


TRACE = Path(__file__).resolve().parents[1] / "golden" / "ring_trace"
ON_FOUR = ["--nodes", "2", "--ranks-per-node", "2", "--format", "trace"]
TYPES = {"0": 8, "1": 4, "2": 1, "4": 8, "5": 4}
"""Bytes of SimGrid's double, int, char, long and float."""


def call_of(rank: int, words: list[str]) -> str | None:
    """What a line of the recorded trace says, as --follow says it; None where nothing is called."""
    action, *rest = words
    peer = "any source" if rest and rest[0] == "-333" else f"rank {rest[0]}" if rest else ""
    tag = "any tag" if rest[1:] and rest[1] == "-444" else f"tag {rest[1]}" if rest[1:] else ""
    if action in {"init", "compute"}:
        return None
    if action in {"send", "isend"}:
        return f"rank {rank} calls send(to {peer}, {tag}, {int(rest[2]) * TYPES[rest[3]]} bytes)"
    if action in {"recv", "irecv"}:
        return f"rank {rank} calls receive(from {peer}, {tag})"
    told = {
        "barrier": "barrier()",
        "bcast": "broadcast(root 2, 400 bytes)",
        "reduce": "reduce(sum, root 1, 128 bytes)",
        "allreduce": "allreduce(sum, 16 bytes)",
        "gather": "gather(root 1, 64 bytes)",
        "scatter": "scatter(root 1, 64 bytes)",
        "allgather": "allgather(64 bytes)",
        "alltoall": "alltoall(64 bytes)",
        "gatherv": "gatherv(root 0)",
        "scatterv": "scatterv(root 0)",
        "allgatherv": "allgatherv()",
        "alltoallv": "alltoallv()",
        "finalize": "finish()",
    }
    return f"rank {rank} calls {told.get(action, 'test()')}"


@pytest.mark.parametrize("mode", ["strict", "deterministic"])
def test_a_recorded_trace_is_replayed_call_by_call(
    mode: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """ring.c beside it was recorded by smpirun -trace-ti."""
    words = [str(TRACE / "trace.txt"), *ON_FOUR, "--flops-per-second", "1e9", "--mode", mode]
    assert simulate(words, follow=True).end == "finished"
    lines = [line.split("us", 1)[1].strip() for line in capfd.readouterr().err.splitlines()]
    for rank in range(4):
        text = (TRACE / f"rank-{rank + 1}.txt").read_text(encoding="utf-8")
        recorded = [call_of(rank, line.split()[1:]) for line in text.splitlines()]
        expected = [call for call in recorded if call]
        # A test is left out where what it asks for has been found already.
        needed = [call for call in expected if "test()" not in call]
        replayed = [line for line in lines if line.startswith(f"rank {rank} calls")]
        assert [call for call in replayed if "test()" not in call] == needed
        assert replayed.count(f"rank {rank} calls test()") >= 4
        assert len(replayed) <= len(expected) + 1


def test_a_trace_computes_as_fast_as_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "trace"
    file.write_text("0 init\n0 compute 2e6\n0 sleep 0.003\n0 allreduce 1 5e6 0\n", encoding="utf-8")
    words = [str(file), "--format", "trace", "--nodes", "1", "--ranks-per-node", "1", "--mode"]
    times_s = [
        simulate([*words, "fast", "--flops-per-second", speed]).time_s for speed in ("1e9", "1e12")
    ]
    # That all are finished is noticed at the next question, 10 us after the last.
    assert times_s[0] - times_s[1] == pytest.approx(7e-3 * 0.999, abs=20e-6)
    assert 3e-3 < times_s[1] < 3.1e-3


def test_a_trace_and_a_script_of_the_same_program_are_one(tmp_path: Path) -> None:
    trace, script = tmp_path / "trace", tmp_path / "script"
    trace.write_text(
        "# all ranks in one file\n"
        + "".join(f"{rank} init 1\n{rank} compute 1e5\n" for rank in (0, 1))
        + "0 isend 1 7 5e2\n1 irecv 0 7 0\n0 wait 0 1 7\n1 waitall 1\n"
        + "0 bcast 3 1\n1 bcast 3 1\n1 send 0 1 2 6\n0 recv -555 -444 9 6\n",
        encoding="utf-8",
    )
    script.write_text(
        "*: compute 100\n0: isend to=1 tag=7 size=4000\n1: ireceive from=0 tag=7 size=4000\n"
        "*: wait\n*: broadcast root=1 size=24\n1: send to=0 tag=1 size=2\n"
        "0: receive from=any tag=any size=9\n",
        encoding="utf-8",
    )
    machine = ["--nodes", "2", "--ranks-per-node", "1"]
    replayed = simulate([str(trace), *machine, "--format", "trace", "--flops-per-second", "1e9"])
    written = simulate([str(script), *machine])
    assert replayed.end == "finished"
    assert (replayed.hash, replayed.time_s) == (written.hash, written.time_s)


@pytest.mark.parametrize(
    ("trace", "script"),
    [
        ("{r} gather 3 3 1 0 0", "*: gather size=24 root=1"),
        ("{r} scatter 3 3 1 1 1", "*: scatter size=12 root=1"),
        # The root's own part stays where it is.
        ("0 gather 3 0 1 0 0\n1 gather 0 3 1 0 0", "*: gather size=24 root=1"),
        ("0 scatter 0 3 1 0 0\n1 scatter 3 0 1 0 0", "*: scatter size=24 root=1"),
        ("{r} allgather 0 5 6 6", "*: allgather size=5"),
        ("{r} alltoall 5 5 4 4", "*: alltoall size=40"),
        (
            "0 gatherv 2 0 0 1 0 0\n1 gatherv 1 2 1 1 0 0",
            "0: gatherv size=16 root=1\n1: gatherv in=16,8 size=8 root=1",
        ),
        (
            "0 scatterv 0 0 2 1 0 0\n1 scatterv 2 1 1 1 0 0",
            "0: scatterv size=16 root=1\n1: scatterv out=16,8 size=8 root=1",
        ),
        (
            "{r} allgatherv 0 2 1 0 0",
            "0: allgatherv in=16,8 size=16\n1: allgatherv in=16,8 size=8",
        ),
        (
            "0 alltoallv 9 1 2 9 3 4 6 6\n1 alltoallv 9 4 5 9 2 6 6 6",
            "0: alltoallv out=1,2 in=3,4\n1: alltoallv out=4,5 in=2,6",
        ),
    ],
)
def test_exchanges_of_a_trace_are_those_of_a_script(
    trace: str, script: str, tmp_path: Path
) -> None:
    file, written = tmp_path / "trace", tmp_path / "script"
    lines = [trace.format(r=rank) for rank in (0, 1)] if "{r}" in trace else [trace]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    written.write_text(script + "\n", encoding="utf-8")
    machine = ["--nodes", "2", "--ranks-per-node", "1"]
    replayed = simulate([str(file), *machine, "--format", "trace"])
    expected = simulate([str(written), *machine])
    assert replayed.sentences == expected.sentences
    assert (replayed.end, replayed.hash, replayed.time_s) == (
        expected.end, expected.hash, expected.time_s
    )  # fmt: skip


def test_what_a_test_found_too_early_is_waited_for_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "trace"
    file.write_text(
        "0 irecv 1 3 8 6\n0 test 1 0 3\n0 finalize\n1 sleep 0.01\n1 send 0 3 8 6\n",
        encoding="utf-8",
    )
    words = [str(file), "--nodes", "2", "--ranks-per-node", "1", "--format", "trace"]
    found = simulate([*words, "--mode", "fast"])
    assert (found.end, found.sentences) == ("finished", [])
    assert found.time_s > 0.01


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0 init\n1 reducescatter 8 2 5\n", "trace:2: the action 'reducescatter' is not supported"),
        ("0 alltoallv 8 2 2 8 2\n", "trace:1: alltoallv needs 6 to 8 arguments"),
        (
            "0 comm_split\n",
            "trace:1: the action 'comm_split' is not supported; the actions are all",
        ),
        ("0 send 1 3\n", "trace:1: send needs 3 to 4 arguments, but has 2"),
        ("0 barrier\n", "trace has 1 ranks, but the machine has 2"),
        ("0 barrier\n1 barrier\n2 barrier\n", "trace:3: there is no rank 2; the machine has ranks"),
        ("0 wait 1 0 3\n", "trace:1: rank 0 has not started an operation from 1 to 0 with tag 3"),
        ("0 compute 5\n", "trace:1: the computation time is unknown; add --flops-per-second"),
        ("0 compute -5\n", "trace:1: '-5' is not a number of floating-point operations"),
        ("0 send 1 3 8 -1\n", "trace:1: the datatype -1 is unknown"),
        ("0 send 1 3 8.5 0\n", "trace:1: '8.5' is not a number of elements"),
        ("0 send 1 x 8 0\n", "trace:1: 'x' is not a whole number"),
        ("0 send 5000000000 0 8 0\n", "trace:1: '5000000000' is too large"),
        ("0 finalize\n0 barrier\n", "trace:2: rank 0 has already called finalize"),
        ("nowhere.txt\n", "nowhere.txt"),
        ("trace\n0 barrier\n", "trace:2: expected the name of one file"),
        ("0: barrier\n1: barrier\n", "trace:1: '0:' is not a whole number"),
    ],
)
def test_a_trace_that_cannot_be_replayed_is_named(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "trace"
    file.write_text(text, encoding="utf-8")
    words = ["simulate", str(file), "--nodes", "2", "--ranks-per-node", "1", "--format", "trace"]
    assert main(words) == 2
    assert sentence in capsys.readouterr().err


def test_a_trace_is_not_taken_for_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(TRACE / "rank-1.txt")]) == 2
    assert "rank-1.txt:1: expected RANKS : CALL ARGUMENTS" in (said := capsys.readouterr().err)
    assert "--format trace" in said


def test_what_is_wrong_in_a_trace_the_protocol_finds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "trace"
    file.write_text("0 recv 1 0 8 0\n1 recv 0 0 8 0\n", encoding="utf-8")
    words = ["simulate", str(file), "--nodes", "2", "--ranks-per-node", "1", "--format", "trace"]
    assert main([*words, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["end"] == "deadlock"
    file.write_text("0 send 1 0 -8 0\n1 recv 0 0 8 0\n", encoding="utf-8")
    assert main([*words, "--json"]) == 1
    assert "the size -64 is negative" in json.loads(capsys.readouterr().out)["sentences"][0]


ENDLESS = ["barrier", "--steps", "1000000000", "--grain", "1900", "--nodes", "2", "--watch", "0"]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    terminal.close()


@contextlib.contextmanager
def started(line: list[Any], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A program that would run for ever; it does not outlive a test that fails."""
    with subprocess.Popen(line, **options) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def wait_until_large(*files: Path) -> None:
    """Until each has 100 KB and more."""
    deadline = time.monotonic() + 60
    while not all(file.exists() and file.stat().st_size > 100_000 for file in files):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def assert_whole(timeline: Path, metrics: Path, slices: int) -> None:
    found = spans(json.loads(timeline.read_text(encoding="utf-8"))["traceEvents"])
    assert sum(depth == 0 for *_, depth in found[0, 0]) == slices
    rows = metrics.read_text(encoding="utf-8")
    assert rows.endswith("\n")
    assert [int(row["slice"]) for row in csv.DictReader(rows.splitlines())] == [*range(slices)]


def test_ctrl_c_keeps_what_was_gathered(terminal: Terminal, tmp_path: Path) -> None:
    timeline, metrics = tmp_path / "timeline.json", tmp_path / "emds.csv"
    files = ["--timeline", timeline, "--emds", metrics]
    process = terminal.start("simulate", *ENDLESS, *files, "--json")
    wait_until_large(timeline, metrics)
    process.send_signal(signal.SIGINT)
    answer = terminal.end(process)
    assert answer.status == 130
    assert answer.sentence == "strobe: stopped; all that was gathered is kept"
    found = json.loads(answer.out)
    assert found["end"] == "interrupted"
    assert_whole(timeline, metrics, found["slices"])
    terminal.assert_nothing_left()


def test_ctrl_c_ends_a_study(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    process = terminal.start("simulate", "--study", folder)
    deadline = time.monotonic() + 60
    while not folder.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    answer = terminal.end(process)
    assert answer.status == 130
    assert answer.sentence == "strobe: stopped; a study is written when all of it is there"
    terminal.assert_nothing_left()


def test_a_signal_to_the_program_itself_ends_it_as_well(tmp_path: Path) -> None:
    timeline, metrics = tmp_path / "timeline.json", tmp_path / "emds.csv"
    files = [f"--timeline={timeline}", f"--emds={metrics}"]
    line = [bench.beside("strobe-simulate"), *ENDLESS, *files]
    with started(line, stdout=subprocess.PIPE, text=True) as process:
        wait_until_large(timeline, metrics)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    found = json.loads(out)
    assert found["end"] == "interrupted"
    assert_whole(timeline, metrics, found["slices"])


def test_a_timeline_is_whole_at_any_moment(tmp_path: Path) -> None:
    timeline = tmp_path / "timeline.json"
    line = [bench.beside("strobe-simulate"), *ENDLESS, f"--timeline={timeline}"]
    with started(line, stdout=subprocess.DEVNULL) as process:
        wait_until_large(timeline)
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)
        process.kill()
    assert len(json.loads(timeline.read_text(encoding="utf-8"))["traceEvents"]) > 1000


def seen_at_a_terminal(
    folder: Path, words: list[str], until: Callable[[bytes], bool]
) -> tuple[int, str]:
    """The status, and what a terminal shows of standard error; Ctrl-C comes when `until` says."""
    ours, theirs = pty.openpty()
    line = [sys.executable, "-m", "strobe.cli.main", "simulate", *ENDLESS, *words]
    variables = {"PYTHONPATH": str(ROOT / "python"), "TERM": "xterm", "COLUMNS": "120"}
    with started(
        line, cwd=folder, env=os.environ | variables, stdout=subprocess.DEVNULL, stderr=theirs
    ) as process:
        os.close(theirs)
        deadline = time.monotonic() + 60
        is_told, seen = False, b""
        while True:
            assert time.monotonic() < deadline
            if select.select([ours], [], [], 0.05)[0]:
                try:
                    seen += os.read(ours, 65536)
                except OSError:
                    # All that had the other end are gone.
                    break
            if not is_told and until(seen):
                process.send_signal(signal.SIGINT)
                is_told = True
    os.close(ours)
    return process.returncode, seen.decode()


def test_a_long_run_shows_how_far_it_is_at_a_terminal(tmp_path: Path) -> None:
    words = ["--most-slices", "100000000"]
    status, seen = seen_at_a_terminal(tmp_path, words, lambda seen: b"events/s" in seen)
    assert status == 130
    assert re.search(r"[\d.]+ m?s, [\d,]+ slices, [\d.]+ million events/s", seen)
    assert "strobe: stopped" in seen


def test_json_shows_no_progress(tmp_path: Path) -> None:
    """Until the run has taken four times the time after which others show it."""
    file = tmp_path / "emds.csv"
    began: list[float] = []

    def is_long(_: bytes) -> bool:
        if not began and file.exists():
            began.append(time.monotonic())
        return bool(began) and time.monotonic() - began[0] > 2

    status, seen = seen_at_a_terminal(tmp_path, ["--json", "--emds", str(file)], is_long)
    assert status == 130
    assert seen.strip() == "strobe: stopped; all that was gathered is kept"


def test_progress_says_how_much_is_done() -> None:
    told: list[Progress] = []
    steps = 100_000
    found = simulate(["barrier", "--steps", str(steps), "--nodes", "4"], watch=told.append)
    assert found.end == "finished"
    assert told
    for before, after in itertools.pairwise(told):
        assert before.events < after.events
        assert 0 < before.done <= after.done <= 1
    for progress in told:
        # A step takes as long as another.
        assert progress.done == pytest.approx(progress.time_s / found.time_s, abs=0.01)
