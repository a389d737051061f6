# SPDX-License-Identifier: BSD-3-Clause
"""The control variables of an MPI library, by MPI's own tool interface (MPI 4.1, section 15.3).

A program of its own, for it loads the library: `python control_variables.py LIBRARY` prints one
line of JSON, an object for each variable with its name, its description, and the names of its
values where they are enumerated. It starts no rank, and needs nothing but Python.
"""

from __future__ import annotations

import ctypes
import json
import sys
from typing import Any

LONGEST = 1 << 14
"""Of a description; MPICH's longest are about a thousand characters."""


class Text:
    """A buffer that a function of MPI_T fills, with its length."""

    def __init__(self, room: int) -> None:
        self.buffer = ctypes.create_string_buffer(room)
        self.length = ctypes.c_int(room)

    @property
    def both(self) -> tuple[Any, Any]:
        return self.buffer, ctypes.byref(self.length)

    def __str__(self) -> str:
        return self.buffer.value.decode(errors="replace")


def main(library: str) -> int:
    """Print the variables; 1 where the library refuses."""
    mpi = ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
    provided, number = ctypes.c_int(), ctypes.c_int()
    if mpi.MPI_T_init_thread(0, ctypes.byref(provided)) != 0:
        print("MPI_T_init_thread failed", file=sys.stderr)
        return 1
    mpi.MPI_T_cvar_get_num(ctypes.byref(number))
    found = [one for index in range(number.value) if (one := _variable(mpi, index)) is not None]
    print(json.dumps(found))
    mpi.MPI_T_finalize()
    return 0


def _variable(mpi: ctypes.CDLL, index: int) -> dict[str, Any] | None:
    name, description = Text(512), Text(LONGEST)
    verbosity, binding, scope = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    # A handle is an int or a pointer, as the MPI has it: room for both.
    datatype, values = ctypes.c_void_p(), ctypes.c_void_p()
    status = mpi.MPI_T_cvar_get_info(
        index, *name.both, ctypes.byref(verbosity), ctypes.byref(datatype), ctypes.byref(values),
        *description.both, ctypes.byref(binding), ctypes.byref(scope),
    )  # fmt: skip
    if status != 0:
        return None
    return {"name": str(name), "description": str(description), "values": _values(mpi, values)}


def _values(mpi: ctypes.CDLL, kind: ctypes.c_void_p) -> dict[str, int]:
    """The enumerated values of a variable, by name; none where they are not enumerated."""
    if not kind.value:
        return {}
    number, name = ctypes.c_int(), Text(512)
    if mpi.MPI_T_enum_get_info(kind, ctypes.byref(number), *name.both) != 0:
        return {}
    found = {}
    for index in range(number.value):
        value, item = ctypes.c_int(), Text(512)
        if mpi.MPI_T_enum_get_item(kind, index, ctypes.byref(value), *item.both) == 0:
            found[str(item)] = value.value
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
