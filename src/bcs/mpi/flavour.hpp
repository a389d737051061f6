// SPDX-License-Identifier: BSD-3-Clause
//
// The ABI that this library is compiled for. A library of one ABI would silently pass wrong
// arguments to an MPI of another, so there is one library for each.
#pragma once

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

struct Flavour {
  const char* name;
  const char* library;            ///< the name for the dynamic linker
  const char* renamed = nullptr;  ///< the name in Debian, if it differs
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
