// SPDX-License-Identifier: BSD-3-Clause
//
// Where in the application a call of MPI stands, in words: what a person opens in an editor.
#pragma once

#include <string>

namespace strobe::bcs::mpi {

/// Of the call that this thread is in: "ring.c:12, in main"; of an interpreter's application the
/// line of Python. Where there is no debug information the function, or the place in the file.
/// Takes tens of milliseconds, and runs addr2line (of binutils) where it is installed.
[[nodiscard]] std::string call_site();

}  // namespace strobe::bcs::mpi
