// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/groups.hpp"

#include <algorithm>
#include <vector>

namespace strobe::bcs::api {

const char* group_error(std::int32_t groups, const bcs_group* group) {
  if (groups < 0 || (groups > 0 && group == nullptr)) {
    return "group must list as many groups as `groups` says";
  }
  for (std::int32_t g = 0; g < groups; ++g) {
    if (group[g].size <= 0 || group[g].ranks == nullptr) {
      return "a group must have at least one rank";
    }
    std::vector<std::int32_t> sorted(group[g].ranks, group[g].ranks + group[g].size);
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) {
      return "a group must not name a rank twice";
    }
  }
  return nullptr;
}

}  // namespace strobe::bcs::api
