// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/native.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

#include "bcs/mpi/flavour.hpp"
#include "bcs/mpi/handshake.hpp"
#include "bcs/mpi/user_report.hpp"

namespace strobe::bcs::mpi {

#if defined(OPEN_MPI)
Predefined predefined;
#endif

namespace detail {

NativeFunctions natives;
NativeFunctions linked_tool;
std::atomic<bool> natives_are_found{false};

namespace {

void* loaded(const char* library) {
  return library == nullptr ? nullptr : dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
}

/// Null if no MPI of this ABI is loaded.
void* loaded(const Flavour& wanted) {
  void* const library = loaded(wanted.library);
  return library != nullptr ? library : loaded(wanted.renamed);
}

/// Ends the process with a sentence that names the MPI that is loaded instead.
[[noreturn]] void refuse() {
  std::string found = "the program has not loaded an MPI library that Strobe knows";
  for (const Flavour& other : flavours) {
    if (loaded(other) != nullptr) {
      found = std::string("the program has loaded ") + other.library + "; preload libstrobe_run_" +
              other.name + ".so instead";
    }
  }
  const std::string why = "libstrobe_run_" + std::string(flavour.name) + ".so only works with " +
                          flavour.library + ", but " + found;
  if (!report_to_launcher(HandshakeFact::native, why)) report_to_user(why);
  std::_Exit(not_active_status);
}

}  // namespace

void find_natives() {
  static std::once_flag once;
  std::call_once(once, [] {
    void* const library = loaded(flavour);
    if (library == nullptr) refuse();
    const auto find = [library](const char* name) { return dlsym(library, name); };
    natives.fill(find);
    linked_tool.fill([library](const char* pmpi_name) -> void* {
      const char* const name = pmpi_name + 1;
      void* const next = dlsym(RTLD_NEXT, name);
      return next == dlsym(library, name) ? nullptr : next;
    });
#if defined(OPEN_MPI)
    // An executable that is linked with the MPI may hold its variables itself (copy relocations).
    predefined.fill([&](const char* name) {
      void* const in_program = dlsym(RTLD_DEFAULT, name);
      return in_program != nullptr ? in_program : find(name);
    });
#endif
    natives_are_found = true;
  });
}

}  // namespace detail

void open_native() {
  if (detail::natives_are_found || detail::loaded(flavour) != nullptr) return;
  const char* const named = std::getenv("STROBE_MPI_LIBRARY");
  std::string why;
  for (const char* library : {named, flavour.library, flavour.renamed}) {
    if (library == nullptr || *library == '\0') continue;
    // Tools and the MPI itself look for its names among those of the program.
    if (dlopen(library, RTLD_LAZY | RTLD_GLOBAL) != nullptr) return;
    why = dlerror();
  }
  why = "no MPI to connect the ranks with was found: " + why;
  if (!report_to_launcher(HandshakeFact::native, why)) report_to_user(why);
  std::_Exit(not_active_status);
}

}  // namespace strobe::bcs::mpi
