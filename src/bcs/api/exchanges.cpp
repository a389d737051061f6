// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/exchanges.hpp"

namespace strobe::bcs::api {

void Exchanges::give(Which which, Rank member, Rank members, const Blocks<const std::byte>& out,
                     Rank blocks) {
  Given given;
  for (Rank block = 0; block < blocks; ++block) {
    const std::span<const std::byte> data = out.of(block);
    given.data.insert(given.data.end(), data.begin(), data.end());
    given.ends.push_back(given.data.size());
  }
  Exchange& exchange = exchanges_[which];
  if (exchange.given.empty()) {
    exchange.given.resize(static_cast<std::size_t>(members));
    exchange.members_inside = members;
  }
  exchange.given[static_cast<std::size_t>(member)] = std::move(given);
}

std::span<const std::byte> Exchanges::part(Which which, Rank from, Rank to) const {
  const Given& given = exchanges_.at(which).given[static_cast<std::size_t>(from)];
  const std::size_t block = given.ends.size() == 1 ? 0 : static_cast<std::size_t>(to);
  const std::size_t begin = block == 0 ? 0 : given.ends[block - 1];
  return std::span(given.data).subspan(begin, given.ends[block] - begin);
}

void Exchanges::leave(Which which) {
  const auto found = exchanges_.find(which);
  if (--found->second.members_inside == 0) exchanges_.erase(found);
}

}  // namespace strobe::bcs::api
