// SPDX-License-Identifier: BSD-3-Clause
//
// The threads of this process as the system sees them. Where several may call MPI, that one of them
// waits proves nothing: another one, which may never have called MPI yet, may do what it waits for.
#pragma once

#include <sys/types.h>

#include <span>
#include <vector>

namespace strobe::bcs::runtime {

/// In ascending order.
[[nodiscard]] std::vector<pid_t> threads_of_process();

/// Whether each thread but the caller and those of `unconcerned` (in ascending order) sleeps until
/// another one of this process wakes it: none of them will ever do anything by itself. False where
/// the system does not say.
[[nodiscard]] bool do_others_sleep(std::span<const pid_t> unconcerned);

}  // namespace strobe::bcs::runtime
