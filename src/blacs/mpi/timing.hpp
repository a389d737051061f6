// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace strobe::blacs::mpi {

/// Gathers the tallies of all processes, of which the first writes the report. All of
/// MPI_COMM_WORLD are in MPI_Finalize then. Processes that never called the BLACS take no part, and
/// then each writes its own after waiting for them.
void report_timing();

}  // namespace strobe::blacs::mpi
