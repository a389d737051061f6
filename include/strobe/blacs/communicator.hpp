// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "strobe/blacs.h"

namespace strobe::blacs {

/// A group of processes in which grids are created: MPI_Comm over MPI, a number of a set of tasks
/// over PVM.
using Communicator = strobe_blacs_communicator;

}  // namespace strobe::blacs
