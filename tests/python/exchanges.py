# SPDX-License-Identifier: BSD-3-Clause
"""What programs in Python do with MPI, through mpi4py. Each rank says what it got, and says the
same whichever MPI and runtime carry the messages."""

import sys
from array import array

from mpi4py import MPI

BUFFERS, ANY, MATCHED = 7, 8, 9  # tags
comm = MPI.COMM_WORLD
rank, ranks = comm.rank, comm.size
after, before = (rank + 1) % ranks, (rank - 1) % ranks


said = []


def say(what: str, got: object) -> None:
    said.append(f"rank {rank}, {what}: {got}\n")


# Objects are pickled: their size is not known before a matched probe.
say("objects", comm.sendrecv({"from": rank, "words": ["a"] * rank}, dest=after, source=before))

numbers = array("d", [rank] * 1000)
got = array("d", bytes(8 * 1000))
requests = [comm.Isend(numbers, after, BUFFERS), comm.Irecv(got, before, BUFFERS)]
MPI.Request.Waitall(requests)
say("buffers", sum(got))

# A fan-in from any source; which one comes first may differ without Strobe, so they are sorted.
if rank == 0:
    say("from any", sorted(comm.recv(source=MPI.ANY_SOURCE, tag=ANY) for _ in range(1, ranks)))
else:
    comm.send((rank, "x" * rank), dest=0, tag=ANY)

request = comm.isend(rank, after, MATCHED)
message = comm.mprobe(source=before, tag=MATCHED)
say("matched", message.recv())
request.wait()

say("sum", comm.allreduce(rank))
say("gathered", comm.allgather(rank * rank))
say("broadcast", comm.bcast([ranks] if rank == ranks - 1 else None, root=ranks - 1))
say("scattered", comm.scatter([10 * i for i in range(ranks)] if rank == 0 else None))
say("exchanged", comm.alltoall([(rank, i) for i in range(ranks)]))

half = comm.Split(rank % 2, -rank)
say("half", (half.rank, half.size, half.allgather(rank)))
half.Free()

# mpi4py calls the functions with large counts wherever it finds them.
if ranks > 1:
    side = comm.Split(min(rank, 1), rank)
    across = side.Create_intercomm(0, comm, 1 - min(rank, 1), ANY)
    others = across.remote_size
    counts = list(range(1, others + 1))
    all_others = array("i", bytes(4 * sum(counts)))
    own = array("i", [rank] * (side.rank + 1))
    across.Allgatherv([own, MPI.INT], [all_others, counts, None, MPI.INT])
    say("across", all_others.tolist())
    across.Free()
    side.Free()

window = MPI.Win.Allocate(8, 1, comm=comm)
window.Fence()
window.Put(array("q", [rank]), after)
window.Fence()
say("put", array("q", window.tomemory()[:8].tobytes())[0])
window.Free()
# A line in one piece: those of several ranks come at once.
sys.stdout.write("".join(said))
