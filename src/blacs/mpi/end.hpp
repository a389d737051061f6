// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace strobe::blacs::mpi {

/// Lets MPI_Finalize call `function` at its start, while messages can still be sent. Of several
/// functions the last one is called first.
void call_at_end(void (*function)());

}  // namespace strobe::blacs::mpi
