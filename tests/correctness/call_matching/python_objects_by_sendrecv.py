# SPDX-License-Identifier: BSD-3-Clause
# Both ranks send and receive at the same time.
# ranks: 2
# right
from mpi4py import MPI

world = MPI.COMM_WORLD
other = 1 - world.rank
got = world.sendrecv({"rank": world.rank}, dest=other, source=other)
assert got["rank"] == other
