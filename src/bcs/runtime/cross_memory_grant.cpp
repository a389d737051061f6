// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/cross_memory_grant.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <fstream>

#include "bcs/runtime/process_stat.hpp"

namespace strobe::bcs::runtime {

std::vector<pid_t> lineage(pid_t pid) {
  std::vector<pid_t> found;
  while (pid > 0) {
    found.push_back(pid);
    const std::optional<ProcessStat> stat = process_stat(pid);
    // If a process ends meanwhile, its children may get a parent that is in the list already.
    if (!stat || std::ranges::find(found, stat->parent) != found.end()) break;
    pid = stat->parent;
  }
  return found;
}

pid_t common_ancestor(std::span<const std::vector<pid_t>> lineages) {
  if (lineages.empty()) return 0;
  for (const pid_t candidate : lineages.front()) {
    const auto has_it = [candidate](const std::vector<pid_t>& other) {
      return std::ranges::find(other, candidate) != other.end();
    };
    if (std::ranges::all_of(lineages, has_it)) return candidate;
  }
  return 0;
}

void CrossMemoryGrant::name_in_kernel(pid_t pid) {
  // This fails without Yama, where no permission is needed.
  prctl(PR_SET_PTRACER, static_cast<unsigned long>(pid), 0, 0, 0);
}

void CrossMemoryGrant::give_now() {
  is_given_ = true;
  int scope = 0;
  // Scope 0 needs no permission; scopes 2 and 3 ignore it.
  if (segment_.ranks() < 2 || !(std::ifstream(system_.scope_file) >> scope) || scope != 1) return;
  std::vector<std::vector<pid_t>> lineages;
  for (int member = 0; member < segment_.ranks(); ++member) {
    lineages.push_back(lineage(segment_.status(member).pid.load(std::memory_order_relaxed)));
  }
  const pid_t ancestor = common_ancestor(lineages);
  if (ancestor == 0) return;
  has_named_ = true;
  system_.name_ptracer(ancestor);
}

void CrossMemoryGrant::revoke() {
  if (has_named_) system_.name_ptracer(0);
  has_named_ = is_given_ = false;
}

}  // namespace strobe::bcs::runtime
