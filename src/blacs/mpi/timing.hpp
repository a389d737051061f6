// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace strobe::blacs::mpi {

/// Gathers the statistics of all processes of MPI_COMM_WORLD in MPI_Finalize; rank 0 writes the
/// report. Processes that never called the BLACS do not take part. Then each other process writes
/// its own report after a timeout.
void report_timing();

}  // namespace strobe::blacs::mpi
