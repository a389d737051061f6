# SPDX-License-Identifier: BSD-3-Clause
"""`--check` sees each function of MPICH that returns a handle.

A handle whose object was freed may come back as that of another object. If the function that
returns it were not wrapped, its use would be reported as one of a freed object.
"""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path

import pytest
from places import ROOT

HANDLES = "Comm|Datatype|Errhandler|File|Group|Info|Op|Win"
RETURNS = re.compile(rf"MPI_({HANDLES}) \*|int \*\w*keyval")
DECLARATION = re.compile(r"^int (MPIX?_\w+)\(([^)]*)\)", re.MULTILINE)
# They return handles of predefined objects, or belong to interfaces that strobe run does not serve.
OTHERS = re.compile(
    r"MPI_Type_match_size|MPI_T_.*|MPIX_(\w+_create_errhandler|Op_create)_x|MPIX_Stream_.*|"
    r"MPIX_Threadcomm_.*"
)


def test_each_function_that_returns_a_handle_is_wrapped() -> None:
    header = Path(sysconfig.get_path("data")) / "include" / "mpi_proto.h"
    if not header.is_file():
        pytest.skip("MPICH of PyPI is not here")
    declared = {
        name
        for name, arguments in DECLARATION.findall(header.read_text())
        if RETURNS.search(" ".join(arguments.split()))
    }
    table = (ROOT / "src/bcs/mpi/bindings/functions.hpp").read_text()
    wrapped = set(re.findall(r'\{"(MPIX?_\w+)",', table))
    assert len(declared & wrapped) > 100
    assert sorted(name for name in declared - wrapped if not OTHERS.fullmatch(name)) == []
