// SPDX-License-Identifier: BSD-3-Clause
//
// The line of the application that calls MPI, as a person opens it in an editor.
#pragma once

#include <cstdint>
#include <string>

#include "bcs/check/access_site.hpp"

namespace strobe::bcs::mpi {

/// A call site. For Python code it is known by its line, otherwise by a place in a file of code.
struct CallSite {
  std::string line;  ///< "ring.py:12, in main"
  const void* address = nullptr;
};

/// Whether a return address is in a binding of another language, or the program in Python, so that
/// it does not tell lines of the program apart.
[[nodiscard]] bool is_in_binding(const void* return_address);

/// The call site of this thread, in some microseconds. Empty if there is none.
[[nodiscard]] CallSite find_call_site();
/// The same in a signal handler, for which `interrupted` is as for innermost_address_of_program.
/// Takes no memory, since the signal may have interrupted malloc. `site` is empty before.
void find_call_site(const void* interrupted, check::AccessSite& site);

/// Where the program called exit, in a function that runs then. Empty if `main` has returned, or if
/// Python ran the program, which has ended by then.
[[nodiscard]] CallSite find_exit_site();

/// The innermost return address on the stack of this thread that is in the program, or in a library
/// of its own; null if there is none. That of a language's run-time library counts only if there is
/// no other. Takes no memory.
///
/// In a signal handler, `interrupted` is the address of the instruction that the signal
/// interrupted. The search may then wait for a lock of the loader that the signal has interrupted,
/// too. prepare_search() was called before.
[[nodiscard]] const void* innermost_address_of_program(const void* interrupted = nullptr);
void prepare_search();

/// The file of code that an address is in, and the address as addr2line takes it.
struct CodeAddress {
  const char* file = "";  ///< empty if the address is in no file
  std::uintptr_t address = 0;
};
[[nodiscard]] CodeAddress code_address(const void* address);

/// The file of code that an address is in, and the range of addresses to which it is loaded.
struct CodeImage {
  std::string file;  ///< empty if the address is in no file
  std::uintptr_t begin = 0, end = 0;
  std::uintptr_t base = 0;  ///< what addr2line's addresses lack
};
[[nodiscard]] CodeImage code_image(const void* address);

/// "ring.c:12, in main"; empty if the call site is. Without debug information it is the
/// function, or the offset in the file. It takes tens of milliseconds, and runs addr2line (of
/// binutils) if that is installed.
[[nodiscard]] std::string describe(const CallSite& site);
/// The same of the call site of this thread.
[[nodiscard]] std::string call_site();

}  // namespace strobe::bcs::mpi
