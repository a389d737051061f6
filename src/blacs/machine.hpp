// SPDX-License-Identifier: BSD-3-Clause
//
// The message-passing system of this library, called the machine: MPI, or PVM in the library for
// PVM. Both define the same names, each in its own namespace.
#pragma once

#ifdef STROBE_BLACS_PVM
#include "blacs/pvm/machine.hpp"
#else
#include "blacs/mpi/machine.hpp"
#endif

namespace strobe::blacs {

#ifdef STROBE_BLACS_PVM
namespace machine = pvm;
#else
namespace machine = mpi;
#endif

}  // namespace strobe::blacs
