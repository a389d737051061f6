// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <optional>

namespace strobe::bcs::runtime {

/// The state of a process (proc_pid_stat(5)).
struct ProcessStat {
  char state;    ///< Z: zombie, X: dead
  pid_t parent;  ///< 0 if that is outside of this PID namespace
};

/// Nothing if this process cannot see the other one.
[[nodiscard]] std::optional<ProcessStat> process_stat(pid_t pid);

}  // namespace strobe::bcs::runtime
