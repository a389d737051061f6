// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

namespace strobe::layer::mpi {

/// The number of threads of a process that call MPI. With several threads every call costs more.
enum class Threads { one, several };

/// Starts MPI and ends it. A program has one session, which must outlive every MpiLayer.
class Session {
 public:
  /// The MPI may not support several threads; see MpiLayer::threads_may_call().
  Session(int* argc, char*** argv, Threads threads = Threads::one);
  ~Session();
  /// When MPI_Init was called and when it returned, by the clock of MpiLayer::now().
  [[nodiscard]] std::chrono::nanoseconds init_entry() const { return init_entry_; }
  [[nodiscard]] std::chrono::nanoseconds init_exit() const { return init_exit_; }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  std::chrono::nanoseconds init_entry_;
  std::chrono::nanoseconds init_exit_;
};

/// The version of the standard, as "5.0".
[[nodiscard]] std::string standard_version();

/// The first line of the library's version text.
[[nodiscard]] std::string library_version();

}  // namespace strobe::layer::mpi
