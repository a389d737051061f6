// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/entry.hpp"

namespace strobe::bcs::mpi {

thread_local constinit Place place;
bool is_serving = false;

}  // namespace strobe::bcs::mpi
