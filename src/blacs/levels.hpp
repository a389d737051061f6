// SPDX-License-Identifier: BSD-3-Clause
//
// The debug and timing levels (LAPACK Working Note 73, section 7.1.4). The note proposes a library
// for each level. Here the environment sets the level when the program starts; at level 0 a call
// costs one branch more.
#pragma once

#include <string>

namespace strobe::blacs {

struct Levels {
  /// 1 checks arguments, 2 also reports hangs, 3 also compares the calls of the processes.
  int debug = 0;
  /// 1 counts and times routines, 2 also by scope, topology and size.
  int timing = 0;
  /// Time after which a waiting process reports what it waits for.
  double hang_s = 30;
  bool are_on = false;
  /// What is wrong with the environment variables; the BLACS then do not start.
  std::string problem;

  [[nodiscard]] bool find_hangs() const { return debug >= 2; }
  [[nodiscard]] bool compare_processes() const { return debug >= 3; }

  /// From the values of the environment variables; null if a variable is not set.
  [[nodiscard]] static Levels of(const char* debug, const char* timing, const char* hang_s);
  [[nodiscard]] static Levels of_environment();
};

inline const Levels levels = Levels::of_environment();

}  // namespace strobe::blacs
