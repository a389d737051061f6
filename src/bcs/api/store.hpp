// SPDX-License-Identifier: BSD-3-Clause
//
// The data behind the contents that the protocol carries: a content is the number of an entry here,
// and 0 stands for no data. They are copied when a call is made, so that what is received depends
// neither on when it is fetched nor on what a process does with its buffer meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::api {

class Store {
 public:
  /// Keeps a copy of data that will be taken so often.
  [[nodiscard]] std::uint64_t put(std::span<const std::byte> data, std::int32_t uses);
  /// Copies as much as there is room for.
  void take(std::uint64_t content, std::span<std::byte> to);
  /// Two contributions become the lower one.
  [[nodiscard]] std::uint64_t combine(const protocol::Signature& signature, std::uint64_t lower,
                                      std::uint64_t upper);
  /// Entries that nobody has taken yet.
  [[nodiscard]] std::size_t size() const { return entries_.size() - free_.size(); }

 private:
  struct Entry {
    std::vector<std::byte> data;
    std::int32_t uses = 0;
  };
  [[nodiscard]] Entry& entry(std::uint64_t content) {
    return entries_[static_cast<std::size_t>(content - 1)];
  }
  void erase(std::uint64_t content);

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> free_;
};

}  // namespace strobe::bcs::api
