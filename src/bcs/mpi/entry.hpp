// SPDX-License-Identifier: BSD-3-Clause
//
// A call of MPI on its way in: whether it is the program's or one of those that an MPI makes to
// itself, and where in the program it stands.
#pragma once

#include <mpi.h>

#include <type_traits>

#include "bcs/mpi/faces/functions.hpp"
#include "bcs/mpi/form.hpp"
#include "bcs/mpi/native.hpp"

#define STROBE_EXPORT __attribute__((visibility("default")))

namespace strobe::bcs::mpi {

/// Where this thread is.
struct Place {
  int depth = 0;  ///< of calls of MPI within calls of MPI
  Function function{};
  const void* call_site = nullptr;  ///< in the program
};
extern thread_local constinit Place place;

/// Whether the runtime serves the program: between Init and Finalize, where it could start.
extern bool is_serving;

class Entry {
 public:
  Entry(Function function, const void* call_site)
      : function_(function), is_the_programs_(place.depth == 0 && is_serving) {
    ++place.depth;
    if (is_the_programs_) {
      place.function = function;
      place.call_site = call_site;
    }
  }
  ~Entry() { --place.depth; }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  [[nodiscard]] bool is_the_programs() const { return is_the_programs_; }

  template <class Result, class... Parameters>
  Result pass(Result (*function)(Parameters...),
              std::type_identity_t<Parameters>... arguments) const {
    if (function == nullptr) return static_cast<Result>(MPI_ERR_UNSUPPORTED_OPERATION);
    return function(arguments...);
  }

 private:
  Function function_;
  bool is_the_programs_;
};

}  // namespace strobe::bcs::mpi
