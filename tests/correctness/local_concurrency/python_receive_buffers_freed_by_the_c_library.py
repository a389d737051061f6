# SPDX-License-Identifier: BSD-3-Clause
# The C library writes into memory that it gets back, where a watchpoint interrupts it.
# ranks: 1
# wrong: receive-buffer-accessed
import ctypes
from pathlib import Path

from mpi4py import MPI

# As long as what is noted of the access: memory for that would come from the same list.
SIZE = len(f"{Path(__file__).name}:26, in <module>") + 1
TIMES, LATER = 8, 1000
data = bytes(SIZE)
c = ctypes.CDLL(None)
c.malloc.restype, c.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
c.free.restype, c.free.argtypes = None, [ctypes.c_void_p]
for _ in range(TIMES):
    unused = [c.malloc(SIZE) for _ in range(4)]
    address = c.malloc(SIZE)
    buffer = (ctypes.c_char * SIZE).from_address(address)
    for other in unused:
        c.free(other)
    request = MPI.COMM_SELF.Irecv([buffer, MPI.BYTE])  # here
    # The list of free memory has others already.
    c.free(address)  # here
    again = c.malloc(SIZE)
    if again == address:
        MPI.COMM_SELF.Send([data, MPI.BYTE], 0)
    else:
        request.Cancel()
    request.Wait()  # here
# If the list were spoiled, the program would end here.
for address in [c.malloc(SIZE) for _ in range(LATER)]:
    c.free(address)
