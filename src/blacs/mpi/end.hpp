// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace strobe::blacs::mpi {

/// Has `function` called in MPI_Finalize, whoever calls that, while messages can still be passed.
void call_at_end(void (*function)());

}  // namespace strobe::blacs::mpi
