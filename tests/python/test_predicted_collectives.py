# SPDX-License-Identifier: BSD-3-Clause
"""Collectives as messages: those of all members fit together, and each MPI has its own."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from strobe.coscheduling.collectives import Collective, Message, Step
from strobe.predict.collectives import exchanges, families, mpich, open_mpi, trees
from strobe.predict.collectives.steps import Steps
from strobe.predict.machine import COSCHEDULED

MPICH, OPEN_MPI = "MPICH", "Open MPI"
Data = dict[str, Callable[[int, int], tuple[int, int]]]
"""By function: what a member gives and gets, by the size of a block and the number of members."""
DATA: Data = {
    "barrier": lambda block, size: (0, 0),
    "bcast": lambda block, size: (block, block),
    "reduce": lambda block, size: (block, block),
    "allreduce": lambda block, size: (block, block),
    "scan": lambda block, size: (block, block),
    "exscan": lambda block, size: (block, block),
    "gather": lambda block, size: (block, block * size),
    "gatherv": lambda block, size: (block, block * size),
    "scatter": lambda block, size: (block * size, block),
    "scatterv": lambda block, size: (block * size, block),
    "allgather": lambda block, size: (block, block * size),
    "allgatherv": lambda block, size: (block, block * size),
    "reduce_scatter": lambda block, size: (block * size, block),
    "reduce_scatter_block": lambda block, size: (block * size, block),
    "alltoall": lambda block, size: (block * size, block * size),
    "alltoallv": lambda block, size: (block * size, block * size),
    "alltoallw": lambda block, size: (block * size, block * size),
}
OF_ALL = ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")
BLOCKS = some.one_of(
    some.sampled_from([0, 1, 7, 8, 9, 64, 512, 4096, 12_289, 65_536, 600_000, 2_000_000]),
    some.integers(0, 5_000_000),
)


def received(steps: Sequence[Sequence[Step]]) -> list[int]:
    """Carry out the steps of all members, where each message waits for its receive: the bytes that
    each has received. Fails on a deadlock, and on a message of another size than its receive."""
    at, got = [-1] * len(steps), [0] * len(steps)
    open_ = [0] * len(steps)
    """How many messages of its step a member still waits for."""
    waiting: dict[tuple[int, int, bool], deque[int]] = defaultdict(deque)
    ready = [*range(len(steps))]

    def begin(source: int, to: int, size_bytes: int, *, is_send: bool) -> None:
        others = waiting[source, to, not is_send]
        if not others:
            waiting[source, to, is_send].append(size_bytes)
            return
        assert others.popleft() == size_bytes
        got[to] += size_bytes
        for member in (source, to):
            open_[member] -= 1
            if not open_[member]:
                ready.append(member)

    while ready:
        own = ready.pop()
        at[own] += 1
        if at[own] == len(steps[own]):
            continue
        step = steps[own][at[own]]
        check_partners(step, own, len(steps))
        open_[own] = len(step.sends) + len(step.receives)
        if not open_[own]:
            ready.append(own)
        for source, size_bytes in step.receives:
            begin(source, own, size_bytes, is_send=False)
        for to, size_bytes in step.sends:
            begin(own, to, size_bytes, is_send=True)
    assert at == [len(mine) for mine in steps]
    assert not any(waiting.values())
    return got


def check_partners(step: Step, own: int, size: int) -> None:
    """A trace names a message by its two ends, so that a step has one of each at most."""
    for messages in (step.sends, step.receives):
        members = [message.member for message in messages]
        assert len({*members}) == len(members)
        assert all(0 <= member < size and member != own for member in members)


def alone(rank: int) -> int:
    """A node for each rank."""
    return rank


def steps_of(
    mpi: str, calls: list[Collective], node_of: Callable[[int], int] = alone
) -> list[list[Step]]:
    messages_of = families.messages_of(mpi, node_of)
    found = []
    for own, call in enumerate(calls):
        steps = messages_of(call.name, own, calls, range(len(calls)))
        assert steps is not None
        found.append([*steps])
    return found


def same_calls(name: str, size: int, root: int, block: int) -> list[Collective]:
    gave, got = DATA[name](block, size)
    return [Collective(name, root, gave, got) for _ in range(size)]


@pytest.mark.parametrize("mpi", families.FAMILIES)
@pytest.mark.parametrize("name", DATA)
@settings(deadline=None)
@given(size=some.integers(1, 17), root=some.integers(0, 16), block=BLOCKS)
def test_the_messages_of_all_members_meet(
    mpi: str, name: str, size: int, root: int, block: int
) -> None:
    check(mpi, name, size, root % size, block)


@settings(deadline=None)
@given(
    mpi=some.sampled_from([*families.FAMILIES]),
    name=some.sampled_from([*DATA]),
    size=some.integers(18, 70),
    block=some.sampled_from([1, 100, 2000, 20_000, 600_000]),
    root=some.integers(0, 1000),
)
def test_the_messages_of_many_members_meet(
    mpi: str, name: str, size: int, block: int, root: int
) -> None:
    check(mpi, name, size, root % size, block)


@settings(deadline=None)
@given(
    mpi=some.sampled_from([*families.FAMILIES]),
    name=some.sampled_from(["barrier", "bcast", "reduce", "allreduce"]),
    nodes=some.lists(some.integers(0, 4), min_size=1, max_size=40),
    block=some.sampled_from([1, 100, 2048, 2049, 12_287, 12_288, 20_000, 32_769, 600_000]),
    root=some.integers(0, 1000),
)
def test_the_messages_of_members_that_share_nodes_meet(
    mpi: str, name: str, nodes: list[int], block: int, root: int
) -> None:
    check(mpi, name, len(nodes), root % len(nodes), block, nodes.__getitem__)


def check(
    mpi: str, name: str, size: int, root: int, block: int, node_of: Callable[[int], int] = alone
) -> None:
    """That the messages meet, and that they carry what the collective promises."""
    got = received(steps_of(mpi, same_calls(name, size, root, block), node_of))
    others = [own for own in range(size) if own != root]
    match name:
        case "bcast":
            assert all(got[own] >= block for own in others)
        case "reduce":
            assert got[root] >= block * (size > 1) - (block + size - 1) // size
        case "allreduce":
            assert all(each >= (block // 2) * (size > 1) for each in got)
        case "gather" | "gatherv":
            assert got[root] == block * (size - 1)
        case "scatter" | "scatterv":
            assert all(got[own] >= block for own in others)
        case _ if name in OF_ALL:
            assert all(each >= block * (size - 1) for each in got)
        case "reduce_scatter" | "reduce_scatter_block":
            assert all(each >= block * (size > 1) for each in got)


@pytest.mark.parametrize("mpi", families.FAMILIES)
@pytest.mark.parametrize("name", ["allgatherv", "gatherv", "scatterv", "reduce_scatter"])
@settings(deadline=None)
@given(blocks=some.lists(some.integers(0, 100_000), min_size=1, max_size=17))
def test_the_messages_of_different_blocks_meet(mpi: str, name: str, blocks: list[int]) -> None:
    calls = [Collective(name, 0, each, each) for each in blocks]
    got = received(steps_of(mpi, calls))
    if name == "allgatherv" and any(blocks):
        assert all(each >= sum(blocks) - own for each, own in zip(got, blocks, strict=True))
    if name == "gatherv":
        assert got[0] == sum(blocks[1:])


ROOTED = {
    **{f"broadcast {name}": one for name, one in open_mpi.BROADCASTS.items()},
    **{f"reduce {name}": one for name, one in open_mpi.REDUCTIONS.items()},
    "broadcast ring": exchanges.broadcast_scatter_ring,
    "reduce halving": exchanges.reduce_halving,
}


@pytest.mark.parametrize("name", ROOTED)
@settings(deadline=None)
@given(size=some.integers(2, 40), root=some.integers(0, 39), data_bytes=some.integers(8, 10_000))
def test_every_algorithm_serves_every_number_of_members(
    name: str, size: int, root: int, data_bytes: int
) -> None:
    root %= size
    got = received([[*ROOTED[name](own, size, root, data_bytes)] for own in range(size)])
    if name.startswith("broadcast"):
        assert all(got[own] >= data_bytes for own in range(size) if own != root)


@pytest.mark.parametrize("name", open_mpi.BARRIERS)
@settings(deadline=None)
@given(size=some.integers(1, 70))
def test_every_barrier_meets(name: str, size: int) -> None:
    received([[*open_mpi.BARRIERS[name](own, size)] for own in range(size)])


# The rows of the decisions that most programs meet: MPICH 4.0 to 5.0
# (maint/tuning/coll/mpir/generic.json), Open MPI 4.1 and 5.0
# (ompi/mca/coll/tuned/coll_tuned_decision_fixed.c) and ours (src/bcs/runtime/collectives).
Symmetric = Callable[[int, int, int], Steps]
GOLDEN_ALLREDUCES: list[tuple[str, int, int, Symmetric]] = [
    (MPICH, 4, 8, exchanges.allreduce_doubling),
    (MPICH, 4, 24, exchanges.allreduce_doubling),
    (MPICH, 4, 32, exchanges.allreduce_halving),
    (MPICH, 6, 2048, exchanges.allreduce_halving),
    (OPEN_MPI, 2, 4095, exchanges.allreduce_doubling),
    (OPEN_MPI, 2, 4096, exchanges.allreduce_ring),
    (OPEN_MPI, 3, 131_072, exchanges.allreduce_ring),
    (OPEN_MPI, 3, 262_144, exchanges.allreduce_halving_in_pairs),
    (OPEN_MPI, 8, 8191, exchanges.allreduce_doubling),
    (OPEN_MPI, 8, 8192, exchanges.allreduce_halving_in_pairs),
    (COSCHEDULED, 16, 16_384, exchanges.allreduce_doubling),
    (COSCHEDULED, 9, 16_385, exchanges.allreduce_halving),
]


@pytest.mark.parametrize(("mpi", "size", "data_bytes", "algorithm"), GOLDEN_ALLREDUCES)
def test_an_allreduce_is_decided_as_published(
    mpi: str, size: int, data_bytes: int, algorithm: Symmetric
) -> None:
    found = steps_of(mpi, same_calls("allreduce", size, 0, data_bytes))
    assert found == [[*algorithm(own, size, data_bytes)] for own in range(size)]


GOLDEN_BROADCASTS: list[tuple[str, int, int, trees.Rooted]] = [
    (MPICH, 7, 2_000_000, trees.broadcast_in_turn(trees.binomial)),
    (MPICH, 8, 12_288, trees.broadcast_in_turn(trees.binomial)),
    (MPICH, 8, 12_289, exchanges.broadcast_scatter_doubling),
    (MPICH, 8, 524_288, exchanges.broadcast_scatter_doubling),
    (MPICH, 8, 524_289, exchanges.broadcast_scatter_ring),
    (MPICH, 9, 12_289, exchanges.broadcast_scatter_ring),
    (OPEN_MPI, 4, 63, trees.broadcast_at_once(trees.binary)),
    (OPEN_MPI, 4, 8192, trees.broadcast_at_once(trees.flat)),
    (OPEN_MPI, 7, 1_048_576, trees.broadcast_at_once(trees.chain)),
    (OPEN_MPI, 16, 4095, trees.broadcast_at_once(trees.k_nomial(4))),
    (OPEN_MPI, 16, 4096, trees.broadcast_at_once(trees.spread_binomial)),
    (OPEN_MPI, 17, 1_048_576, exchanges.broadcast_scatter_doubling),
    (COSCHEDULED, 8, 65_535, trees.broadcast_at_once(trees.binomial)),
    (COSCHEDULED, 4, 65_536, trees.broadcast_at_once(trees.flat)),
    (COSCHEDULED, 5, 65_536, exchanges.broadcast_scatter_doubling),
]


@pytest.mark.parametrize(("mpi", "size", "data_bytes", "algorithm"), GOLDEN_BROADCASTS)
def test_a_broadcast_is_decided_as_published(
    mpi: str, size: int, data_bytes: int, algorithm: trees.Rooted
) -> None:
    found = steps_of(mpi, same_calls("bcast", size, 1, data_bytes))
    assert found == [[*algorithm(own, size, 1, data_bytes)] for own in range(size)]


@pytest.mark.parametrize(
    ("block", "most_in_a_step"), [(256, 1), (257, 9), (32_768, 9), (32_769, 1)]
)
def test_mpich_posts_all_messages_of_a_medium_alltoall_at_once(
    block: int, most_in_a_step: int
) -> None:
    found = steps_of(MPICH, same_calls("alltoall", 10, 0, block))
    assert max(len(step.sends) for step in found[0]) == most_in_a_step


def test_mpich_posts_no_more_than_its_throttle() -> None:
    found = steps_of(MPICH, same_calls("alltoallv", 70, 0, 1000))
    assert [len(step.sends) for step in found[3]] == [mpich.MOST_AT_ONCE - 1, 32, 6]


@pytest.mark.parametrize(("collective", "size", "size_bytes", "name"), [
    ("barrier", 7, 0, "linear"),
    ("barrier", 8, 0, "recursive_doubling"),
    ("reduce", 4, 4095, "binary"),
    ("reduce", 4, 4096, "chain"),
    ("gather", 8, 100_000, "binomial"),
    ("scatter", 8, 16_384, "linear_nb"),
    ("allgather", 2, 1_000_000, "two_proc"),
    ("allgather", 32, 1024, "neighbor"),
    ("allgatherv", 4, 16_384, "bruck"),
    ("alltoall", 8, 100, "linear_sync"),
    ("alltoall", 16, 511, "modified_bruck"),
    ("alltoallv", 3, 0, "pairwise"),
    ("reduce_scatter", 8, 262_144, "ring"),
    ("reduce_scatter_block", 4, 1024, "recursive_halving"),
    ("allreduce", 5000, 40_000, "rabenseifner"),
])  # fmt: skip
def test_open_mpi_decides_by_its_table(
    collective: str, size: int, size_bytes: int, name: str
) -> None:
    assert open_mpi.chosen(collective, size, size_bytes) == name


def test_every_algorithm_of_the_table_is_known() -> None:
    known = {
        "barrier": open_mpi.BARRIERS, "bcast": open_mpi.BROADCASTS, "reduce": open_mpi.REDUCTIONS,
        "allreduce": open_mpi.ALLREDUCTIONS, "gather": open_mpi.GATHERS,
        "scatter": open_mpi.SCATTERS, "allgather": open_mpi.ALLGATHERS,
        "allgatherv": open_mpi.ALLGATHERS, "reduce_scatter": open_mpi.REDUCE_SCATTERS,
        "reduce_scatter_block": open_mpi.REDUCE_SCATTERS_OF_BLOCKS, "alltoall": open_mpi.ALLTOALLS,
        "alltoallv": open_mpi.ALLTOALLS,
    }  # fmt: skip
    limits = [1 << power for power in range(26)]
    for collective, algorithms in known.items():
        for size in (limit - 1 for limit in limits[1:14]):
            for size_bytes in limits:
                assert open_mpi.chosen(collective, size, size_bytes) in algorithms


def test_trees_have_the_shapes_that_they_are_named_for() -> None:
    places = {
        tree: [tree(own, 6).children for own in range(6)]
        for tree in (trees.binomial, trees.spread_binomial, trees.binary, trees.in_order_binary)
    }
    assert places[trees.binomial] == [(1, 2, 4), (), (3,), (), (5,), ()]
    assert places[trees.spread_binomial] == [(1, 2, 4), (3, 5), (), (), (), ()]
    assert places[trees.binary] == [(1, 2), (3, 5), (4,), (), (), ()]
    assert places[trees.in_order_binary] == [(), (), (1, 0), (), (3,), (4, 2)]
    assert trees.k_nomial(4)(0, 18).children == (16, 4, 8, 12, 1, 2, 3)


def between_nodes(mpi: str, name: str, size: int, each: int, root: int, block: int) -> list[int]:
    """The bytes of the messages that leave a node, which has `each` successive members."""
    found = steps_of(mpi, same_calls(name, size, root, block), lambda rank: rank // each)
    return sorted(
        size_bytes
        for own, steps in enumerate(found)
        for step in steps
        for to, size_bytes in step.sends
        if to // each != own // each
    )


@pytest.mark.parametrize("mpi", [MPICH, COSCHEDULED])
@pytest.mark.parametrize(("name", "messages"), [
    ("barrier", [0] * 8), ("bcast", [1000] * 3), ("reduce", [1000] * 3)
])  # fmt: skip
def test_only_leaders_send_to_other_nodes(mpi: str, name: str, messages: list[int]) -> None:
    """Four nodes with four members each; the root is no first member of its node."""
    assert between_nodes(mpi, name, 16, 4, 6, 1000) == messages


def test_mpich_divides_only_short_allreduces_by_nodes() -> None:
    short = between_nodes(MPICH, "allreduce", 8, 4, 0, 32_768)
    assert sum(short) == 2 * 32_768
    long = between_nodes(MPICH, "allreduce", 8, 4, 0, 32_769)
    assert len(long) > len(short)
    assert sum(between_nodes(COSCHEDULED, "allreduce", 8, 4, 0, 1_000_000)) == 2_000_000


@pytest.mark.parametrize("block", [12_287, 12_288, 524_288])
def test_mpich_broadcasts_from_a_root_that_is_no_leader(block: int) -> None:
    found = steps_of(MPICH, same_calls("bcast", 8, 1, block), lambda rank: rank // 4)
    first = found[1][0]
    if block == 12_287:
        assert first == Step(sends=(Message(0, block),))
        assert found[1][-1] == Step(receives=(Message(0, block),))
    elif block == 12_288:
        assert first == Step(sends=tuple(Message(member, block) for member in (2, 3, 0)))
        assert len(found[1]) == 1
    else:
        alone_steps = steps_of(MPICH, same_calls("bcast", 8, 1, block))
        assert found == alone_steps


def test_an_unknown_mpi_has_the_messages_of_mpich_and_a_note() -> None:
    calls = same_calls("allreduce", 6, 0, 5000)
    assert steps_of("Intel MPI", calls) == steps_of(MPICH, calls)
    assert "Intel MPI" in (families.note("Intel MPI") or "")
    assert "MPICH's algorithms" in (families.note("") or "")
    assert families.note(OPEN_MPI) is None


def test_a_step_has_its_messages() -> None:
    (step,) = exchanges.alltoall_at_once(0, 3, 8)
    assert step == Step((Message(2, 8), Message(1, 8)), (Message(1, 8), Message(2, 8)))
