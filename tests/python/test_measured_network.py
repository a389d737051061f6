# SPDX-License-Identifier: BSD-3-Clause
"""The measured machine as a network to simulate: what stands for what, and that it is simulated.

tests/golden/ping_pong_and_barrier.jsonl is a recorded run: an echo and a barrier of two processes
on a shared virtual machine.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest
import synthetic

from strobe.cli.main import main
from strobe.fit.network import NETWORK_FILE, MeasuredNetwork, measured_network
from strobe.records.run import SAMPLES_FILE, Run, load
from strobe.records.summary import summarise
from strobe.simulation.result import simulate

RECORDED = Path(__file__).resolve().parents[1] / "golden" / "ping_pong_and_barrier.jsonl"


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    folder = tmp_path / "recorded"
    folder.mkdir()
    shutil.copy(RECORDED, folder / SAMPLES_FILE)
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return load(synthetic.write_run(tmp_path / "synthetic", seed=2))


def measured(run: Run) -> MeasuredNetwork:
    found = measured_network(run, summarise(run))
    assert found is not None
    return found


def add_barrier(run: Run, ranks: int, factor: float) -> None:
    """A barrier of more ranks, that takes so many times as long as that of two."""
    for launch in run.launches:
        cell = launch.cells["barrier"]
        declared = msgspec.structs.replace(
            cell.declared, ranks=ranks, point={"ranks": ranks}, cell=f"barrier ranks={ranks}"
        )
        visits = [
            msgspec.structs.replace(visit, time_s=[factor * t for t in visit.time_s])
            for visit in cell.visits
        ]
        launch.cells[declared.cell] = type(cell)(declared, visits, end=cell.end)


def test_a_recorded_run_becomes_a_network_that_is_simulated(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", str(recorded)]) == 0
    text = capsys.readouterr().out
    assert "half of a ping-pong of 1 B" in text
    assert "a barrier of 2 ranks" in text
    file = recorded / NETWORK_FILE
    assert "strobe simulate PROGRAM --network" in text.splitlines()[-1]
    network = json.loads(file.read_bytes())
    cells = {
        str(cell.declared.point.get("size_bytes", "barrier")): cell.headline
        for cell in summarise(load(recorded)).cells.values()
    }
    short, long, barrier = cells["1"], cells["1048576"], cells["barrier"]
    assert short is not None
    assert long is not None
    assert barrier is not None
    assert network["start_s"] == short.median_s
    per_byte_s = (long.median_s - short.median_s) / 1048575
    assert network["bytes_per_s"] == pytest.approx(1 / per_byte_s)
    assert network["compare_s"] == 0
    assert network["compare_per_level_s"] == barrier.median_s
    assert not network["multicasts"]
    words = ["barrier", "--network", str(file), "--ranks-per-node", "1", "--nodes"]
    gtdem_s = [simulate([*words, str(nodes)]).emds.globals[1].gtdem_s for nodes in (16, 17)]
    # The strobe sender asks again and again until all are done, a level a time for 16 nodes.
    asked = gtdem_s[0] / (4 * barrier.median_s)
    assert asked == pytest.approx(round(asked))
    assert round(asked) * 4 * barrier.median_s >= 5 * short.median_s
    asked = gtdem_s[1] / (5 * barrier.median_s)
    assert asked == pytest.approx(round(asked))


def test_a_block_is_half_of_a_ping_pong(run: Run) -> None:
    found = measured(run)
    assert (found.shortest_bytes, found.longest_bytes) == (0, 2**22)
    assert found.network.start_s == pytest.approx(synthetic.truth_s("echo", "fast", 0), rel=0.02)
    times_s = [synthetic.truth_s("echo", "fast", size) for size in (0, 2**22)]
    assert found.network.bytes_per_s == pytest.approx(2**22 / (times_s[1] - times_s[0]), rel=0.02)


def test_barriers_of_several_numbers_of_ranks_give_a_line_over_levels(run: Run) -> None:
    one = measured(run).network
    assert (one.compare_s, measured(run).compare) == (0, "a barrier of 2 ranks")
    # Two ranks are a level and four are two: 1, 1.5 and 2 times as long is half at first.
    add_barrier(run, 4, 1.5)
    add_barrier(run, 8, 2.0)
    several = measured(run)
    assert several.compare == "a barrier of 2 and 4 and 8 ranks"
    assert several.network.compare_s == pytest.approx(one.compare_per_level_s / 2, rel=1e-6)
    assert several.network.compare_per_level_s == pytest.approx(
        one.compare_per_level_s / 2, rel=1e-6
    )


def test_a_barrier_that_grows_faster_than_its_levels_costs_nothing_at_first(run: Run) -> None:
    add_barrier(run, 8, 30.0)
    assert measured(run).network.compare_s == 0


def test_without_a_barrier_a_level_is_two_blocks(run: Run) -> None:
    for launch in run.launches:
        del launch.cells["barrier"]
    found = measured(run)
    assert found.network.compare_per_level_s == 2 * found.network.start_s
    assert found.compare.startswith("two blocks per level")


def test_without_a_ping_pong_there_is_no_network(
    run: Run, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for launch in run.launches:
        for key in [key for key in launch.cells if key.startswith("echo")]:
            del launch.cells[key]
    assert measured_network(run, summarise(run)) is None
    rows = RECORDED.read_text(encoding="utf-8").splitlines()
    kept = [row for row in rows if '"cell":"echo' not in row]
    (recorded / SAMPLES_FILE).write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert main(["fit", str(recorded)]) == 0
    assert not (recorded / NETWORK_FILE).exists()
    assert "--network" not in capsys.readouterr().out
