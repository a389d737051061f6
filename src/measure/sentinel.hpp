// SPDX-License-Identifier: BSD-3-Clause
//
// The sentinel: a fixed core-to-core exchange and a fixed quantum of work, taken before and after
// every visit. It owes nothing to the message layer, so when it changes the machine has changed.
#pragma once

#include <optional>

namespace strobe::measure {

/// Seconds for a fixed chain of dependent multiplications, per multiplication; about 0.2 ms in all.
[[nodiscard]] double work_quantum_s();

/// Where a process finds the memory that another made to exchange with it, and how it knows that it
/// has found the right one.
struct SharedPlace {
  int pid = 0;
  int descriptor = -1;
  unsigned long cookie = 0;
};

/// Two processes of one node passing a cache line to and fro. The memory has no name, so nothing is
/// left behind however the processes end.
class Exchange {
 public:
  /// The first process's side; none where the system refuses the memory.
  [[nodiscard]] static std::optional<Exchange> create();
  /// The second process's side; none where the memory cannot be reached (another node, or another
  /// name space of processes).
  [[nodiscard]] static std::optional<Exchange> attach(SharedPlace place);

  Exchange(Exchange&& other) noexcept;
  Exchange& operator=(Exchange&& other) noexcept;
  ~Exchange();

  [[nodiscard]] SharedPlace place() const;

  /// Both sides call it at about the same time. The first side gets the median one-way time in
  /// seconds, or nothing when the partner did not answer for 50 ms (it has no core to run on); the
  /// second side gets nothing. Takes 0.2 ms at the usual speed.
  std::optional<double> measure();

 private:
  struct Line;
  Exchange(Line* line, int descriptor, bool is_first);
  std::optional<double> lead();
  void follow();

  Line* line_ = nullptr;
  int descriptor_ = -1;
  bool is_first_ = false;
  unsigned long round_ = 0;
};

}  // namespace strobe::measure
