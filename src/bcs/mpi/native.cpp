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

[[noreturn]] void refuse(const std::string& why) {
  if (!report_to_launcher(HandshakeFact::native, why)) report_to_user(why);
  std::_Exit(not_active_status);
}

std::string own_name() { return "libstrobe_run_" + std::string(flavour.name) + ".so"; }

std::string own_condition() { return own_name() + " only works with " + flavour.library; }

/// Names the MPI that is loaded instead.
[[noreturn]] void refuse_other_abi() {
  std::string found = "the program has not loaded an MPI library that Strobe knows";
  for (const Flavour& other : flavours) {
    if (loaded(other) != nullptr) {
      found = std::string("the program has loaded ") + other.library + "; preload libstrobe_run_" +
              other.name + ".so instead";
    }
  }
  refuse(own_condition() + ", but " + found);
}

/// Calls that this library does not know would go past the runtime.
void refuse_newer_mpi() {
#if !defined(MPI_SESSION_NULL)
  if (natives.Session_init == nullptr) return;
  refuse(own_name() +
         " was built with an MPI that has no sessions, and the program's MPI has them: "
         "build it with the program's MPI");
#endif
}

/// Whether the library is there. Tools and the MPI itself look for its names among those of the
/// program.
bool is_opened(const char* library) { return dlopen(library, RTLD_LAZY | RTLD_GLOBAL) != nullptr; }

}  // namespace

void find_natives() {
  static std::once_flag once;
  std::call_once(once, [] {
    void* const library = loaded(flavour);
    if (library == nullptr) refuse_other_abi();
    const auto find = [library](const char* name) { return dlsym(library, name); };
    natives.fill(find);
    refuse_newer_mpi();
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

bool is_mpi_loaded() { return detail::natives_are_found || detail::loaded(flavour) != nullptr; }

void open_native() {
  using namespace detail;
  if (is_mpi_loaded()) return;
  const char* const named = std::getenv("STROBE_MPI_LIBRARY");
  if (named != nullptr && *named != '\0') {
    const std::string which = std::string("STROBE_MPI_LIBRARY names ") + named;
    if (!is_opened(named)) refuse(which + ", which cannot be opened: " + dlerror());
    if (loaded(flavour) == nullptr) refuse(which + ", but " + own_condition());
    return;
  }
  if (is_opened(flavour.library)) return;
  std::string why = dlerror();
  if (flavour.renamed != nullptr) {
    if (is_opened(flavour.renamed)) return;
    why = dlerror();
  }
  refuse("no MPI to connect the ranks with was found: " + why);
}

}  // namespace strobe::bcs::mpi
