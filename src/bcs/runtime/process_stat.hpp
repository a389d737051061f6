// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <optional>

namespace strobe::bcs::runtime {

/// What the system says of a process (proc_pid_stat(5)).
struct ProcessStat {
  char state;    ///< Z: it has ended, and its parent has not asked for its status yet
  pid_t parent;  ///< 0 where that is outside of this namespace of processes
};

/// Nothing where this process does not see the other one.
[[nodiscard]] std::optional<ProcessStat> process_stat(pid_t pid);

}  // namespace strobe::bcs::runtime
