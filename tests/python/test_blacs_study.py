# SPDX-License-Identifier: BSD-3-Clause
"""The study of the BLACS on a machine whose truth is known: lines, predictions and their errors.

Broadcasts and combines there take 3 % longer than the note's formulas say, so the prediction,
which walks through schedules and knows none of the formulas, must be wrong by just that.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import synthetic_blacs as library
import synthetic_suite as machine

from strobe.launch import suites
from strobe.records import lines
from strobe.records.run import Cell, Run, load
from strobe.records.summary import Summary, summarise
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.page.table import Table
from strobe.report.paper import declared
from strobe.report.paper.figures import paper_figures
from strobe.report.paper.predictions import relative_error
from strobe.report.paper.tables import paper_tables

ERROR = library.UNMODELLED - 1


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """A quick run on eight ranks."""
    return summarise(load(machine.write_suite_run(tmp_path_factory.mktemp("blacs"), "blacs")))


def table_of(summary: Summary, number: str) -> Table:
    wanted = [one for one in study().table if one.number == number]
    (found,) = paper_tables(summary, wanted)
    assert found.table is not None
    return found.table


def study() -> declared.Declarations:
    return declared.read(suites.available()["blacs"])


def own_rows(table: Table) -> dict[str, list[str]]:
    return {row.cells[0]: list(row.cells[1:]) for row in table.rows if row.kind != "aside"}


def percent(text: str) -> float:
    return float(text.removesuffix(" %")) / 100


def test_table_5_has_the_line_that_the_machine_was_made_with(summary: Summary) -> None:
    table = table_of(summary, "5")
    rows = own_rows(table)
    assert set(rows) == {"echo", "blacs echo"}
    alpha, beta, misfit, spread = rows["blacs echo"]
    # The start-up and the jump of a large message; 0.05 ns a byte are 0.4 ns a double.
    assert 1.7 < float(alpha.split(" \u00b5s")[0]) < 2.1
    assert 385 < float(beta.split(" ps")[0]) < 415
    assert percent(misfit) < 4 * machine.NOISE
    assert 0 < percent(spread) < 4 * machine.NOISE
    assert next(row for row in table.rows if row.kind == "aside").cells[0] == "1994: i860, system"


def test_tables_11_and_15_find_what_the_model_does_not_know(summary: Summary) -> None:
    broadcasts = own_rows(table_of(summary, "11"))
    assert {"3 rings, 15 in a row", "3 rings, alone", "hypercube, 15 in a row"} <= set(broadcasts)
    for name, (source, maximum, *by_size) in broadcasts.items():
        for error in (source, maximum, *by_size):
            assert percent(error) == pytest.approx(ERROR / library.UNMODELLED, abs=0.01), name
    combines = own_rows(table_of(summary, "15"))
    assert {
        "hypercube, result on all, 15 in a row",
        "tree of 1 branch, result on one, 15 in a row",
    } <= (set(combines))
    for name, errors in combines.items():
        # Repeated fan-ins overlap, of which the formulas say nothing; exchanges do not.
        if "alone" in name or name.startswith("hypercube, result on all"):
            assert percent(errors[1]) == pytest.approx(ERROR, abs=0.01), name


def test_sums_on_all_are_predicted_for_every_number_of_ranks(tmp_path: Path) -> None:
    """Section 5.4: fan-in and fan-out, and the exchange beyond a power of two."""
    for ranks in (4, 6):
        folder = machine.write_suite_run(tmp_path / str(ranks), "blacs", ranks=ranks)
        rows = own_rows(table_of(summarise(load(folder)), "15"))
        for topology in ("hypercube", "tree of 1 branch"):
            (_, by_lines, _, by_size) = rows[f"{topology}, result on all, alone"]
            # Some of 6 ranks are early: the walk hides their sums, and the formula does not.
            hidden = 0.08 if topology != "hypercube" and ranks == 6 else 0.0
            for error in (by_lines, by_size):
                assert ERROR - 0.01 < percent(error) < ERROR + 0.01 + hidden, (topology, ranks)


def share_links(run: Run, limit: float) -> None:
    """Make a run of a machine whose links carry `limit` messages at once without sharing.

    It has pairs that exchange messages at the same time, and its exchanges of all ranks are slower.
    """
    for launch in run.launches:
        model = next(cell for key, cell in launch.cells.items() if key.startswith("blacs_copy"))

        def with_times(declared: lines.CellRecord, time_s: float, model: Cell = model) -> Cell:
            visits = [
                msgspec.structs.replace(
                    visit, time_s=[time_s * (1 + 1e-4 * (i % 5 - 2)) for i in range(12)]
                )
                for visit in model.visits
            ]
            return Cell(declared, visits, end=model.end)

        for pairs in (1, 2, 4):
            for size in (8, 400_000):
                point = {"pairs": pairs, "size_bytes": size}
                declared = msgspec.structs.replace(
                    model.declared, cell=f"multi_pair_echo pairs={pairs} size_bytes={size}",
                    kernel="multi_pair_echo", point=point, ranks=2 * pairs,
                )  # fmt: skip
                data_s = machine.PER_BYTE_S * size * max(1.0, pairs / limit)
                launch.cells[declared.cell] = with_times(declared, machine.STARTUP_S + data_s)
        for key, cell in launch.cells.items():
            point = cell.declared.point
            if cell.declared.kernel != "blacs_combine" or point["left_on"] != "everyone":
                continue
            if point["topology"] != "hypercube" or float(point["size_bytes"]) < 8000:
                continue
            data_s = machine.PER_BYTE_S * float(point["size_bytes"])
            message_s = machine.STARTUP_S + machine.EAGER_JUMP_S + machine.RANKS / limit * data_s
            operate_s = library.OPERATE_PER_ELEMENT_S * float(point["size_bytes"]) / 8
            time_s = library.UNMODELLED * 3 * (message_s + operate_s)
            launch.cells[key] = with_times(cell.declared, time_s)


def test_predictions_stand_twice_where_sharing_was_measured(tmp_path: Path) -> None:
    run = load(machine.write_suite_run(tmp_path, "blacs"))
    share_links(run, 2.0)
    shared = summarise(run)
    for number in ("11", "15"):
        heads = [column.title for column in table_of(shared, number).columns]
        assert heads[-2:] == ["source, by lines, shared links", "maximum, by lines, shared links"]
    row = own_rows(table_of(shared, "15"))["hypercube, result on all, alone"]
    without, with_sharing = percent(row[1]), percent(row[5])
    # The note's model knows a quarter of the data's time; with sharing, what is left is unmodelled.
    assert without > 1
    assert with_sharing == pytest.approx(ERROR, abs=0.02)
    # A ring has one message at a time, which shares nothing.
    ring = own_rows(table_of(shared, "11"))["increasing ring, alone"]
    assert percent(ring[5]) == pytest.approx(percent(ring[1]), abs=1e-9)


def test_what_the_library_or_the_machine_chooses_is_not_predicted(summary: Summary) -> None:
    for number in ("9", "11", "15"):
        assert not any(
            "collective" in name or "choice" in name for name in own_rows(table_of(summary, number))
        )


def test_table_9_counts_for_the_processes_of_the_run(summary: Summary) -> None:
    rows = own_rows(table_of(summary, "9"))
    # Eight ranks: seven messages; three rings of which one is longer.
    assert rows["3 rings"][:2] == ["3", "7"]
    assert rows["hypercube"][:2] == ["3", "7"]
    assert rows["increasing ring"][:2] == ["7", "7"]


def test_what_the_free_topology_takes_is_told(summary: Summary) -> None:
    """Sums on the hypercube bring nothing back; nothing else is faster than the MPI collective."""
    table = table_of(summary, "beyond: the free topology")
    assert [row.cells[:4] for row in table.rows] == [
        ["sum on all", "8", "8,000 B", "H"],
        ["sum on all", "8", "400,001 B", "MPI collective"],
    ]


def test_relative_error_divides_as_the_section_says() -> None:
    assert relative_error([100.0, 50.0], [90.0, 60.0], of_prediction=False) == pytest.approx(0.2)
    assert relative_error([100.0, 50.0], [80.0, 60.0], of_prediction=True) == pytest.approx(0.25)
    assert relative_error([], [], of_prediction=True) is None


def test_every_figure_of_the_note_is_drawn(summary: Summary) -> None:
    figures = paper_figures(summary, study().figure, hierarchy(summary, {}))
    assert [one.heading for one in figures if one.drawing is None] == []
    by_heading = {one.heading: one for one in figures}
    drawing = by_heading["BLACS note, beyond: who is done when"].drawing
    assert drawing is not None
    rows = drawing.specification["datasets"][drawing.specification["data"]["name"]]
    assert {row["series"] for row in rows} == {"maximum", "average", "source", "minimum"}


def test_suite_of_the_study_repeats_every_fifth_point() -> None:
    experiments = suites.read(suites.available()["blacs"])["experiment"]
    fifth = next(one for one in experiments if one["kernel"] == "blacs_echo")
    assert fifth["visits_min"] == 11
    sizes = fifth["axes"]["size_bytes"]
    assert (sizes["from"], sizes["to"], sizes["step"]) == (0, 8 * 50_000, 8 * 5_000)
