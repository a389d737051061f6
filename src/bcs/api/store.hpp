// SPDX-License-Identifier: BSD-3-Clause
//
// The data of messages. The protocol refers to data by the number of an entry here; 0 means no
// data. A call copies its data, so that the application may change its buffers at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::api {

class Store {
 public:
  /// Copies data that `uses` processes will receive.
  [[nodiscard]] std::uint64_t put(std::span<const std::byte> data, std::int32_t uses);
  /// Copies as many bytes as fit.
  void take(std::uint64_t content, std::span<std::byte> to);
  /// Combines two contributions into the lower one.
  [[nodiscard]] std::uint64_t combine(const protocol::Signature& signature, std::uint64_t lower,
                                      std::uint64_t upper);
  /// The number of entries that have not been received.
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
