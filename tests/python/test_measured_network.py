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
import synthetic_blacs as library
import synthetic_suite as suite

from strobe.cli.main import main
from strobe.fit.contention import limit_of
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


def test_the_four_times_are_lines_where_they_were_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = suite.write_suite_run(tmp_path / "blacs", "blacs")
    network = measured(load(folder)).network
    assert network.t_s is not None
    assert network.t_c is not None
    assert network.t_m is not None
    assert network.t_o is not None
    assert network.t_c.per_byte_s == pytest.approx(suite.PER_BYTE_S, rel=0.05)
    assert network.t_m.per_byte_s == pytest.approx(library.COPY_PER_ELEMENT_S / 8, rel=0.05)
    assert network.t_o.per_byte_s == pytest.approx(library.OPERATE_PER_ELEMENT_S / 8, rel=0.05)
    assert main(["fit", str(folder)]) == 0
    text = capsys.readouterr().out
    for kernel in ("application_latency", "echo", "blacs_copy", "blacs_summation"):
        assert f"the kernel {kernel}" in " ".join(text.split())
    # The same file predicts a combine, with T_o.
    words = ["schedule", "tree", "--way", "combine", "--size", "8000", "--json", "--network"]
    assert main([*words, str(folder / NETWORK_FILE)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert json.loads(told.out)["times"]["t_o"]["per_byte_s"] == pytest.approx(
        network.t_o.per_byte_s
    )


def test_times_that_were_not_measured_are_missing_and_named(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", str(recorded)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "T_o not measured needs the kernel blacs_summation" in text
    assert "T_s not measured needs the kernel application_latency or blacs_send" in text
    assert "messages at once not measured needs the kernel multi_pair_echo or multi_pair" in text
    network = json.loads((recorded / NETWORK_FILE).read_bytes())
    assert network["schema"] == 2
    assert not {"t_s", "t_m", "t_o", "parallel_transfers"} & network.keys()


@pytest.mark.parametrize("limit", [1.0, 1.5, 2.0, 3.7])
def test_the_limit_of_transfers_is_found_in_its_factors(limit: float) -> None:
    factors = {pairs: max(1.0, pairs / limit) for pairs in (2, 4, 8)}
    assert limit_of(factors) == pytest.approx(limit)
    noisy = {2: factors[2] * 1.02, 4: factors[4] * 0.98, 8: factors[8] * 1.01}
    assert limit_of(noisy) == pytest.approx(limit, rel=0.05)


def test_pairs_that_are_slower_than_in_proportion_have_a_limit_of_one() -> None:
    assert limit_of({2: 3.0, 4: 7.0}) == 1.0


@pytest.mark.parametrize(("factor", "limit"), [(2.0, 2.0), (1.0, None), (1.02, None)])
def test_pairs_at_the_same_time_give_the_limit(
    run: Run, factor: float, limit: float | None
) -> None:
    """Four pairs take `factor` times as long as one; less than their intervals give no limit."""
    for launch in run.launches:
        for size in (0, 2**22):
            cell = launch.cells[f"echo reply=fresh size_bytes={size}"]
            for pairs in (1, 2, 4):
                point = {"pairs": pairs, "size_bytes": size}
                declared = msgspec.structs.replace(
                    cell.declared, kernel="multi_pair_echo", point=point, ranks=2 * pairs,
                    cell=f"multi_pair_echo pairs={pairs} size_bytes={size}",
                )  # fmt: skip
                longer = factor if pairs == 4 and size else 1.0
                visits = [
                    msgspec.structs.replace(visit, time_s=[longer * t for t in visit.time_s])
                    for visit in cell.visits
                ]
                launch.cells[declared.cell] = type(cell)(declared, visits, end=cell.end)
    found = measured(run)
    assert found.contention is not None
    assert found.contention.kernel == "multi_pair_echo"
    assert found.contention.factors == pytest.approx({2: 1.0, 4: factor}, rel=1e-2)
    assert found.network.parallel_transfers == (
        None if limit is None else pytest.approx(limit, rel=1e-2)
    )


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
