// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/exchanges.hpp"

namespace strobe::bcs::api {

void Exchanges::contribute(Key key, Rank member, Rank members, const Blocks<const std::byte>& out,
                           Rank blocks) {
  Contribution contribution;
  for (Rank block = 0; block < blocks; ++block) {
    const std::span<const std::byte> data = out.of(block);
    contribution.data.insert(contribution.data.end(), data.begin(), data.end());
    contribution.ends.push_back(contribution.data.size());
  }
  Exchange& exchange = exchanges_[key];
  if (exchange.contributions.empty()) {
    exchange.contributions.resize(static_cast<std::size_t>(members));
    exchange.members_inside = members;
  }
  exchange.contributions[static_cast<std::size_t>(member)] = std::move(contribution);
}

std::span<const std::byte> Exchanges::part(Key key, Rank from, Rank to) const {
  const Contribution& contribution =
      exchanges_.at(key).contributions[static_cast<std::size_t>(from)];
  const std::size_t block = contribution.ends.size() == 1 ? 0 : static_cast<std::size_t>(to);
  const std::size_t begin = block == 0 ? 0 : contribution.ends[block - 1];
  return std::span(contribution.data).subspan(begin, contribution.ends[block] - begin);
}

void Exchanges::leave(Key key) {
  const auto found = exchanges_.find(key);
  if (--found->second.members_inside == 0) exchanges_.erase(found);
}

}  // namespace strobe::bcs::api
