// SPDX-License-Identifier: BSD-3-Clause
//
// Permission for the other ranks of the node to read and write the memory of this process
// (process_vm_readv(2)). If Yama's ptrace_scope is 1, only the ancestors of a process have access,
// and one process that it names, with the descendants of that process (PR_SET_PTRACER). This
// process names the nearest common ancestor of the ranks of its node, which belongs to their
// launcher, so that other programs of the user get no access. It does so only when another rank
// needs to read its memory, and revokes the permission in the end.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

/// The process and its ancestors, the nearest first, as far as this process can see them.
[[nodiscard]] std::vector<pid_t> lineage(pid_t pid);
/// The nearest process that is in all lineages; 0 if there is none.
[[nodiscard]] pid_t common_ancestor(std::span<const std::vector<pid_t>> lineages);

class CrossMemoryGrant {
 public:
  /// The system calls, which tests replace.
  struct System {
    std::string scope_file = "/proc/sys/kernel/yama/ptrace_scope";
    void (*name_ptracer)(pid_t pid) = name_in_kernel;  ///< 0: no process
  };

  explicit CrossMemoryGrant(Segment& segment) : CrossMemoryGrant(segment, System()) {}
  CrossMemoryGrant(Segment& segment, System system)
      : segment_(segment), system_(std::move(system)) {}

  /// From now on the other ranks of the node may access the memory of this process, if the system
  /// allows it. All ranks have published their pids.
  void give() {
    if (!is_given_) [[unlikely]]
      give_now();
  }
  /// Revokes the permission.
  void revoke();

 private:
  static void name_in_kernel(pid_t pid);
  void give_now();

  Segment& segment_;
  System system_;
  bool is_given_ = false;
  bool has_named_ = false;
};

}  // namespace strobe::bcs::runtime
