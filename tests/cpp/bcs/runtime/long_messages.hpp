// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that are longer than an eager one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "ranks.hpp"

namespace strobe::bcs::runtime {

using LongData = std::vector<std::uint32_t>;
inline constexpr std::size_t long_count = 50'000;  // 200 kB

inline LongData long_message(std::uint32_t seed, std::size_t count = long_count) {
  LongData data(count);
  std::iota(data.begin(), data.end(), seed);
  return data;
}

/// A send to a rank, or a receive from it.
inline Transfer transfer_of(Rank peer, LongData& data, std::int32_t tag = 0) {
  Transfer transfer;
  transfer.peer = peer;
  transfer.tag = tag;
  transfer.context = context;
  transfer.data = reinterpret_cast<std::byte*>(data.data());
  transfer.bytes = data.size() * sizeof data[0];
  return transfer;
}

}  // namespace strobe::bcs::runtime
