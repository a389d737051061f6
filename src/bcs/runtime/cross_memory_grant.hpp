// SPDX-License-Identifier: BSD-3-Clause
//
// Who may read and write the memory of this process (process_vm_readv(2)). Where Yama's
// ptrace_scope is 1, that is its ancestors, and the process that it names itself with all
// descendants of that one (PR_SET_PTRACER). This process names the nearest common ancestor of the
// ranks of its node, which is their launcher's: other programs of the user get no access. It does
// so only when another rank is to read its memory, and takes it back.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

/// The process and its ancestors, the nearest first, as far as this process sees them.
[[nodiscard]] std::vector<pid_t> lineage(pid_t pid);
/// The nearest process that is in all lineages; 0 where there is none.
[[nodiscard]] pid_t common_ancestor(std::span<const std::vector<pid_t>> lineages);

class CrossMemoryGrant {
 public:
  /// What tests replace.
  struct System {
    std::string scope_file = "/proc/sys/kernel/yama/ptrace_scope";
    void (*name_ptracer)(pid_t pid) = name_in_kernel;  ///< 0: nobody
  };

  explicit CrossMemoryGrant(Segment& segment) : CrossMemoryGrant(segment, System()) {}
  CrossMemoryGrant(Segment& segment, System system)
      : segment_(segment), system_(std::move(system)) {}

  /// The other ranks of the node may access this process's memory from now on, if the system lets
  /// them. All ranks have said their pids.
  void give() {
    if (!is_given_) [[unlikely]]
      give_now();
  }
  /// They have no more to do with it.
  void take_back();

 private:
  static void name_in_kernel(pid_t pid);
  void give_now();

  Segment& segment_;
  System system_;
  bool is_given_ = false;
  bool has_named_ = false;
};

}  // namespace strobe::bcs::runtime
