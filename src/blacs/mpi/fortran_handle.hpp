// SPDX-License-Identifier: BSD-3-Clause
//
// The Fortran handle of a communicator. In the standard ABI (MPI 5.0, chapter 20) MPI_Fint belongs
// to another library, and the MPI library converts handles to ints of C.
#pragma once

#include <mpi.h>

#include "strobe/blacs/integer.hpp"

namespace strobe::blacs::mpi {

inline MPI_Comm from_fortran(Int handle) {
#ifdef MPI_ABI
  return MPI_Comm_fromint(static_cast<int>(handle));
#else
  return MPI_Comm_f2c(static_cast<MPI_Fint>(handle));
#endif
}

inline Int to_fortran(MPI_Comm communicator) {
#ifdef MPI_ABI
  return MPI_Comm_toint(communicator);
#else
  return MPI_Comm_c2f(communicator);
#endif
}

}  // namespace strobe::blacs::mpi
