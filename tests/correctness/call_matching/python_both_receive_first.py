# SPDX-License-Identifier: BSD-3-Clause
# Both ranks receive before they send.
# ranks: 2
# wrong: deadlock
from mpi4py import MPI

world = MPI.COMM_WORLD
other = 1 - world.rank
got = world.recv(source=other)  # here
world.send({"rank": world.rank}, dest=other)
