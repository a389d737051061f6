// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/leftovers.hpp"

#include <string>

#include "base/format.hpp"

namespace strobe::bcs::check {

void Leftovers::add(const Leftover& what, Place place) {
  ++counts_.try_emplace({what.kind, what.many, place}, Counted{what, 0}).first->second.count;
}

std::vector<Finding> Leftovers::findings(std::int32_t rank) const {
  std::vector<Finding> all;
  for (const auto& [key, counted] : counts_) {
    const auto& [what, count] = counted;
    const std::string objects =
        count == 1 ? std::string(what.one) : base::format("{} {}", count, what.many);
    all.push_back({.kind = what.kind,
                   .text = base::format("never {} {} that it {}", what.omits, objects, what.did),
                   .where = {{.role = what.did, .rank = rank, .place = std::get<Place>(key)}}});
  }
  return all;
}

}  // namespace strobe::bcs::check
