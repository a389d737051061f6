// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "strobe/blacs.h"

namespace strobe::blacs {

/// Processes from which grids are made: MPI_Comm over MPI.
using Communicator = strobe_blacs_communicator;

}  // namespace strobe::blacs
