// SPDX-License-Identifier: BSD-3-Clause
//
// How closely the BLACS look at what a program does with them (LAPACK Working Note 73, section
// 7.1.4). The environment says so when the program starts, where the note wanted a library for each
// level; at level 0 a call costs one branch more.
#pragma once

#include <string>

namespace strobe::blacs {

struct Levels {
  /// 1 looks at arguments, 2 also for hangs, 3 also whether processes agree.
  int debug = 0;
  /// 1 counts and times routines, 2 also by scope, topology and size.
  int timing = 0;
  /// How long a process waits before it says for what.
  double hang_s = 30;
  bool are_on = false;
  /// What is wrong with the environment; the BLACS do not start with it.
  std::string problem;

  [[nodiscard]] bool find_hangs() const { return debug >= 2; }
  [[nodiscard]] bool compare_processes() const { return debug >= 3; }

  /// Of what the environment says; null is what it does not say.
  [[nodiscard]] static Levels of(const char* debug, const char* timing, const char* hang_s);
  [[nodiscard]] static Levels of_environment();
};

inline const Levels levels = Levels::of_environment();

}  // namespace strobe::blacs
