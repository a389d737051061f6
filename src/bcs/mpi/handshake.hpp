// SPDX-License-Identifier: BSD-3-Clause
//
// Files in the folder STROBE_HANDSHAKE by which `strobe run` learns whether the runtime was loaded
// into its ranks and active in them (python/strobe/coscheduling/handshake.py).
#pragma once

#include <string>
#include <string_view>

namespace strobe::bcs::mpi {

/// The exit status of a rank whose application the runtime cannot serve, and then of `strobe run`.
inline constexpr int not_active_status = 125;

enum class HandshakeFact {
  loaded,  ///< some process of the job has loaded the library
  active,  ///< the runtime has served some rank
  native,  ///< the runtime cannot serve the job; the text says why
};

/// Whether `strobe run` has started the job and prints what comes of it. False in a batch script.
[[nodiscard]] bool is_under_strobe_run();

/// False if `strobe run` does not read reports: there is no folder, as in a batch script.
bool report_to_launcher(HandshakeFact fact, std::string_view text = {});

/// A new file in that folder, open for reading and writing; negative if there is none, or if the
/// file exists.
[[nodiscard]] int create_for_launcher(const std::string& name);

/// Whether that file is still there.
[[nodiscard]] bool is_for_launcher(const std::string& name);

/// Holds a file of this rank open in that folder until the process ends. `strobe run` sees in which
/// order the kernel closes them, and so which rank ended first.
void hold_presence(int rank);

}  // namespace strobe::bcs::mpi
