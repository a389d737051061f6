// SPDX-License-Identifier: BSD-3-Clause
//
// The processes in which libraries live, seen from the bench. A library that crashes or hangs takes
// its process with it, and the next request starts another.
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

#include "kernels/blas/conversation.hpp"
#include "measure/recorder.hpp"

namespace strobe::kernels::blas {

/// The built-in reference loops, under the name that they have beside libraries.
inline constexpr const char* reference_name = "reference";

/// A BLAS that a run was given.
struct Named {
  std::string name;
  std::string path;
};

/// "NAME=PATH", or a path, whose file then gives the name.
[[nodiscard]] Named parse_named(const std::string& text);

/// Variables of this process's environment that steer a BLAS, with their values.
[[nodiscard]] std::map<std::string, std::string> steering_variables();

struct LibrariesOptions {
  std::vector<Named> given;
  std::filesystem::path program;  ///< strobe-blas, in whose processes they live
  std::chrono::milliseconds patience{15000};
  bool keeps_environment = false;  ///< the variables that steer a BLAS are passed on
};

/// One library in a process of its own.
class Process {
 public:
  /// Throws strobe::Error where the process cannot be started.
  Process(Named library, int threads, const LibrariesOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Throws strobe::Error, saying what became of the process, where it ends or does not answer in
  /// time, and with the reason where it answers that something is wrong.
  [[nodiscard]] Answer ask(const Request& request);
  [[nodiscard]] bool is_lost() const { return pid_ < 0; }
  /// Its number on the system; negative where it is lost.
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  [[nodiscard]] std::string end(bool kill_it);

  Named library_;
  std::chrono::milliseconds patience_;
  pid_t pid_ = -1;
  int socket_ = -1;
};

/// All libraries of a run, each with its process for as long as that lives.
class Libraries {
 public:
  explicit Libraries(LibrariesOptions options);
  /// Those that were given, in their order, and the reference.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const Named& named(const std::string& name) const;
  /// What it says of itself, or why it cannot be used.
  [[nodiscard]] measure::LibraryFacts describe(const std::string& name);
  /// Its process; a new one where it is lost.
  [[nodiscard]] Process& process(const std::string& name, int threads);
  /// The same at the beginning of a visit of `cell`: a new process where the present one has been
  /// visited for that cell before. A library may be several times faster in one process than in
  /// another, so the visits of a cell must be as many processes. Cells share them, so a launch
  /// starts no more than it makes passes.
  [[nodiscard]] Process& process_for_visit(const std::string& name, int threads,
                                           const std::string& cell);

 private:
  struct Held {
    std::unique_ptr<Process> process;
    std::set<std::string> visited;  ///< cells, since the process was started
  };

  LibrariesOptions options_;
  std::map<std::pair<std::string, int>, Held> processes_;
};

}  // namespace strobe::kernels::blas
