// SPDX-License-Identifier: BSD-3-Clause
//
// What passes the messages of this library: MPI, or PVM where it is built for that. Both have the
// same names, each in a namespace of its own.
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
