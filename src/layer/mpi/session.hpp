// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace strobe::layer::mpi {

/// How many threads of a process call MPI. Where several may, every call pays for it, also those of
/// one thread.
enum class Threads { one, several };

/// Starts MPI and ends it. One of it lives for as long as any MpiLayer does.
class Session {
 public:
  /// Of several threads an MPI may know nothing: MpiLayer::threads_may_call() tells.
  Session(int* argc, char*** argv, Threads threads = Threads::one);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// The version of the standard, as "5.0".
[[nodiscard]] std::string standard_version();

/// What the library says of itself, in one line.
[[nodiscard]] std::string library_version();

}  // namespace strobe::layer::mpi
