// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/mpi_wrappers.py from codegen/mpi_functions.txt.
// clang-format off

// The handlers: each does what the function of its name does, in all its forms, or
// returns `pass_on`.
#pragma once

#include <mpi.h>

#include "bcs/mpi/form.hpp"
#include "bcs/mpi/integers.hpp"

namespace strobe::bcs::mpi::handlers {


}  // namespace strobe::bcs::mpi::handlers
