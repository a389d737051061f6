// SPDX-License-Identifier: BSD-3-Clause
//
// Transfers that another rank names in what it writes: a sender's whose data are awaited, a
// receiver's whose data come in pieces. The names are numbers, and not addresses, so that a wrong
// one is told and not followed.
#pragma once

#include <cstdint>
#include <vector>

#include "base/assert.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

class Outstanding {
 public:
  /// Its name, which is not 0 and which no other one has had in the last 2^32 uses of its place.
  [[nodiscard]] std::uint64_t add(Transfer& transfer) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(entries_.size()));
      entries_.emplace_back();
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    Entry& entry = entries_[place];
    entry.transfer = &transfer;
    ++entry.uses;
    return (std::uint64_t{entry.uses} << 32) | place;
  }
  [[nodiscard]] Transfer& find(std::uint64_t name) const {
    return *entries_[place_of(name)].transfer;
  }
  /// Nobody names it any more.
  Transfer& remove(std::uint64_t name) {
    const std::uint32_t place = place_of(name);
    Transfer& transfer = *entries_[place].transfer;
    entries_[place].transfer = nullptr;
    free_.push_back(place);
    return transfer;
  }

 private:
  struct Entry {
    Transfer* transfer = nullptr;
    std::uint32_t uses = 0;
  };

  [[nodiscard]] std::uint32_t place_of(std::uint64_t name) const {
    const auto place = static_cast<std::uint32_t>(name & 0xffffffff);
    base::ensure(place < entries_.size() && entries_[place].transfer != nullptr &&
                     entries_[place].uses == name >> 32,
                 "a descriptor names an unknown transfer");
    return place;
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace strobe::bcs::runtime
