# SPDX-License-Identifier: BSD-3-Clause
# Rank 0 reads its send buffer before the send is complete, and changes it afterwards.
# ranks: 2
# check: error,buffers
# right
from array import array

from mpi4py import MPI

values = array("d", [MPI.COMM_WORLD.rank] * 100_000)
if MPI.COMM_WORLD.rank == 0:
    request = MPI.COMM_WORLD.Isend(values, dest=1)
    print(sum(values))
    request.Wait()
    values[50_000] = 1
else:
    MPI.COMM_WORLD.Recv(values, source=0)
