// SPDX-License-Identifier: BSD-3-Clause
//
// Statuses, as each MPI lays them out.
#pragma once

#include <cstdint>

#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

/// What the MPI's own inquiries (Get_count, Get_elements) read.
inline void set_bytes(MPI_Status& status, std::int64_t bytes) {
#if defined(OPEN_MPI)
  status._ucount = static_cast<std::size_t>(bytes);
  status._cancelled = 0;
#elif defined(MPICH_NUMVERSION)
  // The bit below the high part is for what was cancelled.
  status.count_lo = static_cast<int>(bytes);
  status.count_hi_and_cancelled = static_cast<int>((bytes >> 32) << 1);
#else
  native().Status_set_cancelled(&status, 0);
  native().Status_set_elements_x(&status, MPI_BYTE, bytes);
#endif
}

/// MPI_ERROR is left alone, as by every call that completes one operation.
inline void set_status(MPI_Status* status, int source, int tag, std::int64_t bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  set_bytes(*status, bytes);
}

/// That of a null request, or of one that sends.
inline void set_empty(MPI_Status* status) { set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0); }

inline void set_cancelled(MPI_Status* status) {
  if (status == MPI_STATUS_IGNORE) return;
  set_empty(status);
  native().Status_set_cancelled(status, 1);
}

}  // namespace strobe::bcs::mpi
