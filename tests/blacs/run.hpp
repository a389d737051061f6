// SPDX-License-Identifier: BSD-3-Clause
//
// A run of the tester: which cases are run, what each process is doing, what failed. Groups are
// opened and closed by all processes; what lies between concerns those of a grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "call.hpp"
#include "grid.hpp"
#include "guarded_matrix.hpp"
#include "measure/watchdog.hpp"
#include "options.hpp"

namespace strobe::blacs_test {

class Run {
 public:
  explicit Run(Options options);

  const Options& options() const { return options_; }

  /// True if this group of cases is to be run; all processes then close() it.
  bool open(const std::string& group, const Grid* grid = nullptr);
  void close();

  /// The next case of the group: false if it is not to be run.
  bool next();
  /// Numbers that are the same on every process in this case, and others in every other case.
  base::Random random() const;

  /// What this process does from now on, until it says otherwise.
  void doing(Call call);

  void fail(const std::string& what);
  void expect(bool holds, const std::string& what) {
    if (!holds) {
      fail(what);
    }
  }
  template <class T>
  void check(const GuardedMatrix<T>& matrix, const char* name = "A") {
    if (const auto difference = matrix.difference()) {
      fail(std::string(name) + ": " + *difference);
    }
  }

  /// Prints the summary; true if all is well. No group may follow.
  bool finish();

 private:
  std::string place() const;
  void end_by_hang(const std::string& what);

  Options options_;
  std::string group_;
  const Grid* grid_ = nullptr;
  Call call_;
  std::uint64_t cases_ = 0;      // of this group, seen
  std::uint64_t cases_run_ = 0;  // of this group
  std::vector<std::string> failures_;
  std::uint64_t all_cases_ = 0;
  std::uint64_t all_failures_ = 0;
  std::set<std::string> listed_;
  measure::Watchdog watchdog_;
};

}  // namespace strobe::blacs_test
