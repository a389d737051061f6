// SPDX-License-Identifier: BSD-3-Clause
//
// A window that the MPI has created.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "bcs/monitor/call_log.hpp"
#include "bcs/mpi/native_collectives.hpp"
#include "bcs/mpi/one_sided_checks.hpp"

namespace strobe::bcs::mpi {

struct Window : Members {
  /// The ranks in the window whose locks this one has by the runtime (lock_service.hpp).
  std::set<std::size_t> locked{};
  /// The targets of the access epoch of MPI_Win_start, and the origins of the exposure epoch of
  /// MPI_Win_post, as ranks of the job; empty outside of them.
  runtime::StridedList targets{}, origins{};
  std::unique_ptr<CheckedWindow> checked{};  ///< null without --check
  std::vector<WindowPart> parts{};           ///< with a file of choices
};

/// Adds what this process does at a member of the window, or at all of them, to its log, if it
/// keeps one. What it does in its own part passes no messages.
void log_at_target(monitor::LoggedMessage::Event event, const Window& window,
                   std::optional<std::size_t> member, std::int64_t size_bytes = 0);

/// The memory of each member of a window, which all of them call; `between` is a communicator of
/// the members.
[[nodiscard]] std::vector<WindowPart> parts_of(MPI_Win handle, MPI_Comm between,
                                               std::size_t members);
/// Null if the window has no such attribute.
[[nodiscard]] const void* attribute_of(MPI_Win handle, int key);
[[nodiscard]] bool has_flavour(MPI_Win handle, int flavour);

}  // namespace strobe::bcs::mpi
