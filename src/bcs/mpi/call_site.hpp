// SPDX-License-Identifier: BSD-3-Clause
//
// The line of the application that calls MPI, as a person opens it in an editor.
#pragma once

#include <string>

namespace strobe::bcs::mpi {

/// The call site of this thread: "ring.c:12, in main". For Python code it is the line of Python;
/// without debug information it is the function, or the offset in the file. It takes tens of
/// milliseconds, and runs addr2line (of binutils) if that is installed.
[[nodiscard]] std::string call_site();

}  // namespace strobe::bcs::mpi
