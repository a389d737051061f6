# SPDX-License-Identifier: BSD-3-Clause
# Rank 0 sends ints, and rank 1 receives floats.
# ranks: 2
# wrong: type-mismatch
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
values = array("i", [1, 2, 3, 4])
if world.rank == 0:
    world.Send([values, MPI.INT], dest=1)  # here
else:
    world.Recv([values, MPI.FLOAT], source=0)  # here
