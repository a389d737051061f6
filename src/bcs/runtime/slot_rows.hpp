// SPDX-License-Identifier: BSD-3-Clause
//
// The rows of time slots that the jobs of this host have. A row is a name of the abstract Unix
// domain (unix(7)): only one process can bind it, and the kernel frees it when that process has
// ended, however it ended. A second name says that the row is open. Nothing is ever sent to them.
// Jobs of all users count, and those in other network namespaces do not.
#pragma once

#include "bcs/runtime/time_slots.hpp"

namespace strobe::bcs::runtime {

class SlotRows {
 public:
  /// Throws strobe::Error if the system has no such sockets.
  SlotRows();
  ~SlotRows();
  SlotRows(const SlotRows&) = delete;
  SlotRows& operator=(const SlotRows&) = delete;

  [[nodiscard]] JobRows of_all_jobs() const;

  /// Takes a row until it is released or this process ends; its forked children hold it, too. False
  /// if another job has the row. This process holds no other one.
  [[nodiscard]] bool claim(int row);
  void release();

  /// Says whether the claimed row is open; it is not at first. If the system has no more sockets it
  /// stays as it is.
  void set_open(bool is_open);

 private:
  int probe_;
  int row_ = 0;
  int claimed_ = -1;
  int open_ = -1;
};

}  // namespace strobe::bcs::runtime
