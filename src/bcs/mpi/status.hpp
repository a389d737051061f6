// SPDX-License-Identifier: BSD-3-Clause
//
// Statuses, in the layout of each MPI.
#pragma once

#include <cstdint>

#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

/// The count that MPI_Get_count and MPI_Get_elements read.
inline void set_bytes(MPI_Status& status, std::int64_t bytes) {
#if defined(OPEN_MPI)
  status._ucount = static_cast<std::size_t>(bytes);
  status._cancelled = 0;
#elif defined(MPICH_NUMVERSION)
  // The lowest bit means that the operation was cancelled.
  status.count_lo = static_cast<int>(bytes);
  status.count_hi_and_cancelled = static_cast<int>((bytes >> 32) << 1);
#else
  native().Status_set_cancelled(&status, 0);
  native().Status_set_elements_x(&status, MPI_BYTE, bytes);
#endif
}

/// MPI_ERROR stays unchanged, as the standard demands of calls that complete one operation.
inline void set_status(MPI_Status* status, int source, int tag, std::int64_t bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  set_bytes(*status, bytes);
}

/// Of an operation that receives nothing, as a send.
inline void set_nothing_received(MPI_Status* status) {
  set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}

/// The empty status, of null and inactive requests (MPI 4.1, section 3.7.3).
inline void set_empty(MPI_Status* status) {
  if (status == MPI_STATUS_IGNORE) return;
  set_nothing_received(status);
  status->MPI_ERROR = MPI_SUCCESS;
}

inline void set_cancelled(MPI_Status* status) {
  if (status == MPI_STATUS_IGNORE) return;
  set_nothing_received(status);
  native().Status_set_cancelled(status, 1);
}

}  // namespace strobe::bcs::mpi
