# SPDX-License-Identifier: BSD-3-Clause
"""Predictions: the messages of collectives, replays of known times, and what is refused."""

from __future__ import annotations

import itertools
import json
import math
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
import synthetic
import synthetic_suite
from environment import mpi_compiler
from simgrid import needs_simgrid
from synthetic_calls import call, event, logged
from terminal import Built, Terminal

from strobe.base.errors import StrobeError
from strobe.coscheduling.trace import NO_CALL, Trace, trace
from strobe.predict import (
    machine_of_run,
    machines,
    pieces,
    platform,
    prediction,
    scaling,
    study,
    token_bucket,
    validation,
    what_if,
)
from strobe.predict.ceilings import Ceilings, Speed, speed
from strobe.predict.collectives import families
from strobe.predict.machine import COSCHEDULED, Level, Machine, Placement
from strobe.predict.measured import Measured, without_spread
from strobe.predict.prediction import Interval, Prediction
from strobe.predict.replay import replay
from strobe.predict.shares import Share
from strobe.records import job_record
from strobe.records.call_log import (
    ACCESSES_COMPLETED,
    GET_BEGUN,
    LOCK_ASKED,
    NO_SITE,
    PUT_BEGUN,
    RECEIVE_BEGUN,
    RECEIVED,
    SEND_BEGUN,
)
from strobe.records.job_record import CallSite
from strobe.records.network import LineRecord, Network

SIZES = np.array([0.0, 1000.0, 100_000.0, 1_000_000.0])


def level(latency_s: float, bytes_per_s: float, busy_s: float | None = None) -> Level:
    """Times without noise; a send takes as long as the whole message above 1,000 bytes."""
    times_s = latency_s + SIZES / bytes_per_s
    busy = None if busy_s is None else np.where(SIZES > 1000, times_s, busy_s)
    return Level(
        Measured(SIZES, times_s, tuple(times_s[:, None])),
        None if busy is None else Measured(SIZES, busy, tuple(busy[:, None])),
    )


def made_machine(**levels: Level) -> Machine:
    return Machine("made", "Made", levels, 2, "network" in levels, "MPICH")  # type: ignore[arg-type]


def echo(size_bytes: int) -> list[list[str]]:
    there, back = f"1 0 {size_bytes} 6", f"0 0 {size_bytes} 6"
    return [
        ["0 init", f"0 send {there}", f"0 recv {there}", "0 finalize"],
        ["1 init", f"1 recv {back}", f"1 send {back}", "1 finalize"],
    ]


@needs_simgrid
@pytest.mark.parametrize("size_bytes", [0, 400, 1000, 50_000, 1_000_000, 4_000_000])
@pytest.mark.parametrize("ranks_per_node", [1, 2])
def test_an_echo_takes_as_long_as_it_was_measured(size_bytes: int, ranks_per_node: int) -> None:
    levels = {"node": level(3e-7, 1e10, 1e-7), "network": level(50e-6, 1e8, 5e-6)}
    on = made_machine(**levels)
    between = levels["node" if ranks_per_node == 2 else "network"]
    found = replay(echo(size_bytes), on, ranks_per_node).time_s
    assert found == pytest.approx(2 * float(between.whole.at(size_bytes)), rel=1e-3)


@needs_simgrid
def test_sends_that_would_wait_for_each_other_are_buffered() -> None:
    there, back = "1 0 100000 6", "0 0 100000 6"
    lines = [
        ["0 init", f"0 send {there}", f"0 recv {there}", "0 finalize"],
        ["1 init", f"1 send {back}", f"1 recv {back}", "1 finalize"],
    ]
    on = made_machine(network=level(1e-5, 1e8, 1e-6))
    assert on.levels["network"].eager_bytes == 1000
    found = replay(lines, on, 1)
    assert found.is_buffered
    assert found.time_s == pytest.approx(1e-5 + 1e-3, rel=0.02)
    assert not replay(echo(100_000), on, 1).is_buffered
    # The time alone is the same, to the nanosecond.
    quick = replay(lines, on, 1, by_line=False)
    assert quick.time_s == found.time_s == max(ends[-1] for ends in found.ends_s)
    assert quick.is_buffered
    assert quick.ends_s == ()


@needs_simgrid
def test_a_record_that_never_ends_is_refused() -> None:
    lines = [["0 init", "0 recv 1 0 8 6", "0 finalize"], ["1 init", "1 finalize"]]
    with pytest.raises(StrobeError, match="SimGrid cannot replay the record"):
        replay(lines, made_machine(network=level(1e-5, 1e8)), 1)


@needs_simgrid
def test_messages_to_one_host_share_its_link() -> None:
    on = made_machine(network=level(1e-6, 1e8))
    many = [
        ["0 init", *(f"0 recv {rank} 0 1000000 6" for rank in (1, 2)), "0 finalize"],
        *([f"{rank} init", f"{rank} send 0 0 1000000 6", f"{rank} finalize"] for rank in (1, 2)),
    ]
    assert replay(many, on, 1).time_s == pytest.approx(2e-2, rel=0.02)


def test_the_eager_limit_is_where_sends_begin_to_wait() -> None:
    assert level(1e-6, 1e9, 1e-7).eager_bytes == 1000
    assert level(1e-6, 1e9).eager_bytes == 1_000_000


@pytest.fixture(scope="module")
def suite_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the suite `predict`."""
    folder = synthetic_suite.write_suite_run(tmp_path_factory.mktemp("predict"), "predict", ranks=2)
    synthetic.write_context(folder)
    return folder


def test_messages_take_longer_after_a_computation(suite_run: Path) -> None:
    on = machine_of_run.measured(suite_run).levels["node"]
    computed_s = np.array([0.0, 1e-6, 10e-6, 100e-6, 1.0])
    longer_s = synthetic_suite.PAUSE_S * np.log2([1, 1, 10, 100, 500])
    # Of a longer computation the noise says more than the messages do.
    assert on.after_s(computed_s) == pytest.approx(longer_s, abs=1e-6)
    twice = what_if.read("overhead=2x").of(machine_of_run.measured(suite_run)).levels["node"]
    assert twice.after_s(computed_s) == pytest.approx(2 * on.after_s(computed_s))


def run_without(word: str, run: Path, folder: Path) -> Path:
    """A copy of the run without the lines that have this word."""
    lines = (run / "samples.jsonl").read_text().splitlines()
    kept = [line for line in lines if word not in line]
    (folder / "samples.jsonl").write_text("\n".join(kept) + "\n")
    synthetic.write_context(folder)
    return folder


def test_a_machine_without_such_times_says_so(suite_run: Path, tmp_path: Path) -> None:
    on = machine_of_run.measured(run_without("method=synchronous", suite_run, tmp_path))
    assert on.levels["node"].pause is None
    assert any("what messages cost a processor that computes is not known" in one
               for one in on.notes)  # fmt: skip
    assert not machine_of_run.measured(suite_run).notes


def test_a_machine_without_a_stream_says_that_its_link_may_be_limited(
    suite_run: Path, tmp_path: Path
) -> None:
    (note,) = machine_of_run.measured(run_without('"cell":"bandwidth', suite_run, tmp_path)).notes
    assert note.startswith(f"whether the node is limited {machine_of_run.UNKNOWN}: ")


@pytest.mark.parametrize("burst_bytes", [4000, 200_000])
def test_the_depth_of_a_bucket_is_no_noise_of_long_messages(burst_bytes: int) -> None:
    sizes = np.array([0.0, *(2.0**power for power in range(6, 23))])
    rate, latency_s = 1e8, 5e-6
    single_s = latency_s + sizes / 2e9 + np.maximum(sizes - burst_bytes, 0) / rate
    single_s[-1] *= 0.99
    stream_s = np.maximum(sizes / rate, latency_s)
    found = token_bucket.shown_by(
        without_spread(dict(zip(sizes, single_s, strict=True))),
        without_spread(dict(zip(sizes[1:], stream_s[1:], strict=True))),
    )
    assert found is not None
    assert found.rate_bytes_per_s == pytest.approx(rate)
    assert found.depth_bytes == pytest.approx(burst_bytes, rel=0.1)


def test_what_if_changes_the_times() -> None:
    on = made_machine(network=level(10e-6, 1e8))
    changed = what_if.read("latency=0.5x bandwidth=2x").of(on).levels["network"].whole
    assert changed.at(0.0) == pytest.approx(5e-6)
    assert changed.at(1_000_000.0) == pytest.approx(5e-6 + 5e-3)
    same = what_if.Factors().of(on).levels["network"].whole
    assert np.allclose(same.times_s, on.levels["network"].whole.times_s)


@pytest.mark.parametrize("text", ["latency", "latency=0", "latency=-1x", "speed=2x", "compute=nan",
                                  "latency=2x latency=3x", "bandwidth=1e999"])  # fmt: skip
def test_a_wrong_what_if_is_refused(text: str) -> None:
    with pytest.raises(StrobeError, match="--what-if has"):
        what_if.read(text)


NO_CALLS = pieces.Calls(np.zeros(0, np.bool_), np.zeros(0, np.bool_))


def a_trace() -> Trace:
    lines = ["0 init"]
    for flops in (100, 300, 100, 300):
        lines += [f"0 compute {flops}", "0 send 1 0 8 6", "0 compute 7", "0 recv 1 0 8 6"]
    lines += ["0 finalize"]
    return Trace([lines], [], [[NO_CALL] * len(lines)], [[NO_SITE] * len(lines)])


def test_a_drawn_piece_is_one_of_its_kind() -> None:
    (own,) = pieces.pieces(a_trace(), [NO_CALLS])
    rng = np.random.default_rng(3)
    drawn = [own.written(1.0, rng) for _ in range(20)]
    long = {line.split()[2] for lines in drawn for line in lines[5::4][:3]}
    assert long == {"100", "300"}
    assert all(line.endswith(" 7") for lines in drawn for line in lines[3::4][:4])
    assert own.written(2.0)[1] == "0 compute 50"
    assert own.even().written(1.0)[1:6:4] == ["0 compute 100", "0 compute 200"]


def test_a_computation_is_longer_by_what_it_costs_the_messages_after_it() -> None:
    lines = ["0 init", "0 compute 100", "0 isend 1 0 8 6", "0 compute 50", "0 wait 0 1 0",
             "0 compute 20", "0 wait 2 0 0", "0 compute 10", "0 finalize"]  # fmt: skip
    (own,) = pieces.pieces(Trace([lines], [], [[NO_CALL] * 9], [[NO_SITE] * 9]), [NO_CALLS])
    cost = {1: 3e-9, 2: 5e-9, 0: 0.0}

    def after(rank: pieces.Pieces, computed_s: pieces.Floats) -> pieces.Floats:
        return computed_s + np.array([cost[peer] for peer in rank.peers.tolist()])

    computed = [line.split()[2] for line in own.written(2.0, after=after) if "compute" in line]
    assert computed == ["103", "53", "25", "10"]
    assert not own.are_collective.any()


@needs_simgrid
@pytest.mark.parametrize(("apart", "ends_s"), [
    (None, [1.0, 1.0, 1.0]), (3, [1.0, 1.0, 1.0]), (2, [2.0, 1.0, 2.0]), (1, [3.0, 3.0, 3.0])
])  # fmt: skip
def test_nodes_that_are_containers_share_the_processors_of_their_machine(
    apart: int | None, ends_s: list[float]
) -> None:
    lines = [
        [f"{rank} init", f"{rank} compute 1000000000", f"{rank} finalize"] for rank in range(3)
    ]
    on = made_machine(network=level(10e-6, 1e8))
    on = replace(on, processors=1, mpi=COSCHEDULED, nodes_apart=apart)
    found = replay(lines, on, 1)
    assert [ends[1] for ends in found.ends_s] == pytest.approx(ends_s)


def test_ranks_are_counted_where_there_are_most_of_them() -> None:
    on = replace(made_machine(), processors=2)
    assert on.ranks_per_processor(Placement(2, sys.maxsize)) == 1
    assert on.ranks_per_processor(Placement(5, sys.maxsize)) == 2.5
    assert on.ranks_per_processor(Placement(5, 3)) == 1.5
    # The third of three nodes is on the processor of the first.
    assert replace(on, processors=1, nodes_apart=2).ranks_per_processor(Placement(5, 2)) == 3


@needs_simgrid
def test_a_crowded_mpi_is_told_and_strobe_run_is_not(job: Path) -> None:
    on = replace(made_machine(node=level(1e-6, 1e9)), processors=1)
    crowded, alone, sleeping = (
        predicted(job, one, plan(ranks_per_node=2, draws=0))
        for one in (on, replace(on, processors=2), replace(on, mpi=COSCHEDULED))
    )
    assert any("2 ranks for each processor" in note for note in crowded.notes)
    assert not any("ranks for each processor" in note for note in (*alone.notes, *sleeping.notes))


@needs_simgrid
def test_a_short_message_overtakes_no_long_one(tmp_path: Path) -> None:
    """Rank 1 receives both late. The long one, which is sent first, waits for its receive."""
    folder = tmp_path / "job"
    long, short = 50_000, 8
    records = [
        logged(folder, 0, [call("MPI_Isend", 1100, 1101), call("MPI_Isend", 1102, 1103),
                           call("MPI_Waitall", 1104, 1500)],
               [event(1100, SEND_BEGUN, 1, 1, size_bytes=long),
                event(1102, SEND_BEGUN, 2, 1, size_bytes=short)]),
        logged(folder, 1, [call("MPI_Recv", 1300, 1400, computed_ns=1_000_000),
                           call("MPI_Recv", 1401, 1402)],
               [event(1301, RECEIVE_BEGUN, 1, 0), event(1399, RECEIVED, 1, 0, size_bytes=long),
                event(1401, RECEIVE_BEGUN, 2, 0), event(1402, RECEIVED, 2, 0, size_bytes=short)]),
    ]  # fmt: skip
    for record in records:
        (folder / f"rank-{record.rank}.json").write_bytes(msgspec.json.encode(record))
    on = made_machine(network=level(10e-6, 1e8, 1e-6))
    predictor = prediction.Predictor(folder, on, plan())
    found = predictor.predict(lambda done, of: None)
    assert found.time_s.value_s == pytest.approx(1e-3 + 520e-6, rel=0.05)


@needs_simgrid
def test_a_poll_that_waited_for_a_slice_waits_until_the_nodes_agree(tmp_path: Path) -> None:
    """Two of four polls did. A receive that lasted until a slice has begun is no poll."""
    folder = tmp_path / "job"
    records = [
        logged(folder, 0, [call("MPI_Iprobe", 1100, 1101, computed_ns=100),
                           call("MPI_Iprobe", 1102, 1103, slice=1, computed_ns=1),
                           call("MPI_Send", 1104, 1105, slice=1, computed_ns=1)],
               [event(1104, SEND_BEGUN, 1, 1)]),
        logged(folder, 1, [call("MPI_Iprobe", 1100, 1103, slice=1, computed_ns=50),
                           call("MPI_Recv", 1110, 1120, slice=2, computed_ns=1),
                           call("MPI_Iprobe", 1200, 1300, slice=3, computed_ns=1)],
               [event(1111, RECEIVE_BEGUN, 1, 0), event(1119, RECEIVED, 1, 0)]),
    ]  # fmt: skip
    for record in records:
        (folder / f"rank-{record.rank}.json").write_bytes(msgspec.json.encode(record))
    written = trace(job_record.read(folder), folder, 1e9, by_processor=True)
    own = pieces.pieces(written, [pieces.calls_of(log) for log in written.logs])
    assert [one.polls.tolist() for one in own] == [[1], [1, 1]]
    on = replace(made_machine(network=level(10e-6, 1e8)), mpi=COSCHEDULED)
    found = predicted(folder, on, plan(draws=0))
    native = predicted(folder, made_machine(network=level(10e-6, 1e8)), plan(draws=0))
    # Both wait for the first slice; then a message, and the second slice on its receiver.
    assert native.time_s.value_s == pytest.approx(10e-6, rel=0.1)
    assert found.time_s.value_s == pytest.approx(10e-6 + 2 * 50e-6, rel=0.1)
    apart = [on.slice_s(Placement(nodes, 1)) for nodes in (1, 2, 9, 10, 73, 74)]
    assert apart == pytest.approx([0, 50e-6, 50e-6, 100e-6, 100e-6, 150e-6])


@needs_simgrid
@pytest.mark.parametrize(
    ("kind", "size_bytes", "expected_s"),
    [(PUT_BEGUN, 100_000, 1e-3 + 2 * 10e-6), (GET_BEGUN, 100_000, 1e-3 + 2 * 10e-6),
     (PUT_BEGUN, 0, 2 * 10e-6), (LOCK_ASKED, 0, 2 * 10e-6)],
)  # fmt: skip
def test_an_origin_waits_for_the_answer_of_its_target(
    tmp_path: Path, kind: int, size_bytes: int, expected_s: float
) -> None:
    """Ranks 0 and 1 share a node with the first target, and rank 2 is the other one."""
    folder = tmp_path / "job"
    events = [event(1001, kind, 0, 2, size_bytes=size_bytes), event(1002, ACCESSES_COMPLETED, 0, 2)]
    records = [
        logged(folder, rank, [call("MPI_Win_unlock", 1000, 1100, computed_ns=1)],
               events if rank == 0 else [])
        for rank in range(3)
    ]  # fmt: skip
    for record in records:
        record.size = 3
        (folder / f"rank-{record.rank}.json").write_bytes(msgspec.json.encode(record))
    on = made_machine(node=level(1e-6, 1e9), network=level(10e-6, 1e8))
    found = predicted(folder, on, plan(ranks_per_node=2))
    assert found.time_s.value_s == pytest.approx(expected_s, rel=0.02)
    assert found.ranks == 3
    assert found.nodes == 2


@needs_simgrid
def test_one_sided_operations_of_all_kinds_are_replayed(
    terminal: Terminal, with_runtime: Callable[[Path], Path]
) -> None:
    program = terminal.folder / "one_sided"
    source = Path(__file__).with_name("one_sided.c")
    subprocess.run([mpi_compiler().with_name("mpicc"), "-g", source, "-o", program], check=True)
    answer = terminal.run("run", "-n", "3", "--record", "job", "--monitor", "calls=10000",
                          with_runtime(program), "right")  # fmt: skip
    assert answer.status == 0, answer.err
    found = predicted(terminal.folder / "job", made_machine(network=level(1e-6, 1e9)), plan())
    waited = {one.function for one in found.shares if one.predicted_s > 0}
    assert waited >= {f"MPI_Win_{name}" for name in ("fence", "start", "wait", "unlock", "flush")}
    assert all("over at the end of their epoch" in note or "no processor" in note
               for note in found.notes)  # fmt: skip


@needs_simgrid
def test_a_message_to_the_rank_itself_needs_no_measurement(tmp_path: Path) -> None:
    folder = tmp_path / "alone"
    for rank in range(2):
        record = logged(
            folder, rank,
            [call("MPI_Sendrecv", 1100, 1150, site=0, computed_ns=100)],
            [event(1101, RECEIVE_BEGUN, 1, rank), event(1102, SEND_BEGUN, 2, rank),
             event(1140, RECEIVED, 1, rank)],
        )  # fmt: skip
        assert record.mmds is not None
        record.mmds.sites = [CallSite("ring.py:12, in main", "", 0)]
        (folder / f"rank-{rank}.json").write_bytes(msgspec.json.encode(record))
    on = made_machine(network=level(10e-6, 1e8, 1e-6))
    found = prediction.Predictor(folder, on, plan()).predict(lambda done, of: None)
    assert found.ranks == 2
    assert found.time_s.value_s < 10e-6


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """Rank 0 computes for 100 ns, sends 8 bytes and ends; rank 1 receives them, and both compute
    until 1 us is over."""
    folder = tmp_path / "a job"
    records = [
        logged(folder, 0, [call("MPI_Send", 1100, 1150, site=0, computed_ns=100)],
               [event(1101, SEND_BEGUN, 1, 1)]),
        logged(folder, 1, [call("MPI_Recv", 1010, 1200, site=0, computed_ns=10)],
               [event(1011, RECEIVE_BEGUN, 1, 0), event(1190, RECEIVED, 1, 0)]),
    ]  # fmt: skip
    for record, last_s in zip(records, (850e-9, 800e-9), strict=True):
        assert record.mmds is not None
        record.mmds.last_computed_s = last_s
        record.mmds.sites = [CallSite(f"ring.py:{12 + record.rank}, in main", "", 0)]
        (folder / f"rank-{record.rank}.json").write_bytes(msgspec.json.encode(record))
    return folder


def plan(**other: object) -> prediction.Plan:
    told: dict[str, object] = {"factors": what_if.Factors(), "ranks_per_node": 1, "draws": 3,
                               "seed": 1, "jobs": 2, **other}  # fmt: skip
    return prediction.Plan(**told)  # type: ignore[arg-type]


def predicted(job: Path, on: Machine, how: prediction.Plan) -> prediction.Prediction:
    return prediction.Predictor(job, on, how).predict(lambda *_: None)


@needs_simgrid
def test_a_record_on_another_network(job: Path) -> None:
    on = made_machine(network=level(1e-5, 1e8))
    told: list[int] = []
    predictor = prediction.Predictor(job, on, plan())
    found = predictor.predict(lambda done, of: told.append(done))
    # 100 ns until the send, the message, and 800 ns of computation of its receiver.
    assert found.time_s.value_s == pytest.approx(100e-9 + 1e-5 + 8e-8 + 800e-9, rel=0.01)
    assert found.time_s.low_s <= found.time_s.value_s <= found.time_s.high_s
    assert found.bound_by == "latency"
    assert found.recorded_s == pytest.approx(1e-6)
    receive = next(one for one in found.shares if one.function == "MPI_Recv")
    assert receive.line == "ring.py:13, in main"
    assert receive.recorded_s == pytest.approx(95e-9)
    assert receive.transfer_s == pytest.approx(0.5 * 1.008e-5, rel=0.01)
    assert told == list(range(1, len(told) + 1))
    faster = predicted(job, on, plan(factors=what_if.read("compute=2x")))
    saved_s = found.time_s.value_s - faster.time_s.value_s
    assert saved_s == pytest.approx(450e-9, rel=0.02)


@needs_simgrid
@pytest.mark.parametrize(("mpi", "both_send", "has_note"), [
    ("MPICH", True, False),
    ("Open MPI", False, False),
    ("Another MPI", True, True),
])  # fmt: skip
def test_collectives_are_those_of_the_mpi_of_the_machine(
    job: Path, mpi: str, both_send: bool, has_note: bool
) -> None:
    """A scan of two ranks: MPICH exchanges data, and in Open MPI only rank 0 sends."""
    for rank in (0, 1):
        scan = call("MPI_Scan", 1100, 1150, size_bytes=8, got_bytes=8, context=1, members=2,
                    own=rank)  # fmt: skip
        record = logged(job, rank, [scan], [])
        (job / f"rank-{rank}.json").write_bytes(msgspec.json.encode(record))
    on = replace(made_machine(network=level(1e-5, 1e8)), mpi=mpi)
    predictor = prediction.Predictor(job, on, plan(draws=0))
    assert any("isend" in line for line in predictor._source.written.ranks[0])
    assert any("isend" in line for line in predictor._source.written.ranks[1]) == both_send
    found = predictor.predict(lambda *_: None)
    assert found.time_s.value_s > 1e-5
    assert any("MPICH's algorithms" in note for note in found.notes) == has_note


@needs_simgrid
def test_the_messages_of_one_step_are_under_way_together() -> None:
    """Three ranks that each send 1 MB to both others share no link in the same direction but their
    own, through which 2 MB move."""
    lines = []
    for own in range(3):
        others = [rank for rank in range(3) if rank != own]
        lines.append([
            f"{own} init",
            *(f"{own} irecv {other} 0 1000000 6" for other in others),
            *(f"{own} isend {other} 0 1000000 6" for other in others),
            *(f"{own} wait {other} {own} 0" for other in others),
            *(f"{own} wait {own} {other} 0" for other in others),
            f"{own} finalize",
        ])  # fmt: skip
    found = replay(lines, made_machine(network=level(1e-6, 1e8)), 1)
    assert found.time_s == pytest.approx(2e-2, rel=0.02)


def test_a_placement_that_was_not_measured_is_refused(job: Path) -> None:
    with pytest.raises(StrobeError, match="measured within one node"):
        predicted(job, made_machine(node=level(1e-7, 1e9)), plan())
    with pytest.raises(StrobeError, match="measured between nodes"):
        predicted(job, made_machine(network=level(1e-5, 1e8)), plan(ranks_per_node=2))


@needs_simgrid
def test_a_platform_that_is_there_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    made = platform.library()
    monkeypatch.setenv("CXX", "no-compiler")
    assert platform.library() == made
    monkeypatch.setattr(platform, "_simgrid", lambda: "another release")
    with pytest.raises(StrobeError, match=r"needs a C\+\+ compiler"):
        platform.library()


def test_a_machine_may_have_the_network_of_another_one() -> None:
    own = replace(made_machine(node=level(1e-7, 1e9)), own_notes=("of the node",), nodes_apart=2)
    papers = machines.published("Intel Paragon XP/S")
    both = own.with_network_of(papers)
    assert both.levels == {**own.levels, "network": papers.levels["network"]}
    assert (both.mpi, both.processors, both.nodes_apart) == ("MPICH", 2, None)
    assert both.is_with_several_nodes
    # What the papers do not say of their own processors means nothing here.
    assert both.notes == ("of the node",)
    assert both.title == f"Made, on the network of {papers.title}"
    with pytest.raises(StrobeError, match="made was measured within one node, so that"):
        papers.with_network_of(own)


@needs_simgrid
def test_the_command_predicts_for_nodes_on_another_network(
    terminal: Terminal, job: Path, suite_run: Path
) -> None:
    words = ("predict", str(job), "--on", str(suite_run), "--draws", "0")
    answer = terminal.run(*words, "--network", "Intel Paragon XP/S")
    assert answer.status == 0, answer.err
    assert "on the network of Intel Paragon" in " ".join(answer.out.split())
    refused = terminal.run(*words, "--network", "Intel Paragon XP/S", "--validate")
    assert "--network cannot be combined with --validate" in refused.sentence


@needs_simgrid
def test_the_command_predicts_for_a_machine_of_the_papers(terminal: Terminal, job: Path) -> None:
    answer = terminal.run("predict", str(job), "--on", "Intel Paragon XP/S", "--draws", "0")
    assert answer.status == 0
    assert "LAWN 73" in answer.out
    assert "bound by   latency" in answer.out
    told = terminal.run("predict", str(job), "--on", "IBM SP1", "--json", "--draws", "2")
    found = json.loads(told.out)["prediction"]
    assert found["time_s"]["value_s"] == pytest.approx(772e-6, rel=0.02)
    assert len(found["sensitivities"]) == 5


@pytest.mark.parametrize(("words", "sentence"), [
    (["--on", "nowhere"], "neither the folder of a run, nor a network.json, nor a machine of the"),
    ([], "name the machine to predict for"),
    (["--on", "."], "is not a run folder"),
    (["--on", "IBM SP1", "--what-if", "speed=2x"], "--what-if has 'speed=2x'"),
    (["--on", "IBM SP1", "--ranks-per-node", "2"], "measured between nodes"),
    (["--on", "IBM SP1", "--sweep", "speed=1:2"], "--sweep is 'speed=1:2'"),
    (["--on", "IBM SP1", "--sweep", "latency=2:1"], "--sweep is 'latency=2:1'"),
    (["--on", "IBM SP1", "--sweep", "ranks=2:8"], "needs records at other numbers of ranks"),
    (["--on", "IBM SP1", "--ranks", "8"], "--ranks only applies to --run COMMAND or --with"),
    (["--on", "IBM SP1", "--validate"], "needs a machine that is here"),
    (["--on", "IBM SP1", "--nodes", "3"], "2 ranks do not divide into 3 nodes"),
    (["--on", "IBM SP1", "--nodes", "1"], "measured between nodes"),
    (["--on", "IBM SP1", "--rounds", "3"], "--rounds only applies to --validate"),
    (["--on", "IBM SP1", "--trust-folder"], "--trust-folder only applies to --validate"),
    (["--on", "IBM SP1", "--recorded-on", "."], "scales computation between two measured"),
])  # fmt: skip
def test_bad_input_is_one_sentence(
    terminal: Terminal, job: Path, words: list[str], sentence: str
) -> None:
    answer = terminal.run("predict", str(job), *words)
    assert answer.status == 2
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1


def test_a_record_without_calls_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    answer = terminal.run("predict", str(tmp_path), "--on", "IBM SP1")
    assert answer.status == 2
    assert "has no record of a job" in answer.err


def test_a_described_network_has_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "network.json"
    known = Network("made", "Made", 1e-6, 0.0, 2e-5, 1e8, multicasts=False,
                    t_s=LineRecord(5e-6, 0.0))  # fmt: skip
    file.write_bytes(msgspec.json.encode(known))
    found = machines.described(file).levels["network"]
    assert found.whole.at(0.0) == pytest.approx(2e-5)
    assert found.whole.at(1e6) == pytest.approx(2e-5 + 1e-2)
    assert found.overhead_s(np.array([8.0])) == (pytest.approx(5e-6), pytest.approx(5e-6))
    file.write_text("{}")
    with pytest.raises(StrobeError, match="describes no network"):
        machines.described(file)


@needs_simgrid
def test_the_exported_platform_is_made_and_run_as_it_says(terminal: Terminal) -> None:
    synthetic.write_run(terminal.folder / "a run", slow_regime=False)
    synthetic.write_context(terminal.folder / "a run")
    answer = terminal.run("export", "a run", "--format", "simgrid", "--hosts", "1")
    assert answer.status == 0, answer.err
    folder = terminal.folder / "a run" / "simgrid"
    (folder / "hosts").write_text("host0\nhost0\n")
    for rank, lines in enumerate(echo(4_000_000)):
        (folder / f"rank-{rank}.txt").write_text("\n".join(lines) + "\n")
    (folder / "trace.txt").write_text("rank-0.txt\nrank-1.txt\n")
    make, run = (line.strip() for line in (folder / "README.txt").read_text().splitlines()
                 if line.startswith("    "))  # fmt: skip
    subprocess.run(make, shell=True, cwd=folder, check=True)
    replayed = run.replace("-np 1", "-no-privatize -np 2").replace("./app", "-replay trace.txt")
    done = subprocess.run(replayed, shell=True, cwd=folder, check=True, capture_output=True)
    taken = re.search(rb"Simulation time ([0-9.]+)", done.stderr)
    assert taken is not None
    true_s = 2 * synthetic.truth_s("echo", "fast", 4_000_000)
    assert float(taken[1]) == pytest.approx(true_s, rel=0.05)
    refused = terminal.run("export", "a run", "--format", "simgrid", "--hosts", "4")
    assert refused.status == 2
    assert "export it with --hosts 1" in refused.err


@needs_simgrid
def test_a_hypercube_broadcast_of_the_ipsc_860_takes_what_the_note_measured() -> None:
    """LAPACK Working Note 73, table 12: 14.36 us for each double on 32 processors, five times the
    2.8576 us of table 5."""
    on = machines.published("Intel iPSC/860, NX 3.3.2")
    times_s = []
    for doubles in (1000, 50_000):
        lines = [[f"{rank} init"] for rank in range(32)]
        for step in range(5):
            for rank in range(2**step):
                to = rank + 2**step
                lines[rank].append(f"{rank} send {to} 0 {8 * doubles} 6")
                lines[to].append(f"{to} recv {rank} 0 {8 * doubles} 6")
        ended = [[*own, f"{rank} finalize"] for rank, own in enumerate(lines)]
        times_s.append(replay(ended, on, 1).time_s)
    assert (times_s[1] - times_s[0]) / 49_000 == pytest.approx(14.36e-6, rel=0.01)


def test_published_machines_have_their_lines() -> None:
    found = machines.published("Intel iPSC/860, NX 3.3.2").levels["network"].whole
    assert found.at(0.0) == pytest.approx(200e-6)
    assert found.at(8.0) - found.at(0.0) == pytest.approx(2.8576e-6)


def test_computation_is_faster_by_what_memory_and_arithmetic_allow() -> None:
    found = speed(Ceilings({1: 2e10}, 3e9), 1, Ceilings({1: 1e10}, 1e9), 4)
    assert found == Speed(2.0, 3.0)
    assert found.middle == pytest.approx(6**0.5)
    assert [found.at(part) for part in (0.0, 1.0)] == pytest.approx([2.0, 3.0])


def test_ranks_of_a_node_share_its_memory() -> None:
    own = Ceilings({1: 1e10, 2: 8e9, 4: 5e9}, 1e9)
    # Recorded with four on a node, and predicted with one, two, three and eight.
    found = [speed(own, ranks, own, 4) for ranks in (1, 2, 3, 8)]
    assert found == [Speed(1.0, 2.0), Speed(1.0, 1.6), Speed(1.0, 1.3), Speed(1.0, 1.0)]
    assert speed(own, 4, own, 1) == Speed(0.5, 1.0)


def made_prediction(ranks: int, compute_s: float, reduce_s: float) -> Prediction:
    shares = [Share("MPI_Allreduce", "ring.c:12, in main", 10, reduce_s, reduce_s, reduce_s)]
    time_s = compute_s + reduce_s
    return Prediction(
        machine="Made", ranks=ranks, nodes=ranks, ranks_per_node=1,
        time_s=Interval(time_s, 0.99 * time_s, 1.01 * time_s),
        drawn_s=[0.99 * time_s, time_s, 1.01 * time_s], recorded_s=time_s, compute_s=compute_s,
        recorded_compute_s=compute_s, computation=Speed(), shares=shares, sensitivities=[],
        bound_by="compute", seed=0, notes=[],
    )  # fmt: skip


def test_other_numbers_of_ranks_follow_the_functions_of_each_line() -> None:
    predictions = [made_prediction(p, 8.0 / p, 0.1 * math.log2(p)) for p in (2, 4, 8, 16)]
    found = scaling.fitted(predictions, [64])
    assert [one.ranks for one in found.points] == [2, 4, 8, 16, 64]
    last = found.points[-1]
    assert not last.is_recorded
    assert last.time_s.value_s == pytest.approx(8.0 / 64 + 0.6, rel=0.02)
    assert last.time_s.low_s < last.time_s.value_s < last.time_s.high_s
    forms = {one.what: (one.power, one.logarithm) for one in found.terms}
    assert forms["computation"] == (-1.0, 0)
    assert forms["MPI_Allreduce at ring.c:12, in main"] == (0.0, 1)


def test_other_numbers_of_ranks_are_refused_where_the_fit_is_poor() -> None:
    two = [made_prediction(p, 1.0, 0.1) for p in (2, 4)]
    with pytest.raises(StrobeError, match="need records at 3 different ones"):
        scaling.fitted(two, [8])
    with pytest.raises(StrobeError, match="need records at 3 different ones"):
        scaling.fitted([*two, two[0]], [8])
    wild = [made_prediction(p, time_s, 0.1) for p, time_s in ((2, 1.0), (4, 30.0), (8, 0.1))]
    with pytest.raises(StrobeError, match="do not follow the number of ranks"):
        scaling.fitted(wild, [16])


def test_a_sweep_has_both_ends() -> None:
    found = study.read_range("latency=0.1:10")
    assert found.factors[0] == pytest.approx(0.1)
    assert found.factors[-1] == pytest.approx(10.0)
    assert len(found.factors) == 9
    assert study.read_range("ranks=2:24").ranks == [2, 4, 8, 16, 24]
    with pytest.raises(StrobeError, match="numbers of ranks are whole"):
        study.read_range("ranks=1.5:8")


@needs_simgrid
def test_a_sweep_is_slower_with_more_latency(terminal: Terminal, job: Path) -> None:
    answer = terminal.run("predict", str(job), "--on", "IBM SP1", "--draws", "0", "--json",
                          "--sweep", "latency=0.5:2", "--report", "a page")  # fmt: skip
    points = json.loads(answer.out)["sweep"]["points"]
    times_s = [one["time_s"]["value_s"] for one in points]
    assert times_s == sorted(times_s)
    assert times_s[-1] == pytest.approx(4 * times_s[0], rel=0.1)
    page = (terminal.folder / "a page" / "report.html").read_text()
    assert "The time over latency" in page
    assert "ring.py:13, in main" in page
    kept = (terminal.folder / "a page" / "prediction.json").read_bytes()
    assert msgspec.json.decode(kept, type=study.Study).prediction.bound_by == "latency"


@pytest.fixture
def recorded(terminal: Terminal, built: Built) -> Path:
    """The record of a real program, in the terminal's folder."""
    words = ["run", "-n", "2", "--record", "a job", "--monitor", "calls=100000"]
    answer = terminal.run(*words, "--", built("coscheduling-halo"), "steps=5")
    assert answer.status == 0, answer.err
    return terminal.folder / "a job"


@needs_simgrid
def test_a_program_is_recorded_on_more_ranks_than_there_are_cores(
    terminal: Terminal, built: Built
) -> None:
    line = f"{built('coscheduling-halo')} steps=2"
    words = ("predict", "a job", "--on", "IBM SP1", "--draws", "2", "--json")
    answer = terminal.run(*words, "--run", line, "--ranks", "6")
    assert answer.status == 0, answer.err
    assert msgspec.json.decode(answer.out, type=study.Study).prediction.ranks == 6
    again = terminal.run(*words, "--run", line)
    assert "a job is already there: leave out --run" in again.sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--run", "'"], "--run is not a valid command line"),
        (["--run", " "], "--run names no program"),
        (["--run", "./app", "--with", "other"], "--run cannot be combined with --with"),
        (["--run", "false"], "the program ended with 2: nothing is predicted"),
        (["--run", "./app", "--ranks", "5", "--nodes", "2"], "5 ranks do not divide into 2 nodes"),
        (["--run", "./app", "--ranks", "4", "--nodes", "2"], "nothing of two ranks on one"),
    ],
)
def test_a_wrong_recording_is_one_sentence(
    terminal: Terminal, options: list[str], sentence: str
) -> None:
    answer = terminal.run("predict", "new", "--on", "IBM SP1", *options)
    assert answer.status == 2
    assert sentence in answer.err
    assert not (terminal.folder / "new").exists()


@needs_simgrid
def test_a_real_program_is_predicted_line_by_line(recorded: Path) -> None:
    found = predicted(recorded, made_machine(node=level(1e-6, 1e9)), plan(ranks_per_node=2))
    lines = {one.function: one.line for one in found.shares}
    assert {"MPI_Allreduce", "MPI_Waitall"} <= lines.keys()
    assert all("in main" in line for line in lines.values())
    assert 0 < found.compute_s < found.time_s.value_s
    assert found.notes == [] or "no processor" in found.notes[-1]


@needs_simgrid
def test_collectives_of_all_kinds_are_messages_with_both_ends(
    terminal: Terminal, with_runtime: Callable[[Path], Path]
) -> None:
    program = terminal.folder / "collectives"
    source = Path(__file__).with_name("collectives.c")
    subprocess.run([mpi_compiler().with_name("mpicc"), "-g", source, "-o", program], check=True)
    answer = terminal.run("run", "-n", "4", "--record", "job", "--monitor", "calls=1000",
                          with_runtime(program))  # fmt: skip
    assert answer.status == 0, answer.err
    folder = terminal.folder / "job"
    written = trace(job_record.read(folder), folder, 1e9, families.messages_of("MPICH", int))
    assert written.notes == []
    begun = re.compile(r"(\d+) (isend|irecv) (\d+) (\d+) (\d+) 6")
    ends: dict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for line in itertools.chain.from_iterable(written.ranks):
        if match := begun.fullmatch(line):
            own, peer, tag, size_bytes = map(int, match.group(1, 3, 4, 5))
            pair = (own, peer) if match[2] == "isend" else (peer, own)
            ends[match[2]][*pair, tag, size_bytes] += 1
    assert ends["isend"] == ends["irecv"]
    longest = {(sender, receiver) for sender, receiver, _, size in ends["isend"] if size == 8000}
    assert {(0, 1), (1, 2), (2, 3), (3, 2), (2, 1), (1, 0)} <= longest
    found = predicted(folder, made_machine(network=level(1e-6, 1e9)), plan())
    assert found.notes == [] or "no processor" in found.notes[-1]
    assert 0 < found.compute_s < found.time_s.value_s


@pytest.mark.parametrize("options", [[], ["--coscheduled"]], ids=["native", "coscheduled"])
def test_a_validation_runs_the_program_as_the_machine_was_measured(
    terminal: Terminal, recorded: Path, options: list[str]
) -> None:
    measured = terminal.run("measure", "-n", "2", "--kernel", "barrier", "--budget", "2",
                            "--output", "runs", "--quiet", *options)  # fmt: skip
    assert measured.status == 0, measured.err
    (run,) = (terminal.folder / "runs").iterdir()
    job = job_record.read(recorded)
    on = validation.launch(job, run, None, trusted=True)
    assert (on.runtime is not None) == bool(options)
    found = validation.validate(on, 1.0, 2, lambda *_: None)
    assert found.launch == list(on.launcher)
    assert len(found.times_s) == 2
    assert all(0 < time_s < 100 for time_s in found.times_s)
    assert found.error == pytest.approx(1.0 / found.median_s - 1)
    with pytest.raises(StrobeError, match=r"would run what the record.*add --trust-folder"):
        validation.launch(job, run, None, trusted=False)
    with pytest.raises(StrobeError, match="the launcher 'nothing' is not here"):
        validation.launch(job, run, "nothing -n 2", trusted=True)
    wrong = replace(on, program=["false"])
    with pytest.raises(StrobeError, match="the program ended with"):
        validation.validate(wrong, 1.0, 1, lambda *_: None)
    silent = replace(on, program=["true"])
    with pytest.raises(StrobeError, match="left no time"):
        validation.validate(silent, 1.0, 1, lambda *_: None)
    other = replace_ranks(job, 4)
    with pytest.raises(StrobeError, match="measured on 2 ranks, and the job has 4"):
        validation.launch(other, run, None, trusted=True)


def replace_ranks(job: job_record.Job, size: int) -> job_record.Job:
    ranks = [msgspec.structs.replace(one, size=size) for one in job.ranks]
    return msgspec.structs.replace(job, ranks=ranks)
