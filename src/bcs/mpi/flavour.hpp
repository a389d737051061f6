// SPDX-License-Identifier: BSD-3-Clause
//
// Which binary interface of MPI this library was compiled for. The same names with other types of
// arguments would corrupt silently, so each library serves the one that its mpi.h declares.
#pragma once

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

struct Flavour {
  const char* name;
  const char* library;            ///< by which the dynamic linker knows an MPI of this flavour
  const char* renamed = nullptr;  ///< and by which it knows that of Debian, where that differs
};

inline constexpr Flavour flavours[] = {{"mpich", "libmpi.so.12", "libmpich.so.12"},
                                       {"abi", "libmpi_abi.so.1"},
                                       {"openmpi", "libmpi.so.40"}};

#if defined(OPEN_MPI)
inline constexpr const Flavour& flavour = flavours[2];
#elif defined(MPI_H_ABI)
inline constexpr const Flavour& flavour = flavours[1];
#elif defined(MPICH_NUMVERSION)
inline constexpr const Flavour& flavour = flavours[0];
#else
#error "an MPI of another flavour"
#endif

}  // namespace strobe::bcs::mpi
