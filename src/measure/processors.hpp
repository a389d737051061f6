// SPDX-License-Identifier: BSD-3-Clause
//
// The processors of this node that this process may use. A launcher binds each process to a core or
// two; the threads of a library need all of them.
#pragma once

namespace strobe::measure {

/// Number of processors that the system permits, whatever this process is bound to.
[[nodiscard]] int permitted_processors();

/// Lets the calling thread, and the threads that it starts, run on all of them.
void use_all_processors();

}  // namespace strobe::measure
