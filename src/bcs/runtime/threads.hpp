// SPDX-License-Identifier: BSD-3-Clause
//
// The threads of this process as the system reports them. If several threads may call MPI, a
// waiting thread does not mean that its rank is blocked: another thread, which may not have called
// MPI yet, may do what the first waits for.
#pragma once

#include <sys/types.h>

#include <span>
#include <vector>

namespace strobe::bcs::runtime {

/// The calling thread. glibc has gettid() since 2.30, and a wheel has to run with 2.28.
[[nodiscard]] pid_t this_thread_id();

/// In ascending order.
[[nodiscard]] std::vector<pid_t> threads_of_process();

/// Whether each thread, except the caller and those of `unconcerned` (in ascending order), sleeps
/// until another thread of this process wakes it: none of them will act by itself. False if the
/// system does not report it.
[[nodiscard]] bool do_others_sleep(std::span<const pid_t> unconcerned);

}  // namespace strobe::bcs::runtime
