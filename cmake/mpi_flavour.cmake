# SPDX-License-Identifier: BSD-3-Clause
# STROBE_MPI_FLAVOUR: which binary interface the configured MPI has, by its mpi.h: mpich, openmpi, abi (that of
# MPI 5.0), or nothing for one that is none of them or older than MPI 3.1. STROBE_MPI_HAS_ABI: it is MPICH's, and
# that of MPI 5.0 is installed with it. STROBE_MPI_HEADER_HAS_PERSISTENT_COLLECTIVES: it declares those of MPI 4.0.
include(CheckCXXSourceCompiles)

# The C++ bindings that MPI-2 had and MPI 3.0 removed; Open MPI 4's mpi.h brings them, and they want a library.
set(STROBE_MPI_WITHOUT_CXX_BINDINGS OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_compile_definitions(MPI::MPI_CXX INTERFACE ${STROBE_MPI_WITHOUT_CXX_BINDINGS})

set(CMAKE_REQUIRED_INCLUDES ${MPI_CXX_INCLUDE_DIRS})
list(TRANSFORM MPI_CXX_COMPILE_DEFINITIONS PREPEND -D OUTPUT_VARIABLE CMAKE_REQUIRED_DEFINITIONS)
foreach(_definition IN LISTS STROBE_MPI_WITHOUT_CXX_BINDINGS)
  list(APPEND CMAKE_REQUIRED_DEFINITIONS -D${_definition})
endforeach()
# A header is asked, so nothing is linked.
set(_try_compile_target_type "${CMAKE_TRY_COMPILE_TARGET_TYPE}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# Whether the preprocessor finds `condition` true behind mpi.h.
function(_strobe_mpi_header condition variable)
  check_cxx_source_compiles("
#include <mpi.h>
#if !(${condition})
#error
#endif
int main() { return 0; }" ${variable})
endfunction()

_strobe_mpi_header("defined(OPEN_MPI)" STROBE_MPI_HEADER_IS_OPEN_MPI)
_strobe_mpi_header("defined(MPI_H_ABI)" STROBE_MPI_HEADER_IS_ABI)
_strobe_mpi_header("defined(MPICH_NUMVERSION)" STROBE_MPI_HEADER_IS_MPICH)
_strobe_mpi_header("MPI_VERSION * 10 + MPI_SUBVERSION >= 31" STROBE_MPI_HEADER_IS_NEW_ENOUGH)
# Open MPI 5 says that it is 3.1.
_strobe_mpi_header("MPI_VERSION >= 4 || OMPI_MAJOR_VERSION >= 5" STROBE_MPI_HEADER_HAS_PERSISTENT_COLLECTIVES)
set(STROBE_MPI_FLAVOUR "")
set(STROBE_MPI_HAS_ABI OFF)
if(NOT STROBE_MPI_HEADER_IS_NEW_ENOUGH)
  message(STATUS "strobe run is left out: its runtime needs the mpi.h of MPI 3.1 or later")
elseif(STROBE_MPI_HEADER_IS_OPEN_MPI)
  set(STROBE_MPI_FLAVOUR openmpi)
elseif(STROBE_MPI_HEADER_IS_ABI)
  set(STROBE_MPI_FLAVOUR abi)
elseif(STROBE_MPI_HEADER_IS_MPICH)
  set(STROBE_MPI_FLAVOUR mpich)
  list(APPEND CMAKE_REQUIRED_DEFINITIONS -DMPI_ABI)
  _strobe_mpi_header("defined(MPI_H_ABI)" STROBE_MPI_HAS_ABI_HEADER)
  set(STROBE_MPI_HAS_ABI ${STROBE_MPI_HAS_ABI_HEADER})
endif()
set(CMAKE_TRY_COMPILE_TARGET_TYPE "${_try_compile_target_type}")
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_DEFINITIONS)
