# SPDX-License-Identifier: BSD-3-Clause
"""Tests of ranks that pass, fail and hang as their names say, for test_pytest_plugin.py."""

import ctypes
import os
import time

import pytest
from mpi4py import MPI

world = MPI.COMM_WORLD


def test_serial() -> None:
    assert world.size == 1


@pytest.fixture(scope="module")
def total() -> int:
    return world.allreduce(1)


@pytest.mark.mpi(min_size=2)
def test_passes(total: int, mpi_ranks: int) -> None:
    assert total == world.size == mpi_ranks == 2


@pytest.mark.mpi
def test_shares_a_folder(mpi_tmp_path) -> None:
    if world.rank == 0:
        (mpi_tmp_path / "file").write_text("from rank 0")
    world.barrier()
    assert (mpi_tmp_path / "file").read_text() == "from rank 0"


@pytest.mark.mpi
@pytest.mark.xfail(reason="known", strict=True)
def test_is_expected_to_fail_on_rank_1() -> None:
    assert world.rank == 0


@pytest.mark.mpi
def test_is_skipped() -> None:
    pytest.skip("no reason")


@pytest.mark.mpi(min_size=64)
def test_needs_many() -> None:
    raise AssertionError


@pytest.mark.mpi
def test_fails_on_rank_1() -> None:
    print("output of rank", world.rank)
    assert world.rank != 1, "rank 1 is not 1"


@pytest.mark.mpi
def test_deadlocks() -> None:
    world.recv(source=1 - world.rank)


@pytest.mark.mpi
def test_fails_on_both() -> None:
    assert world.size == 3


@pytest.mark.mpi
def test_crashes_on_rank_1() -> None:
    if world.rank == 1:
        ctypes.string_at(0)
    world.barrier()


@pytest.mark.mpi
def test_leaves_on_rank_1() -> None:
    if world.rank == 1:
        os._exit(3)
    world.barrier()


@pytest.mark.mpi(timeout=2)
def test_never_ends() -> None:
    while True:
        time.sleep(0.01)


@pytest.mark.mpi
def test_has_no_barrier_left() -> None:
    world.barrier()


@pytest.mark.mpi(ranks=[1, 3])
def test_takes_turns(mpi_ranks: int) -> None:
    assert world.size == mpi_ranks
