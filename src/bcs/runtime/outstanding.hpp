// SPDX-License-Identifier: BSD-3-Clause
//
// Transfers that another rank names in its descriptors: sends that wait for an answer, receives
// whose data come in fragments. The names are numbers instead of addresses, so that a wrong name is
// detected.
#pragma once

#include <cstdint>
#include <vector>

#include "base/assert.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

/// No two transfers of a rank that another rank may name have the same.
inline std::uint32_t ticket_of(std::uint64_t name) {
  return static_cast<std::uint32_t>(name & 0xffffffff);
}

class Outstanding {
 public:
  /// Returns a name, which is not 0. No other transfer has had it in the last 2^32 uses of its
  /// entry.
  [[nodiscard]] std::uint64_t add(Transfer& transfer) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(entries_.size()));
      entries_.emplace_back();
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    Entry& entry = entries_[index];
    entry.transfer = &transfer;
    ++entry.uses;
    return (std::uint64_t{entry.uses} << 32) | index;
  }
  [[nodiscard]] Transfer& find(std::uint64_t name) const {
    return *entries_[index_of(name)].transfer;
  }
  [[nodiscard]] bool is_empty() const { return free_.size() == entries_.size(); }
  /// No descriptor names the transfer any more.
  Transfer& remove(std::uint64_t name) {
    const std::uint32_t index = index_of(name);
    Transfer& transfer = *entries_[index].transfer;
    entries_[index].transfer = nullptr;
    free_.push_back(index);
    return transfer;
  }

 private:
  struct Entry {
    Transfer* transfer = nullptr;
    std::uint32_t uses = 0;
  };

  [[nodiscard]] std::uint32_t index_of(std::uint64_t name) const {
    const std::uint32_t index = ticket_of(name);
    base::ensure(index < entries_.size() && entries_[index].transfer != nullptr &&
                     entries_[index].uses == name >> 32,
                 "a descriptor names an unknown transfer");
    return index;
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace strobe::bcs::runtime
