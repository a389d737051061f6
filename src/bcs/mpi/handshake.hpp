// SPDX-License-Identifier: BSD-3-Clause
//
// What `strobe run` learns of the runtime in its ranks, by files in the folder STROBE_HANDSHAKE
// (python/strobe/coscheduling/handshake.py): whether the runtime was loaded, serves, or cannot.
#pragma once

#include <string_view>

namespace strobe::bcs::mpi {

/// The exit status of a rank whose application the runtime cannot serve. `strobe run` uses it, too.
inline constexpr int not_active_status = 125;

enum class HandshakeFact {
  loaded,    ///< into some process of the job
  active,    ///< between Init and Finalize of some rank
  native,    ///< it cannot serve; the text says why
  sessions,  ///< the application began an MPI session, which the runtime does not coschedule
};

/// Whether `strobe run` reads it: false where there is no folder, as in a batch script.
bool report_to_launcher(HandshakeFact fact, std::string_view text = {});

}  // namespace strobe::bcs::mpi
