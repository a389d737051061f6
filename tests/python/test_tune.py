# SPDX-License-Identifier: BSD-3-Clause
"""`strobe tune`: the search over a pretended MPI, and the files that real ones read."""

from __future__ import annotations

import json
import math
import mmap
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from synthetic import write_context, write_run
from synthetic_job import primitive, rank_record

from strobe.base.errors import MeasurementError, StrobeError
from strobe.predict.measured import without_spread
from strobe.records import job_record
from strobe.tune import (
    intel_mpi,
    judgement,
    laboratory,
    model,
    mpich,
    open_mpi,
    search,
    tables,
    weights,
)
from strobe.tune.configuration import Cell, Choice, Configuration, border
from strobe.tune.judgement import Time
from strobe.tune.library import Library, Variable, trees_in
from strobe.tune.search import Launched, Plan, Search
from strobe.tune.tables import Knob

SMALL, LARGE = Cell("bcast", 8), Cell("bcast", 65536)
ALONE = Cell("barrier", 0)
RING, TREE = Choice("bcast", "ring"), Choice("bcast", "tree")
OPEN_MPI, MPICH = tables.family("Open MPI"), tables.family("MPICH")


class PretendedMpi:
    """Times that depend on a configuration, with noise from launch to launch."""

    def __init__(
        self,
        factors: Mapping[object, float],
        noise: float = 0.003,
        crashes: Sequence[object] = (),
        wrong: Sequence[Choice] = (),
    ) -> None:
        self.factors, self.noise, self.crashes, self.wrong = factors, noise, crashes, wrong
        self.spent_s = 0.0
        self.launched: list[Configuration] = []
        self._random = random.Random(1)

    def launch(self, configuration: Configuration, cells: Sequence[Cell], purpose: str) -> Launched:
        self.spent_s += 1.0
        self.launched.append(configuration)
        if any(one in self.crashes for one in configuration.settings):
            return Launched({}, {}, "a rank was killed by signal 6 (SIGABRT)")
        times, failed = {}, {}
        machine = self._random.lognormvariate(0, self.noise)
        for cell in cells:
            choice = configuration.choice(cell)
            if choice in self.wrong:
                failed[cell] = "a wrong byte"
                continue
            factor = math.prod(
                self.factors.get(one, 1.0)
                for one in (*configuration.settings, (cell, choice), choice)
            )
            noise = machine * self._random.lognormvariate(0, self.noise)
            times[cell] = Time(1e-6 * factor * noise)
        return Launched(times, failed, "", 1.0)


def plan(
    candidates: Mapping[Cell, Sequence[Choice]] | None = None,
    knobs: Sequence[Knob] = (),
    budget_s: float = 200.0,
) -> Plan:
    known = candidates or {}
    return Plan(
        4, {SMALL: 1.0, LARGE: 1.0, ALONE: 1.0}, knobs,
        lambda cell, most: [*known.get(cell, ())][:most], budget_s, seed=7,
    )  # fmt: skip


def rows(found: search.Found) -> dict[Cell, search.Row]:
    return {row.cell: row for row in found.rows}


def test_the_faster_algorithm_of_each_cell_is_found_and_proven() -> None:
    mpi = PretendedMpi({(SMALL, TREE): 0.5, (SMALL, RING): 2.0, (LARGE, RING): 0.7})
    found = Search(mpi, plan({SMALL: [RING, TREE], LARGE: [RING, TREE]})).run()
    assert dict(found.configuration.choices) == {SMALL: TREE, LARGE: RING}
    assert rows(found)[SMALL].verdict == "faster"
    assert rows(found)[SMALL].ratio.ratio == pytest.approx(0.5, rel=0.05)
    assert rows(found)[ALONE].verdict == "unchanged"
    assert found.changed is not None
    assert found.changed.ratio == pytest.approx(math.sqrt(0.5 * 0.7), rel=0.05)


def test_what_is_not_faster_beyond_its_interval_is_not_changed() -> None:
    """Algorithms that are alike are told apart by noise alone."""
    mpi = PretendedMpi({}, noise=0.2)
    found = Search(mpi, plan({SMALL: [RING, TREE], LARGE: [RING, TREE]}, budget_s=400)).run()
    assert found.configuration.is_default
    assert found.changed is None


def test_settings_are_kept_one_after_the_other() -> None:
    knobs = [
        Knob("waiting", [{"spin": "1"}, {"yield": "1"}]),
        Knob("limit", [{"eager": "8"}, {"eager": "16"}, {"eager": "32"}]),
    ]
    mpi = PretendedMpi({("yield", "1"): 0.2, ("spin", "1"): 0.9, ("eager", "16"): 0.8})
    found = Search(mpi, plan(knobs=knobs)).run()
    assert dict(found.configuration.settings) == {"yield": "1", "eager": "16"}
    assert {trial.reason for trial in found.trials if trial.accepted} == {""}
    assert all(row.verdict == "faster" for row in found.rows)


def test_a_setting_that_harms_one_operation_is_not_kept() -> None:
    class OneCellSuffers(PretendedMpi):
        def launch(
            self, configuration: Configuration, cells: Sequence[Cell], purpose: str
        ) -> Launched:
            launched = super().launch(configuration, cells, purpose)
            if configuration.settings:
                times = {**launched.times, ALONE: Time(2.5 * launched.times[ALONE].median_s)}
                return Launched(times, {}, "", 1.0)
            return launched

    mpi = OneCellSuffers({("eager", "16"): 0.5})
    found = Search(mpi, plan(knobs=[Knob("limit", [{"eager": "16"}])])).run()
    assert found.configuration.is_default
    assert found.trials[0].reason.startswith("barrier became ")


def test_a_value_that_the_mpi_does_not_start_with_is_left_out() -> None:
    mpi = PretendedMpi({("cells", "1"): 0.1, ("cells", "2"): 0.5}, crashes=[("cells", "1")])
    found = Search(mpi, plan(knobs=[Knob("queue", [{"cells": "1"}, {"cells": "2"}])])).run()
    assert dict(found.configuration.settings) == {"cells": "2"}
    assert "SIGABRT" in next(trial.reason for trial in found.trials if not trial.accepted)


def test_an_algorithm_with_a_wrong_result_is_never_chosen() -> None:
    mpi = PretendedMpi({TREE: 0.1, RING: 0.6}, wrong=[TREE])
    found = Search(mpi, plan({SMALL: [TREE, RING]})).run()
    assert dict(found.configuration.choices) == {SMALL: RING}
    assert any("a wrong byte" in note for note in found.notes)


def test_a_rule_that_the_proof_refutes_is_dropped() -> None:
    """The machine changes after the race: the rule then makes the operation slower."""

    class Fickle(PretendedMpi):
        def launch(
            self, configuration: Configuration, cells: Sequence[Cell], purpose: str
        ) -> Launched:
            launched = super().launch(configuration, cells, purpose)
            if purpose == "the proof" and configuration.choice(SMALL) is not None:
                times = {**launched.times, SMALL: Time(3 * launched.times[SMALL].median_s)}
                return Launched(times, {}, "", 1.0)
            return launched

    mpi = Fickle({TREE: 0.5})
    found = Search(mpi, plan({SMALL: [TREE], LARGE: [TREE]})).run()
    assert dict(found.configuration.choices) == {LARGE: TREE}
    assert rows(found)[SMALL].verdict == "unchanged"
    assert any("did not hold in the proof" in note for note in found.notes)


def test_settings_that_the_proof_does_not_confirm_are_dropped() -> None:
    """What made the race faster was something else."""

    class Lucky(PretendedMpi):
        def launch(
            self, configuration: Configuration, cells: Sequence[Cell], purpose: str
        ) -> Launched:
            factor = 0.5 if configuration.settings and purpose != "the proof" else 1.0
            launched = super().launch(configuration, cells, purpose)
            found = {cell: Time(factor * time.median_s) for cell, time in launched.times.items()}
            return Launched(found, {}, "", 1.0)

    found = Search(Lucky({}, noise=0.05), plan(knobs=[Knob("limit", [{"eager": "8"}])])).run()
    assert found.configuration.is_default
    assert found.trials[0].reason == "the proof was not faster beyond its interval"
    assert {row.verdict for row in found.rows} == {"unchanged"}


def test_a_rule_that_the_proof_did_not_measure_is_dropped() -> None:
    class Forgetful(PretendedMpi):
        def launch(
            self, configuration: Configuration, cells: Sequence[Cell], purpose: str
        ) -> Launched:
            launched = super().launch(configuration, cells, purpose)
            kept = {cell: time_s for cell, time_s in launched.times.items()
                    if purpose != "the proof" or cell != SMALL}  # fmt: skip
            return Launched(kept, {}, "", 1.0)

    found = Search(Forgetful({TREE: 0.5}), plan({SMALL: [TREE], LARGE: [TREE]})).run()
    assert dict(found.configuration.choices) == {LARGE: TREE}
    assert any("has too few launches and is dropped" in note for note in found.notes)


def test_default_and_tuned_are_proven_in_alternation() -> None:
    mpi = PretendedMpi({TREE: 0.5})
    Search(mpi, plan({SMALL: [TREE]})).run()
    last = mpi.launched[-8:]
    assert [one.is_default for one in last] == 4 * [True, False]


def test_a_search_is_repeated_from_its_launches() -> None:
    known = {SMALL: [RING, TREE], LARGE: [RING, TREE]}
    knobs = [Knob("limit", [{"eager": "8"}, {"eager": "16"}])]
    runs = [PretendedMpi({TREE: 0.5, ("eager", "8"): 0.9}) for _ in range(2)]
    results = [Search(mpi, plan(known, knobs)).run() for mpi in runs]
    assert runs[0].launched == runs[1].launched
    assert results[0] == results[1]


def test_a_budget_that_is_too_small_for_the_proof_is_refused() -> None:
    with pytest.raises(MeasurementError, match="--budget 5 is too little for 4 ranks"):
        Search(PretendedMpi({}), plan({SMALL: [TREE]}, budget_s=5)).run()


def test_cells_that_the_mpi_does_not_finish_are_left_out() -> None:
    class Slow(PretendedMpi):
        def launch(
            self, configuration: Configuration, cells: Sequence[Cell], purpose: str
        ) -> Launched:
            launched = super().launch(configuration, cells, purpose)
            return Launched({c: t for c, t in launched.times.items() if c != LARGE}, {}, "", 1.0)

    found = Search(Slow({TREE: 0.5}), plan({SMALL: [TREE]})).run()
    assert LARGE not in rows(found)
    assert any(note.startswith("bcast of 64 KiB is left out") for note in found.notes)


def test_a_cell_for_which_a_launch_had_no_time_has_one_of_its_own() -> None:
    class Crowded(PretendedMpi):
        def launch(
            self, configuration: Configuration, cells: Sequence[Cell], purpose: str
        ) -> Launched:
            launched = super().launch(configuration, cells, purpose)
            if purpose != "the MPI as it is":
                return launched
            return Launched({ALONE: launched.times[ALONE]}, {}, "", 1.0)

    found = Search(Crowded({}), plan()).run()
    assert rows(found).keys() == {SMALL, LARGE, ALONE}


def test_an_operation_that_takes_a_large_part_of_the_budget_is_left_out() -> None:
    class Slow(PretendedMpi):
        def launch(
            self, configuration: Configuration, cells: Sequence[Cell], purpose: str
        ) -> Launched:
            launched = super().launch(configuration, cells, purpose)
            slow = {cell: Time(1e5 * found.median_s) if cell == LARGE else found
                    for cell, found in launched.times.items()}  # fmt: skip
            return Launched(slow, {}, "", 1.0)

    found = Search(Slow({}), plan(budget_s=100)).run()
    assert rows(found).keys() == {SMALL, ALONE}


# The judgement.


def test_an_interval_needs_four_launches() -> None:
    three = judgement.compared([2.0, 2.1, 2.2], [1.0, 1.1, 1.2])
    four = judgement.compared([2.0, 2.1, 2.2, 2.3], [1.0, 1.1, 1.2, 1.3])
    assert three is not None
    assert four is not None
    assert not three.is_faster
    assert four.is_faster
    assert four.low < four.ratio < four.high < 1


def test_overlapping_launches_are_no_difference() -> None:
    ratio = judgement.compared([1.0, 1.2, 1.1, 1.3], [1.05, 1.25, 0.9, 1.2])
    assert ratio is not None
    assert not ratio.is_faster
    assert not ratio.is_slower


def test_a_launch_that_lacks_a_cell_counts_with_the_others() -> None:
    full = [{SMALL: Time(1.0), LARGE: Time(100.0)}, {SMALL: Time(1.1), LARGE: Time(110.0)}]
    short = [{LARGE: Time(50.0)}, {SMALL: Time(0.5)}]
    ratio = judgement.of_all(2 * full, 2 * short, {SMALL: 1.0, LARGE: 1.0})
    assert ratio is not None
    assert ratio.ratio == pytest.approx(0.48, abs=0.03)
    assert ratio.is_faster


def test_launches_of_two_regimes_are_not_compared() -> None:
    """The machine is five times as slow in one of them, whatever is set."""
    fast = [{SMALL: Time(1.0 + 0.01 * n, 40e-9)} for n in range(5)]
    slow = [{SMALL: Time(5.0 + 0.01 * n, 200e-9)} for n in range(5)]
    tuned = [{SMALL: Time(0.8 + 0.01 * n, 42e-9)} for n in range(5)]
    ratio = judgement.of_cell(SMALL, fast + slow, tuned)
    assert ratio is not None
    assert ratio.launches == 5
    assert ratio.ratio == pytest.approx(0.8, rel=0.02)
    alone = judgement.of_cell(SMALL, slow, tuned)
    assert alone is None


# The files of rules.

LIBRARY = Library(
    {
        "coll_tuned_bcast_algorithm": Variable(
            "coll_tuned_bcast_algorithm", values={"ignore": 0, "chain": 2, "binomial": 6}
        ),
        "coll_tuned_alltoall_algorithm": Variable(
            "coll_tuned_alltoall_algorithm", values={"ignore": 0, "pairwise": 2}
        ),
        "mpi_yield_when_idle": Variable("mpi_yield_when_idle", values={"false": 0, "true": 1}),
    }
)


def read_rules(text: str, operation: int, ranks: int, size_bytes: int) -> tuple[int, int]:
    """The algorithm and the segment size that Open MPI takes, by its own way of reading the file:
    the last communicator size and the last message size that are not larger."""
    numbers = [int(word) for word in re.sub(r"#.*", "", text).split()]
    take = iter(numbers)
    for _ in range(next(take)):
        collective = next(take)
        best: list[tuple[int, int, int, int]] = []
        for index in range(next(take)):
            size, count = next(take), next(take)
            rules = [(next(take), next(take), next(take), next(take)) for _ in range(count)]
            assert rules[0][0] == 0, "the first rule must be for size 0"
            if size <= ranks or index == 0:
                best = rules
        if collective == operation:
            rule = max(one for one in best if one[0] <= size_bytes)
            return rule[1], rule[3]
    return 0, 0


def test_open_mpi_reads_the_rules_that_were_meant() -> None:
    cells = [SMALL, Cell("bcast", 1024), LARGE, Cell("alltoall", 64), Cell("alltoall", 4096)]
    chain = Choice("bcast", "chain", 32768)
    chosen = {SMALL: Choice("bcast", "binomial"), LARGE: chain,
              cells[3]: Choice("alltoall", "pairwise")}  # fmt: skip
    text = open_mpi.rules(4, Configuration.of(4, {}, chosen).spans(cells), OPEN_MPI, LIBRARY)
    bcast, alltoall = OPEN_MPI.named("bcast").number, OPEN_MPI.named("alltoall").number
    between = border(8, 1024)
    assert read_rules(text, bcast, 4, 0) == (6, 0)
    assert read_rules(text, bcast, 4, between - 1) == (6, 0)
    assert read_rules(text, bcast, 4, between) == (0, 0)
    assert read_rules(text, bcast, 4, 65536) == (2, 32768)
    assert read_rules(text, bcast, 4, 65537) == (0, 0)
    # Other communicators keep Open MPI's own choice.
    assert read_rules(text, bcast, 2, 8) == (0, 0)
    assert read_rules(text, bcast, 8, 8) == (0, 0)
    # Of an alltoall it counts the blocks of all ranks.
    assert read_rules(text, alltoall, 4, 4 * 64) == (2, 0)
    assert read_rules(text, alltoall, 4, 4 * 4096) == (0, 0)


def test_open_mpi_gets_its_parameters_with_the_file(tmp_path: Path) -> None:
    chosen = Configuration.of(2, {"mpi_yield_when_idle": "1"}, {SMALL: Choice("bcast", "binomial")})
    found = open_mpi.settings(chosen, [SMALL], OPEN_MPI, LIBRARY, tmp_path)
    assert found["mpi_yield_when_idle"] == "1"
    assert found[open_mpi.USE_RULES] == "1"
    assert Path(found[open_mpi.RULES_NAME]).is_file()
    assert "coll_tuned_use_dynamic_rules = 1\n" in open_mpi.parameters(found)


def test_without_rules_no_file_is_written(tmp_path: Path) -> None:
    only = Configuration.of(2, {"mpi_yield_when_idle": "1"}, {})
    assert open_mpi.settings(only, [SMALL], OPEN_MPI, LIBRARY, tmp_path) == {
        "mpi_yield_when_idle": "1"
    }
    assert [*tmp_path.iterdir()] == []


BUILT_IN = {
    "": {
        "collective=bcast": {
            "comm_type=intra": {"algorithm=MPIR_Bcast_intra_binomial": {}},
            "comm_type=inter": {"algorithm=MPIR_Bcast_inter_remote_send_local_bcast": {}},
        },
        "collective=allreduce": {
            "comm_type=intra": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}},
        },
        "collective=barrier": {"algorithm=MPIR_Barrier_intra_dissemination": {}},
    },
    "posix": {
        "collective=bcast": {
            "comm_type=intra": {
                "is_multi_threaded=no": {"algorithm=MPIDI_POSIX_mpi_bcast_release_gather": {}}
            }
        }
    },
}


def decide(tree: Mapping[str, object], call: Mapping[str, object]) -> str | None:
    """What MPICH decides: the first child that holds, and no way back from it."""
    for condition, below in tree.items():
        if condition.startswith("algorithm="):
            return condition.removeprefix("algorithm=")
        name, relation, value = re.fullmatch(r"(\w+)(<=|<|=)(\w+)", condition).groups()  # type: ignore[union-attr]
        if name == "count" and value == "pow2":
            holds = call["count"] < call["comm_size"]  # type: ignore[operator]
        elif value == "any":
            holds = True
        elif relation == "=":
            holds = str(call[name]) == value
        else:
            given = int(str(call[name]))
            holds = given <= int(value) if relation == "<=" else given < int(value)
        if holds:
            assert isinstance(below, dict)
            return decide(below, call)
    return None


def decided(trees: Mapping[str, Mapping[str, object]], collective: str, **call: object) -> str:
    """Of shared memory first, as MPICH asks within a node; what falls through goes by messages."""
    usual = {
        "comm_type": "intra", "is_multi_threaded": "no", "is_commutative": "yes", "count": 1000,
        "is_op_built_in": "yes", "is_sendbuf_inplace": "no",
    }  # fmt: skip
    for level in ("posix", ""):
        tree = trees[level].get(f"collective={collective}")
        if isinstance(tree, dict) and (found := decide(tree, usual | call)) is not None:
            return found
    raise AssertionError("no decision, at which MPICH aborts")


def test_mpich_reads_the_rules_that_were_meant() -> None:
    cells = [SMALL, LARGE]
    chosen = {SMALL: Choice("bcast", "scatter_ring_allgather")}
    spans = Configuration.of(4, {}, chosen).spans(cells)
    trees = mpich.trees(4, spans, MPICH, Library({}, BUILT_IN))
    ring = "MPIR_Bcast_intra_scatter_ring_allgather"
    shared = "MPIDI_POSIX_mpi_bcast_release_gather"
    assert decided(trees, "bcast", comm_size=4, avg_msg_size=8) == ring
    assert decided(trees, "bcast", comm_size=4, avg_msg_size=65536) == shared
    assert decided(trees, "bcast", comm_size=4, avg_msg_size=1 << 20) == shared
    for other in (2, 3, 5):
        assert decided(trees, "bcast", comm_size=other, avg_msg_size=8) == shared
    intra = decided(trees, "bcast", comm_size=4, avg_msg_size=8, comm_type="inter")
    assert intra == "MPIR_Bcast_inter_remote_send_local_bcast"
    # Collectives without a rule stay as they are.
    assert trees[""]["collective=barrier"] == BUILT_IN[""]["collective=barrier"]


def test_mpich_keeps_its_own_choice_where_an_algorithm_would_be_wrong() -> None:
    cell = Cell("allreduce", 4096)
    chosen = {cell: Choice("allreduce", "reduce_scatter_allgather")}
    spans = Configuration.of(4, {}, chosen).spans([cell])
    trees = mpich.trees(4, spans, MPICH, Library({}, BUILT_IN))
    own = "MPIR_Allreduce_intra_recursive_doubling"
    tuned = "MPIR_Allreduce_intra_reduce_scatter_allgather"
    call = {"comm_size": 4, "avg_msg_size": 4096}
    assert decided(trees, "allreduce", **call) == tuned
    assert decided(trees, "allreduce", **call, is_commutative="no") == own
    assert decided(trees, "allreduce", **call, is_op_built_in="no") == own
    assert decided(trees, "allreduce", **{**call, "count": 3}) == own


def test_a_file_of_mpich_never_fills_its_last_page() -> None:
    """MPICH maps the file and reads to a zero."""
    for length in range(mmap.PAGESIZE - 40, mmap.PAGESIZE + 1):
        written = mpich.text({"collective=bcast": {"x" * length: {}}})
        assert len(written) % mmap.PAGESIZE
        json.loads(written)


def test_the_decisions_of_mpich_are_found_in_its_library() -> None:
    texts = [json.dumps(tree).encode() for tree in BUILT_IN.values()]
    image = b"\x7fELF" + b"\0".join(texts) + b'\0{"collective=broken"\0'
    assert trees_in(image) == BUILT_IN


def test_intel_mpi_gets_ranges_of_sizes_and_ranks() -> None:
    chosen = {SMALL: Choice("bcast", "binomial"), LARGE: Choice("bcast", "scatter_ring_allgather")}
    found = intel_mpi.settings(Configuration.of(4, {}, chosen), [SMALL, LARGE])
    middle = border(8, 65536)
    assert found == {"I_MPI_ADJUST_BCAST": f"1:0-{middle - 1}@4;3:{middle}-65536@4"}


def test_a_setting_that_the_mpi_has_not_is_not_tried() -> None:
    assert LIBRARY.has({"mpi_yield_when_idle": "1"})
    assert LIBRARY.has({"mpi_yield_when_idle": "true"})
    assert not LIBRARY.has({"mpi_yield_when_idle": "2"})
    assert not LIBRARY.has({"btl_sm_eager_limit": "32768"})


def test_every_algorithm_of_the_tables_has_a_cost_or_needs_none() -> None:
    shapes = {
        algorithm.shape
        for family in (OPEN_MPI, MPICH)
        for operation in family.operation
        for algorithm in operation.algorithms.values()
    }
    assert shapes - set(model.SHAPES) == {"shared"}


def test_a_variable_of_the_environment_is_refused() -> None:
    laboratory.refuse_settings(OPEN_MPI, {"PATH": "/bin"})
    with pytest.raises(StrobeError, match="OMPI_MCA_mpi_yield_when_idle is set: unset it"):
        laboratory.refuse_settings(OPEN_MPI, {"OMPI_MCA_mpi_yield_when_idle": "1"})


# The model.

LINE = without_spread({0.0: 1e-6, 1e6: 1.001e-3}).time_s
"""1 us, and 1 us more for each 1,000 bytes."""


@pytest.mark.parametrize(
    ("algorithm", "ranks", "size", "expected_us"),
    [
        ("binomial", 8, 1000, 3 * 2.0),
        ("basic_linear", 8, 1000, 7 * 2.0),
        ("scatter_allgather", 4, 4000, 2 * (3.0 + 2.0)),
        ("scatter_allgather_ring", 4, 4000, (3.0 + 2.0) + 3 * 2.0),
    ],
)
def test_the_cost_of_a_broadcast(algorithm: str, ranks: int, size: int, expected_us: float) -> None:
    choice, cell = Choice("bcast", algorithm), Cell("bcast", size)
    predicted = model.predict(choice, cell, ranks, OPEN_MPI.named("bcast"), LINE)
    assert predicted is not None
    assert predicted == pytest.approx(1e-6 * expected_us)


def test_a_pipeline_is_cut_into_segments() -> None:
    choice, cell = Choice("bcast", "pipeline", 1000), Cell("bcast", 10_000)
    predicted = model.predict(choice, cell, 4, OPEN_MPI.named("bcast"), LINE)
    assert predicted is not None
    assert predicted == pytest.approx((4 - 2 + 10) * 2e-6)


def test_the_model_decides_only_what_is_not_measured() -> None:
    operation = OPEN_MPI.named("bcast")
    choices = [Choice("bcast", name) for name in ("basic_linear", "binomial", "scatter_allgather")]
    cell = Cell("bcast", 8)
    few = model.worth_measuring(choices, cell, 128, operation, LINE, 9)
    assert Choice("bcast", "basic_linear") not in few  # 127 messages against 7
    assert few[0] == Choice("bcast", "binomial")
    # Of 4 ranks, the root sends 3 messages, and a scatter and an allgather take 4.
    best = model.worth_measuring(choices, cell, 4, operation, LINE, 2)
    assert best == [Choice("bcast", "binomial"), Choice("bcast", "basic_linear")]
    shared = [Choice("bcast", "binomial"), Choice("bcast", "release_gather")]
    first = model.worth_measuring(shared, cell, 4, MPICH.named("bcast"), LINE, 1)
    assert first == shared[1:], "what the model does not know is measured first"


def test_the_model_takes_the_messages_of_a_run(tmp_path: Path) -> None:
    write_context(write_run(tmp_path))
    time = model.messages_of(tmp_path, "MPICH")
    assert 0 < time(8.0) < time(1e6)
    with pytest.raises(StrobeError, match="and Open MPI is tuned: name the run's MPI"):
        model.messages_of(tmp_path, "Open MPI")


# The calls of a program.


def job(*primitives: job_record.Primitive, ranks: int = 2) -> job_record.Job:
    records = []
    for rank in range(ranks):
        record = rank_record(rank, ranks)
        assert record.mmds is not None
        record.mmds.primitives = [*primitives]
        records.append(record)
    return job_record.Job(None, records)


def test_a_program_weighs_what_it_calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls = [
        primitive("MPI_Bcast", True, 30, 1e-6, 4096),
        primitive("MPI_Alltoall", True, 10, 1e-6, 8192),
        primitive("MPI_Barrier", True, 5, 1e-6, 0),
        primitive("MPI_Send", True, 99, 1e-6, 64),
    ]
    monkeypatch.setattr(job_record, "read", lambda folder: job(*calls))
    found = weights.calls_of(tmp_path, OPEN_MPI)
    assert found.ranks == 2
    # A record has the bytes that a rank sends, which are those of both blocks of an alltoall.
    assert found.by_cell == {
        Cell("bcast", 4096): 30, Cell("alltoall", 4096): 10, Cell("barrier", 0): 5
    }  # fmt: skip


def test_a_program_without_collectives_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    send = primitive("MPI_Send", True, 99, 1e-6, 64)
    monkeypatch.setattr(job_record, "read", lambda folder: job(send))
    with pytest.raises(StrobeError, match="has no call of a collective that can be tuned"):
        weights.calls_of(tmp_path, OPEN_MPI)


def test_a_log_is_read_without_its_incomplete_line(tmp_path: Path) -> None:
    entry = laboratory.Entry("key", "the proof", 1.5, [("bcast", 8, Time(1e-6))], [], "")
    log = tmp_path / laboratory.LOG_FILE
    log.write_bytes(msgspec.json.encode(entry) + b"\n" + b'{"key":"x')
    assert laboratory._read(log) == [entry]
    assert log.read_bytes() == msgspec.json.encode(entry) + b"\n"
