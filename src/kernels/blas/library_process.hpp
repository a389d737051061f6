// SPDX-License-Identifier: BSD-3-Clause
//
// The processes in which libraries run, from the bench's side. If a library crashes or hangs, its
// process ends, and the next request starts another one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/blas/protocol.hpp"
#include "measure/recorder.hpp"

namespace strobe::kernels::blas {

/// The name of the built-in reference loops among the libraries.
inline constexpr const char* reference_name = "reference";

/// A BLAS library of the run.
struct NamedLibrary {
  std::string name;
  std::string path;
};

/// Parses "NAME=PATH", or a path, whose file name then gives the name.
[[nodiscard]] NamedLibrary parse_named_library(const std::string& text);

/// Variables of this process's environment that influence a BLAS, with their values.
[[nodiscard]] std::map<std::string, std::string> steering_variables();

struct LibrariesOptions {
  std::vector<NamedLibrary> given;
  std::filesystem::path program;  ///< the program strobe-blas, which runs the libraries
  std::chrono::milliseconds timeout{15000};
  bool keeps_environment = false;  ///< pass on the variables that influence a BLAS
};

/// One library in its own process.
class LibraryProcess {
 public:
  /// Throws strobe::Error if the process cannot be started.
  LibraryProcess(NamedLibrary library, int threads, const LibrariesOptions& options);
  ~LibraryProcess();
  LibraryProcess(const LibraryProcess&) = delete;
  LibraryProcess& operator=(const LibraryProcess&) = delete;

  /// Sends a request and waits for the answer. Throws strobe::Error if the process ended or did not
  /// answer in time, with its exit status, or if the answer reports an error.
  [[nodiscard]] Answer ask(const Request& request);
  [[nodiscard]] bool is_lost() const { return pid_ < 0; }
  /// The process id; negative after the process was lost.
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  [[nodiscard]] std::string end(bool kill_it);

  NamedLibrary library_;
  std::chrono::milliseconds timeout_;
  pid_t pid_ = -1;
  int socket_ = -1;
};

/// All libraries of a run and their processes.
class Libraries {
 public:
  explicit Libraries(LibrariesOptions options);
  /// The names of the given libraries, in their order, and of the reference.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const NamedLibrary& named(const std::string& name) const;
  /// The library's description of itself, or the reason why it cannot be used.
  [[nodiscard]] measure::LibraryFacts describe(const std::string& name);
  /// Whether the library exports the routine. A library that cannot be used counts as one that
  /// does: its cells report why it cannot.
  [[nodiscard]] bool has_routine(const std::string& name, const Routine& routine, Type type);
  /// The library's process; a new one if it was lost.
  [[nodiscard]] LibraryProcess& process(const std::string& name, int threads);
  /// The library's process at the start of a visit of `cell`; a new one if the current process has
  /// served that cell before. A library can be several times faster in one process than in another,
  /// so each visit of a cell needs a different process. Cells share processes, so a launch starts
  /// at most one for each pass.
  [[nodiscard]] LibraryProcess& process_for_visit(const std::string& name, int threads,
                                                  const std::string& cell);

 private:
  struct RunningLibrary {
    std::unique_ptr<LibraryProcess> process;
    std::set<std::string> visited;  ///< cells that were visited since the process started
  };

  LibrariesOptions options_;
  std::map<std::pair<std::string, int>, RunningLibrary> processes_;
  std::map<std::pair<std::string, std::string>, bool> has_routine_;  ///< by library and routine
};

}  // namespace strobe::kernels::blas
