// SPDX-License-Identifier: BSD-3-Clause
//
// --check of arguments that the standard forbids and MPIs let pass.
#pragma once

namespace strobe::bcs::mpi {

/// Of a Cartesian grid. Nothing happens without --check.
void check_dimensions(int count, const int* dimensions);

}  // namespace strobe::bcs::mpi
