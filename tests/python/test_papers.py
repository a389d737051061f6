# SPDX-License-Identifier: BSD-3-Clause
"""Figures, tables and findings of the papers' suites, on a machine whose truth is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
import synthetic_suite as machine

from strobe.base.errors import StrobeError
from strobe.fit.fitting import fit_run
from strobe.fit.models import Models, SizeClass
from strobe.fit.piecewise import Bounds
from strobe.fit.size_classes import word_of
from strobe.launch import suites
from strobe.machine.papers import paper_machines
from strobe.records.cell_key import CellKey
from strobe.records.lines import CellRecord
from strobe.records.run import Run, load
from strobe.records.summary import Summary, summarise
from strobe.report.findings import (
    cores,
    loggp,
    memory,
    placement,
    protocol,
    scaling,
    topology,
)
from strobe.report.findings import load as loads
from strobe.report.findings.finding import Finding
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.page.drawing import Drawing
from strobe.report.page.table import Table
from strobe.report.paper import declared
from strobe.report.paper.figures import PaperFigure, binomial_tree, paper_figures
from strobe.report.paper.overlap import Overlap, overlaps
from strobe.report.paper.selection import buffer_bytes, choose
from strobe.report.paper.tables import paper_tables
from strobe.report.quality import fit_checks
from strobe.report.run.headlines import figures
from strobe.report.run.kernel_section import kernel_section

SUITES = ("comet", "cmmd", "mpbench", "cachebench", "blasbench", "blacs")
NO_MODELS = Models(1, 0.95, 1, 0, 5, 0.25, [])

Measured = tuple[Run, Summary]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Measured]:
    """One quick run of each suite on eight ranks."""
    found = {}
    for suite in SUITES:
        run = load(machine.write_suite_run(tmp_path_factory.mktemp(suite), suite))
        found[suite] = (run, summarise(run))
    return found


def found(rule: object, measured: Measured) -> list[Finding]:
    return list(rule(*measured, NO_MODELS, {}))  # type: ignore[operator]


def declarations(suite: str) -> declared.Declarations:
    return declared.read(suites.available()[suite])


@pytest.mark.parametrize(
    ("suite", "paper", "figures", "tables"),
    [
        # Those of the note's four machines have the number of the first one's.
        (
            "blacs",
            "BLACS note",
            [4, 5, 20, 24, 25, 32, 40, 44, 48],
            [5, 6, 7, 8, 9, 11, 12, 14, 15, 16],
        ),
        ("comet", "CoMet", range(17, 32), []),
        ("cmmd", "CM-5 study", range(3, 17), range(1, 7)),
        ("mpbench", "MPBench", range(12, 19), []),
        ("cachebench", "CacheBench", range(4, 12), []),
        ("blasbench", "BLASBench", range(1, 4), []),
    ],
)
def test_a_suite_declares_all_that_its_paper_shows(
    suite: str, paper: str, figures: Iterable[int], tables: Iterable[int]
) -> None:
    all_of_it = declarations(suite)
    contents = suites.read(suites.available()[suite])
    measured = {experiment["kernel"] for experiment in contents["experiment"]}
    for found, wanted in ((all_of_it.figure, figures), (all_of_it.table, tables)):
        assert [int(one.number) for one in found if not one.beyond] == list(wanted)
    assert {one.paper for one in [*all_of_it.figure, *all_of_it.table]} == {paper}
    assert {kernel for one in [*all_of_it.figure, *all_of_it.table] for kernel in one.kernels} <= (
        measured
    )


def test_a_wrong_figure_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        '[[figure]]\npaper = "A"\nnumber = "1"\ncaption = "c"\nkernels = []\ny = "speed"\n'
    )
    with pytest.raises(StrobeError, match=r"the suite .*wrong\.toml: Invalid enum value 'speed'"):
        declared.read(file)


def drawn(runs: dict[str, Measured], suite: str, numbers: set[str]) -> dict[str, PaperFigure]:
    _, summary = runs[suite]
    wanted = [figure for figure in declarations(suite).figure if figure.number in numbers]
    return {
        one.heading.split()[-1]: one
        for one in paper_figures(summary, wanted, hierarchy(summary, {}))
    }


def rows_of(figure: PaperFigure) -> list[dict[str, object]]:
    assert figure.drawing is not None
    return rows_of_drawing(figure.drawing)


def rows_of_drawing(drawing: Drawing) -> list[dict[str, object]]:
    specification = drawing.specification
    rows: list[dict[str, object]] = specification["datasets"][specification["data"]["name"]]
    return rows


def test_one_figure_of_each_kind_is_drawn(runs: dict[str, Measured]) -> None:
    comet = drawn(runs, "comet", {"17", "22", "23", "29", "beyond: every pair"})
    assert {row["series"] for row in rows_of(comet["29"])} == {"north", "east"}
    assert {row["series"] for row in rows_of(comet["17"])} == {
        "1 hop: the same L3 cache", "2 hops: the same node",
    }  # fmt: skip
    first = min(rows_of(comet["17"]), key=lambda row: (str(row["series"]), float(str(row["x"]))))
    assert first["median"] == "800 ns"  # the round trip of an empty message, there and back
    assert [row["x"] for row in rows_of(comet["22"])] == [2, 4, 8]
    assert min(float(str(row["x"])) for row in rows_of(comet["23"])) == 1  # one double
    assert len(rows_of(comet["pair"])) == machine.RANKS * (machine.RANKS - 1) / 2
    cmmd = drawn(runs, "cmmd", {"12", "13", "14"})
    assert {row["series"] for row in rows_of(cmmd["12"])} == {"16,000 B", "16,001 B"}
    assert len({row["x"] for row in rows_of(cmmd["13"])}) == 10
    # A scatter's buffer holds a part for each of the eight, a broadcast's is the message.
    smallest = {
        name: min(float(str(row["x"])) for row in rows_of(cmmd["14"]) if row["series"] == name)
        for name in ("broadcast", "scatter")
    }
    assert smallest["scatter"] == 8 * smallest["broadcast"]


def test_the_tree_of_figure_16_reaches_everybody_in_log2_steps(runs: dict[str, Measured]) -> None:
    assert len(rows_of(drawn(runs, "mpbench", {"16"})["16"])) == machine.RANKS - 1
    for processes in (2, 3, 5, 8, 13):
        messages = binomial_tree(processes)
        assert sorted(message.receiver for message in messages) == list(range(1, processes))
        assert max(m.step for m in messages) + 1 == (processes - 1).bit_length()
        holders = {0}
        for message in sorted(messages, key=lambda m: m.step):
            assert message.sender in holders
            holders.add(message.receiver)


def test_whole_and_broken_words_have_lines_of_their_own(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    wanted = [table for table in declarations("cmmd").table if table.number in ("1", "5")]
    first, fifth = (one.table for one in paper_tables(summary, wanted))
    assert isinstance(first, Table)
    assert isinstance(fifth, Table)
    own = [row.cells for row in first.rows if row.cells[0] == "echo"]
    assert [cells[1] for cells in own] == ["multiple of 4", "not multiple of 4"]
    # 1 / 0.05 ns, and a quarter less of it where words are broken.
    assert re.match(r"(19\.9|20\.0|20\.1) GB/s", own[0][3])
    assert re.match(r"1(5\.9|6\.0|6\.1) GB/s", own[1][3])
    assert own[0][-1] == "119 µs, 9.4 MB/s"
    exchange = next(row.cells for row in first.rows if row.cells[0] == "exchange")
    assert re.match(r"(39\.[89]|40\.[012]) GB/s", exchange[3])  # both ways count, as in the paper
    assert any(
        [*row.cells][:2] == ["float64", "CM-5, 512 nodes"] and "24" in row.cells
        for row in fifth.rows
    )


def test_the_short_form_has_sizes_enough_for_the_lines_of_all_tables(
    runs: dict[str, Measured],
) -> None:
    _, summary = runs["cmmd"]
    tables = [one.table for one in paper_tables(summary, declarations("cmmd").table)]
    rows = [row.cells for table in tables if table for row in table.rows]
    assert len(tables) == 13
    assert [cells for cells in rows if any("no line fits" in cell for cell in cells)] == []


def test_the_rate_of_a_circular_shift_is_twice_its_size_over_its_time(
    runs: dict[str, Measured],
) -> None:
    """The CM-5 study, section 4: rate = 2 x message size / time; table 6 too, by node."""
    _, summary = runs["cmmd"]
    (found,) = paper_tables(summary, [t for t in declarations("cmmd").table if t.number == "6"])
    assert found.table is not None
    rows = [row.cells for row in found.table.rows if row.cells[1] == "bandwidth"]
    assert [cells[0] for cells in rows] == ["echo", "exchange", "swap"]
    # A byte takes 0.05 ns, so one way is 20 GB/s.
    rates = [rate for cells in rows for rate in cells[2:]]
    assert len(rates) == 3 * 4
    assert all(re.match(r"(39\.[89]|40\.[012]) GB/s", rate) for rate in rates), rows


@pytest.mark.parametrize(
    ("number", "axis", "kept", "wanted"),
    [
        ("2", "stride_bytes", (16, 32), {"16 B": "145 µs, 3.2 MB/s", "32 B": "133 µs, 2.4 MB/s"}),
        ("2", "stride_bytes", (4, 12), {"4 B": "125 µs, 9.7 MB/s", "12 B": ""}),
        ("6", "shift", (4,), {"4": "78 µs, 3.8 MB/s"}),
    ],
)
def test_numbers_of_the_paper_stand_beside_the_value_that_they_were_measured_at(
    runs: dict[str, Measured],
    number: str,
    axis: str,
    kept: tuple[int, ...],
    wanted: dict[str, str],
) -> None:
    _, summary = runs["cmmd"]
    summary = only(summary, axis, kept)
    (found,) = paper_tables(summary, [t for t in declarations("cmmd").table if t.number == number])
    assert found.table is not None
    printed = pairs(found.table, printed=True)
    assert {name: printed[name].rpartition(": ")[2] for name in wanted} == wanted
    assert all(name in text for name, text in printed.items() if text)
    # What this run has not measured is a column as well, with the paper's numbers alone.
    measured = pairs(found.table, printed=False)
    assert all(measured[name] for name in wanted)
    others = [name for name in printed if name not in wanted]
    assert len(others) == 4 - sum(text != "" for text in wanted.values())
    assert all(printed[name] and not measured[name] for name in others)


def pairs(table: Table, *, printed: bool) -> dict[str, str]:
    """The echo's numbers in a matrix: those of the paper, or our start-up time, by their column."""
    (cells,) = (
        row.cells
        for row in table.rows
        if row.cells[0] == "echo"
        and (row.kind == "aside" if printed else row.cells[1] == "start-up time")
    )
    titles = (column.title for column in table.columns)
    heads = [title.removeprefix("stride ").removeprefix("shift by ") for title in titles]
    return dict(zip(heads[2:], cells[2:], strict=True))


def only(summary: Summary, axis: str, values: tuple[int, ...]) -> Summary:
    """As `--set AXIS=VALUES` would have measured it; a value of which the run has no cells takes
    those of another."""
    there = {cell.declared.point.get(axis) for cell in summary.cells.values()}
    spare = next((v for v in there if v is not None and v not in values), None)
    cells = {}
    for key, cell in summary.cells.items():
        value = cell.declared.point.get(axis)
        absent = [v for v in values if v not in there]
        if value == spare and value is not None and absent:
            point = {**cell.declared.point, axis: absent[0]}
            key_ = str(CellKey(cell.declared.kernel, point))
            declared_ = msgspec.structs.replace(cell.declared, cell=key_, point=point)
            cells[key] = replace(cell, declared=declared_)
        elif value is None or value in values:
            cells[key] = cell
    return replace(summary, cells=cells)


def test_speeds_of_the_paper_stand_under_their_own_operation(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    fifth = [table for table in declarations("cmmd").table if table.number == "5"]
    cells = {
        key: cell
        for key, cell in summary.cells.items()
        if cell.declared.point.get("operation") != "minimum"
    }
    (found,) = paper_tables(replace(summary, cells=cells), fifth)
    assert found.table is not None
    heads = [column.title for column in found.table.columns]
    row = next(
        r.cells for r in found.table.rows if [*r.cells][:2] == ["float64", "CM-5, 512 nodes"]
    )
    told = dict(zip(heads[2:], row[2:], strict=True))
    assert told == {
        "allreduce, sum": "15",
        "allreduce, maximum": "24",
        "scan, sum": "12",
        "scan, maximum": "18",
    }


def test_a_distance_has_the_numbers_of_its_own_level(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    third = [table for table in declarations("cmmd").table if table.number == "3"]
    far = {
        key: cell for key, cell in summary.cells.items() if cell.declared.hops in (None, 2)
    }  # fmt: skip
    (found,) = paper_tables(replace(summary, cells=far), third)
    assert found.table is not None
    printed = pairs(found.table, printed=True)
    assert printed["2 hops: the same node"] == "level 2: 129 µs, 9.4 MB/s"
    assert printed["level 1"] == "level 1: 119 µs, 9.4 MB/s"
    assert pairs(found.table, printed=False)["level 1"] == ""


def test_a_suite_whose_numbers_have_no_column_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        '[[table]]\npaper = "A"\nnumber = "1"\ncaption = "c"\nkernels = []\npage = 1\n'
        'columns = "stride_bytes"\nprinted_columns = [4]\n[table.printed]\n'
        '"echo" = [[1, 2], [3, 4]]\n'
    )
    with pytest.raises(StrobeError, match=r"table 1 .*'echo'.* 2 numbers .* 1 printed_columns"):
        declared.read(file)


def test_figure_13_draws_all_sizes_of_the_paper(runs: dict[str, Measured]) -> None:
    thirteen = drawn(runs, "cmmd", {"13"})["13"]
    series = {
        str(row["series"]) for drawing in thirteen.drawings for row in rows_of_drawing(drawing)
    }
    assert series == {
        f"{kernel}, {size}"
        for kernel in ("echo", "exchange", "swap")
        for size in ("16 B", "16,000 B", "16,001 B")
    }
    assert thirteen.note == ""
    for axes in suites.read(suites.available()["cmmd"])["experiment"][:3]:
        assert 16000 in axes["axes"]["size_bytes"]
        assert 16000 in axes["quick"]["size_bytes"]


def test_curves_that_a_plot_has_no_room_for_are_named(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    wanted = declared.Figure(
        paper="Mine", number="1", caption="Starts", kernels=["swap"], curves=["offset_bytes"],
        where={"size_bytes": [16000, 16001]},
    )  # fmt: skip
    (figure,) = paper_figures(summary, [wanted], hierarchy(summary, {}))
    drawn_here = {str(row["series"]) for row in rows_of(figure)}
    there = {one.curve for one in choose(summary, wanted, ["offset_bytes"])}
    assert len(there) > len(drawn_here) == 6
    assert all(name in figure.note for name in there - drawn_here)
    assert figure.note.startswith("Not drawn, because a plot shows at most 6 of the 9 curves")


def test_a_kernel_says_how_many_of_its_curves_are_drawn(runs: dict[str, Measured]) -> None:
    run, summary = runs["cmmd"]
    levels = hierarchy(summary, {})
    told = {
        name: [note.text for note in kernel_section(summary, NO_MODELS, kernel, levels).notes]
        for name, kernel in run.kernels.items()
        if name in ("strided", "broadcast")
    }
    assert told["strided"] == [
        "The plots show 6 of 12 curves: at most 6, each with at least 3 points. The table has all "
        "cells."
    ]
    assert told["broadcast"] == []


def test_what_was_left_out_is_told_where_its_figure_would_be(tmp_path: Path) -> None:
    summary = summarise(load(machine.write_suite_run(tmp_path, "comet", ranks=2)))
    wanted = [figure for figure in declarations("comet").figure if figure.number == "21"]
    (figure,) = paper_figures(summary, wanted, hierarchy(summary, {}))
    assert figure.drawing is None
    assert figure.missing == "it needs 4 ranks; start 4 or more"
    pairs = [figure for figure in declarations("comet").figure if figure.kind == "pairs"]
    assert paper_figures(summary, pairs, hierarchy(summary, {}))[0].missing.endswith(
        "needs at least three processes"
    )


def test_an_axis_that_is_not_named_is_held_at_its_usual_value(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    wanted = declared.Selection(paper="", number="", caption="", kernels=["echo", "allreduce"])
    points = [one.cell.declared.point for one in choose(summary, wanted, ["kernel"])]
    assert {point.get("call") for point in points} == {"blocking", None}
    assert {point.get("offset_bytes") for point in points} == {0, None}
    assert {point.get("ranks") for point in points} == {machine.RANKS, None}


def test_the_efficiency_of_overlap_is_bounded_and_right(runs: dict[str, Measured]) -> None:
    _, summary = runs["comet"]
    parts = overlaps(summary)
    assert len(parts) == 20
    held = 0
    for one in parts:
        assert one.low <= one.efficiency <= one.high
        held += one.low <= machine.HIDDEN_PART <= one.high
        if one.accepted is not None:
            assert 0 <= one.accepted.low <= one.accepted.value <= one.accepted.high <= 1
    assert held >= 0.9 * len(parts)
    assert sum(one.accepted is not None for one in parts) >= len(parts) / 2


def test_an_overlap_that_costs_time_is_no_efficiency() -> None:
    lost = Overlap(1024, 1000, -0.4, -0.5, -0.3, 1e-6, 1e-6, -0.4e-6)
    assert lost.accepted is None
    nothing = replace(lost, efficiency=-0.02, low=-0.1, high=0.06)
    assert nothing.accepted is not None
    assert (nothing.accepted.value, nothing.accepted.low) == (0.0, 0.0)
    assert replace(lost, efficiency=1.4, low=1.3, high=1.5).accepted is None


def test_the_memory_hierarchy_is_found(runs: dict[str, Measured]) -> None:
    machine_told = {
        "caches": [
            {"level": 1, "type": "Data", "size_bytes": 48 * 2**10},
            {"level": 1, "type": "Instruction", "size_bytes": 32 * 2**10},
            {"level": 3, "type": "Unified", "size_bytes": 256 * 2**20},
        ]
    }
    context = {"machine": machine_told}
    told = [one.sentence for one in memory.levels(*runs["cachebench"], NO_MODELS, context)]
    assert len(told) == 4
    assert told[0].startswith("L1 has a load latency of 5")
    assert "(the system reports 48 KiB)" in told[0]
    assert "the system reports" not in told[1]
    assert "other programs or virtual machines occupy part of it" in told[2]
    assert told[3].startswith("Main memory has a load latency")
    assert "10 %" not in told[3]


def test_what_a_miss_brings_is_found(runs: dict[str, Measured]) -> None:
    context = {"machine": {"caches": [{"level": 2, "size_bytes": 2**20, "line_bytes": 64}]}}
    (told,) = memory.line(*runs["cachebench"], NO_MODELS, context)
    assert told.sentence.startswith(
        "A miss in a working set of 8 MiB fetches 64 B (the system reports 64 B)"
    )


def test_what_cores_do_to_each_other_is_found(runs: dict[str, Measured]) -> None:
    (line,) = found(cores.exchange, runs["cachebench"])
    near = r"takes (50(\.\d)?|49\.\d) ns .* \(the same L3 cache\), the nearest"
    assert re.search(near, line.sentence)
    assert re.search(r"The farthest pair takes (140|139) ns .* \(the same node\)\.$", line.sentence)
    assert line.basis == "7 pairs"
    (loaded,) = found(cores.loaded, runs["cachebench"])
    assert re.search(
        r"^While 7 ranks \(read\) use the memory, a load from 8 MiB takes 2\.(19|20|21)×",
        loaded.sentence,
    )
    # The quick form measures nothing by which sharing could be told.
    assert found(cores.sharing, runs["cachebench"]) == []


def test_who_shares_a_level_is_found(tmp_path: Path) -> None:
    run = load(machine.write_suite_run(tmp_path, "cachebench", quick=False))
    caches = [{"level": 3, "size_bytes": 16 * 2**20, "shared_cpus": "0-1,8"}]
    told = [
        one.sentence
        for one in cores.sharing(run, summarise(run), NO_MODELS, {"machine": {"caches": caches}})
    ]
    assert len(told) == 3
    assert told[0].startswith("L1 is private to each rank: each of 8 concurrent ranks has")
    assert told[1].startswith("L2 is private to each rank")
    assert told[2].startswith("L3 is shared")
    assert told[2].endswith(" The system reports that 3 logical processors share it.")


def test_sharing_is_not_told_where_other_programs_were_there(tmp_path: Path) -> None:
    run = load(machine.write_suite_run(tmp_path, "cachebench", quick=False))
    summary = summarise(run)
    disturbed = {
        key: replace(cell, retaken=machine.SAMPLES if cell.declared.ranks > 1 else 0)
        for key, cell in summary.cells.items()
    }
    told = found(cores.sharing, (run, replace(summary, cells=disturbed)))
    assert told[0].sentence.startswith("L1 is private to each rank")
    assert "L3 is shared or contended (other programs disturbed 25 %" in told[2].sentence


def test_what_compilers_get_is_found(runs: dict[str, Measured]) -> None:
    told = {one.anchor: one.sentence for one in found(memory.compilers, runs["cachebench"])}
    read = told["kernel-memory-read"]
    assert re.search(r"O0 0\.8 %, O2 3\.1 %, O3 50 %, unrolled 25 %\.$", read), read
    assert "library 94 %" in told["kernel-memory-copy"]


def test_topology_is_found(runs: dict[str, Measured]) -> None:
    told = found(topology.levels, runs["comet"])
    assert told[0].sentence.startswith("The echo of 0 B distinguishes 2 levels of distance")
    assert all("adds 25" in one.sentence for one in told if one.topic == "Cost of a hop")
    pairs = [one.sentence for one in found(topology.slow_pair, runs["comet"])]
    slow = [
        sentence for sentence in pairs if "ranks 2 and 5 is slower than every other" in sentence
    ]
    assert len(slow) == 2
    assert all("2.50" in sentence or "2.49" in sentence for sentence in slow)
    assert sum("No pair is measurably slower" in sentence for sentence in pairs) == 2


def test_one_distance_says_nothing_of_distance(tmp_path: Path) -> None:
    run = load(machine.write_suite_run(tmp_path, "cmmd", ranks=2))
    (told,) = found(topology.levels, (run, summarise(run)))
    assert told.sentence.startswith("All measured pairs have the same distance")


def test_placement_is_found(runs: dict[str, Measured]) -> None:
    aligned = found(placement.alignment, runs["cmmd"])
    assert len(aligned) == 4
    assert all(
        re.search(
            r"slows the \w+ of .* at 3 of 3 offsets; the largest ratio is 1\.(39|40|41)×",
            one.sentence,
        )
        for one in aligned[:3]
    )
    aliased = found(placement.stagger, runs["cmmd"])
    assert len(aliased) == 1
    assert re.search(
        r"slows the echo of .* at 1 of 2 offsets; the largest ratio is 1\.(19|20|21)×",
        aliased[0].sentence,
    )
    odd = {one.anchor: one.sentence for one in found(placement.broken_words, runs["cmmd"])}
    assert re.search(r"slows the echo: 1\.2[456]×", odd["kernel-echo"])
    (first,) = found(placement.first_use, runs["cmmd"])
    assert "takes 4.00×" in first.sentence or "takes 3.99×" in first.sentence


CM5 = {  # table 1 of the CM-5 study: start-up in us and MB/s, of multiples of 4 bytes and of others
    "echo": ((119.0, 9.4), (41.0, 3.6)),
    "exchange": ((159.0, 9.3), (141.0, 5.3)),
    "swap": ((192.0, 11.9), (132.0, 5.3)),
}


@pytest.fixture(scope="module")
def cm5(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Summary, Models]:
    """A quick run of the CM-5 itself, by the constants that its study printed."""
    modern = machine.truth_s

    def truth_s(cell: CellRecord) -> float:
        if cell.kernel not in CM5:
            return modern(cell)
        size = float(cell.point["size_bytes"])
        startup_us, rate = CM5[cell.kernel][size % 4 != 0]
        return 1e-6 * (startup_us + size / rate)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "truth_s", truth_s)
        patch.setattr(machine, "NOISE", 0.02)
        run = load(machine.write_suite_run(tmp_path_factory.mktemp("cm5"), "cmmd"))
    summary = summarise(run)
    return run, summary, fit_run(run, summary, resamples=199)


@pytest.mark.parametrize("kernel", CM5)
@pytest.mark.parametrize("size_class", ["multiples", "others"])
def test_whole_and_broken_sizes_of_the_cm5_have_lines_of_their_own(
    cm5: tuple[Run, Summary, Models], kernel: str, size_class: SizeClass
) -> None:
    found = [m for m in cm5[2].models if m.kernel == kernel and len(m.sizes_bytes) > 10]
    assert {(m.size_class, m.word_bytes) for m in found} == {("multiples", 4), ("others", 4)}
    startup_us, rate = CM5[kernel][size_class == "others"]
    for model in (one for one in found if one.size_class == size_class):
        assert model.accepted, model.reason
        (segment,) = model.segments
        assert segment.startup_s.value == pytest.approx(1e-6 * startup_us, rel=0.02)
        assert segment.bandwidth_bytes_per_s.value == pytest.approx(1e6 * rate, rel=0.02)
        assert all((size % 4 == 0) == (size_class == "multiples") for size in model.sizes_bytes)


def test_the_cost_of_broken_sizes_is_said_and_the_headline_is_of_one_class(
    cm5: tuple[Run, Summary, Models],
) -> None:
    run, summary, models = cm5
    told = {one.anchor: one for one in placement.broken_words(run, summary, models, {})}
    sentence = told["kernel-echo"].sentence
    assert re.search(r"bandwidth of 9\.[345]\d MB/s .*, other sizes 3\.[56]\d MB/s", sentence)
    assert re.search(
        r"\(ratio 2\.[56]\d× \[2\.[456]\d . 2\.[67]\d\]\)\. Their start-up times", sentence
    )
    kernels = list(run.kernels.values())
    shown = {one.label: one for one in figures(summary, models, kernels, hierarchy(summary, {}))}
    peak = shown["Peak bandwidth"]
    assert re.match(r"9\.[34]", peak.value)
    assert peak.notes[0].startswith("echo of multiples of 4 B, fitted 9.")
    assert peak.notes[1].startswith("sizes that are not multiples of 4 B: 3.")
    assert shown["Breakpoints"].value == "none"
    own = msgspec.structs.replace(models, models=[m for m in models.models if m.kernel in CM5])
    assert [one.sentence for one in fit_checks.not_linear(own)] == []


@pytest.mark.parametrize("noise", [0.004, 0.03, 0.2])
def test_sizes_without_such_an_effect_stay_one_class(noise: float) -> None:
    """Of lines, of lines with breaks and of times that are no lines at all."""
    sizes = np.array(
        [0, 1, 4, 5, 8, 11, 16, 22, 32, 43, 48, 60, 128, 253, 256, 1021, 1024, 2048, 4000, 4001,
         8000, 8001, 16000, 16001, 32765, 32768, 65533, 65536, 131069, 131072, 262141, 262144,
         1048573, 1048576], dtype=float,
    )  # fmt: skip
    truths = [
        0.3e-6 + sizes / 20e9,
        np.where(sizes <= 8192, 0.3e-6 + sizes / 20e9, 1.2e-6 + sizes / 36e9),
        0.2e-6 + 0.05e-6 * np.ceil(np.log2(sizes + 1)) + sizes / 10e9,
    ]
    rng = np.random.default_rng(3)
    words = [
        word_of(sizes, truth_s * np.exp(rng.normal(0, noise, sizes.size)))
        for truth_s in truths
        for _ in range(10)
    ]
    assert words == [None] * len(words)


def test_few_broken_sizes_are_no_class_of_their_own() -> None:
    """A break between small odd sizes and large powers of 2 is a break."""
    sizes = np.array([1, 2, 3, 5, 6, 7, *(2.0**k for k in range(4, 20))])
    times_s = np.where(sizes < 16, 1e-6, 5e-6 + sizes / 1e9)
    assert word_of(sizes, times_s) is None


def test_what_the_intervals_do_not_bear_is_not_said(runs: dict[str, Measured]) -> None:
    (both,) = found(placement.reply, runs["comet"])
    assert "has no measurable effect" in both.sentence
    broadcast = [
        one
        for one in found(placement.broken_words, runs["cmmd"])
        if one.anchor == "kernel-broadcast"
    ]
    assert all("no measurable effect" in one.sentence for one in broadcast)


def test_loads_and_overlap_are_found(runs: dict[str, Measured]) -> None:
    beside = found(loads.contention, runs["comet"])
    assert len(beside) == 2
    assert all(re.search(r"slows the echo to 1\.(49|50|51)×", one.sentence) for one in beside)
    (hidden,) = found(loads.overlap, runs["comet"])
    assert "of 20 combinations" in hidden.sentence
    assert re.search(r"is (59|60|61) %", hidden.sentence)


def test_collectives_and_files_beside_other_work_are_found(runs: dict[str, Measured]) -> None:
    started = found(loads.started_collectives, runs["mpbench"])
    assert [one.sentence.split()[2] for one in started] == ["broadcast", "allreduce", "alltoall"]
    assert all(re.search(r"overlaps (49|50|51) %", one.sentence) for one in started)
    written = found(loads.files, runs["comet"])
    assert len(written) == 2
    assert all(
        re.search(r"slows the writing of a file \(\w+\): 1\.(49|50|51)×", one.sentence)
        for one in written
    )


def test_limits_of_the_mpi_are_those_of_the_messages_on_this_host(
    runs: dict[str, Measured],
) -> None:
    run, _ = runs["comet"]
    header = run.launches[0].header
    limits = {
        "btl_sm_eager_limit": 4096,
        "btl_tcp_eager_limit": 65536,
        "btl_self_eager_limit": 1024,
    }
    layer = msgspec.structs.replace(header.layer, limits=limits)
    changed = replace(
        run,
        launches=[replace(run.launches[0], header=msgspec.structs.replace(header, layer=layer))],
    )
    assert protocol._limits(changed) == {"btl_sm_eager_limit": 4096}


def test_loggp_is_said_with_intervals(runs: dict[str, Measured]) -> None:
    (told,) = found(loggp.loggp, runs["comet"])
    assert re.search(r"g = (199|200|201) ns", told.sentence)
    assert re.search(r"G = (49\.\d|50\.\d) ps/B", told.sentence)
    assert loggp._sentence("no reason").startswith(
        "The LogGP parameters cannot be determined: no reason"
    )
    unknown = Bounds(1e-9, -1e-9, 5e-9)
    from strobe.fit.loggp import LogGP

    assert "o ≤ 5.00 ns" in loggp._sentence(LogGP(unknown, unknown, unknown, unknown))


def test_the_machines_of_the_papers_are_as_printed() -> None:
    machines = {one.name: one for one in paper_machines().machine}
    assert machines["Intel iPSC/860"].time_s(1000) == pytest.approx(566e-6)
    assert 1 / machines["Thinking Machines CM-5, CMMD 2.0"].per_byte_s == pytest.approx(9.4e6)
    assert machines["IBM SP1"].per_byte_s == pytest.approx(1.14e-6 / 8)
    assert all(one.source for one in [*paper_machines().machine, *paper_machines().remark])


def test_the_host_has_the_papers_numbers_beside_its_own(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    wanted = [t for t in declarations("cmmd").table if t.number.startswith("section")]
    tables = {one.heading: one.table for one in paper_tables(summary, wanted)}
    link = tables["CM-5 study, section 6: host and node"]
    assert link is not None
    rows = {(row.cells[0], row.cells[1]): row.cells for row in link.rows}
    assert rows["global", "multiple of 4"][-1] == "187 µs, 3.0 MB/s".replace("3.0", "3")
    assert rows["global", "not multiple of 4"][-1] == "177 µs, 2.1 MB/s"
    assert re.match(r"(19\.9|20\.0|20\.1) GB/s", rows["direct", "multiple of 4"][3])
    collectives = tables["CM-5 study, section 8: host and nodes"]
    assert collectives is not None
    printed = {row.cells[0]: row.cells[-1] for row in collectives.rows}
    assert printed["host gather"].endswith("MB/s")
    asynchronous = tables["CM-5 study, section 5: asynchronous echo"]
    assert asynchronous is not None
    assert asynchronous.rows[0].cells[-1] == "223 µs, 12 MB/s"


def test_the_buffer_of_a_host_without_a_part_has_one_part_less(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    (cell, *_) = (
        one.declared for one in summary.cells.values() if one.declared.kernel == "host_scatter"
    )
    size = float(cell.point["size_bytes"])
    assert buffer_bytes(cell) == size * (machine.RANKS - 1)
    point = {**cell.point, "host": "included"}
    key = str(CellKey(cell.kernel, point))
    included = msgspec.structs.replace(cell, cell=key, point=point)
    assert buffer_bytes(included) == size * machine.RANKS


def test_every_operation_of_a_reduction_has_a_rate(runs: dict[str, Measured]) -> None:
    _, summary = runs["cmmd"]
    wanted = [t for t in declarations("cmmd").table if t.number.startswith("5,")]
    by_name = {one.heading: one.table for one in paper_tables(summary, wanted)}
    host, bits, places = by_name.values()
    assert host is not None
    assert bits is not None
    assert places is not None
    assert {row.cells[0] for row in bits.rows} == {
        "bitwise_and", "bitwise_or", "bitwise_xor", "logical_and", "logical_or", "logical_xor",
    }  # fmt: skip
    assert {row.cells[0] for row in places.rows} == {"maxloc", "minloc"}
    assert any("host reduce" in column.title for column in host.columns)


def test_asynchronous_echoes_are_drawn_for_whole_and_broken_words(
    runs: dict[str, Measured],
) -> None:
    for number, figure in drawn(runs, "cmmd", {"9", "10"}).items():
        rows = rows_of(figure)
        assert {row["series"] for row in rows} == {"multiple of 4", "not multiple of 4"}, number
        assert 16000 in {row["x"] for row in rows}
        assert max(float(str(row["x"])) for row in rows) <= 16384


def test_a_loop_of_sends_says_what_the_mpi_buffered(runs: dict[str, Measured]) -> None:
    _, summary = runs["mpbench"]
    (found,) = paper_tables(summary, declarations("mpbench").table)
    assert found.table is not None
    by_size = {row.cells[0]: row.cells for row in found.table.rows}
    assert by_size["4 B"][1] == "500"
    assert by_size["4 B"][-1] == str(machine.BUFFERED_SENDS)
    assert by_size["16 KiB"][-1] == "none: a send waits for its receive"
    assert by_size["1 MiB"][1] == "20"


def test_an_acknowledged_broadcast_takes_longer(runs: dict[str, Measured]) -> None:
    figure = drawn(runs, "mpbench", {"15, acknowledged"})["acknowledged"]
    at_4 = {str(row["series"]): float(str(row["y"])) for row in rows_of(figure) if row["x"] == 4}
    assert len(at_4) == 2
    added = at_4["until all have acknowledged it"] - at_4["until all have the message"]
    assert added == pytest.approx((machine.RANKS - 1) * machine.STARTUP_S, rel=0.05)


def test_collectives_grow_by_their_law(runs: dict[str, Measured]) -> None:
    _, summary = runs["comet"]
    (found,) = paper_tables(summary, declarations("comet").table)
    assert found.table is not None
    laws: dict[str, set[str]] = {}
    for row in found.table.rows:
        laws.setdefault(row.cells[0], set()).add(row.cells[2])
    assert laws["broadcast"] == laws["allreduce"] == laws["scan"] == {"logarithmic"}
    assert laws["alltoall"] == laws["gather"] == {"linear"}
    told = {one.sentence.split()[0]: one.sentence for one in found_scaling(runs)}
    assert "grows with the logarithm of the number of ranks" in told["Broadcast"]
    assert "per doubling" in told["Broadcast"]
    assert "per rank" in told["Alltoall"]
    figures = drawn(runs, "comet", {"23, over machine size", "22, with the law of its growth"})
    assert {row["x"] for row in rows_of(figures["size"])} == {2, 4, 8}
    assert {row["x"] for row in rows_of(figures["growth"])} == {2, 4, 8}


def found_scaling(runs: dict[str, Measured]) -> list[Finding]:
    return found(scaling.scaling, runs["comet"])


def test_two_machine_sizes_give_no_law(tmp_path: Path) -> None:
    run = load(machine.write_suite_run(tmp_path, "comet", ranks=4))
    summary = summarise(run)
    assert list(scaling.scaling(run, summary, NO_MODELS, {})) == []  # type: ignore[arg-type]
    (missing,) = paper_tables(summary, declarations("comet").table)  # type: ignore[arg-type]
    assert missing.table is None
    assert "start 8 ranks or more" in missing.missing
