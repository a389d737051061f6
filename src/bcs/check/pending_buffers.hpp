// SPDX-License-Identifier: BSD-3-Clause
//
// The buffers of operations in progress. While one is written, no other operation may use any part
// of it; two that are only read may overlap (MPI 4.1, section 3.7.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "bcs/check/check_log.hpp"

namespace strobe::bcs::check {

struct PendingBuffer {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  bool is_written = false;  ///< by the operation, as a receive buffer is
  Place place = 0;          ///< of the call that began the operation
  std::string_view role{};  ///< what that call did, for a Witness

  [[nodiscard]] std::uintptr_t end() const { return begin + bytes; }
};

class PendingBuffers {
 public:
  /// The number of the buffer, from 1.
  std::uint64_t add(const PendingBuffer& buffer);
  void remove(std::uint64_t number, std::uintptr_t begin);
  /// One that the operation with this buffer may not overlap; none if there is none. Of very many
  /// that overlap each other some are not found.
  [[nodiscard]] std::optional<PendingBuffer> conflict(const PendingBuffer& buffer) const;

 private:
  struct Entry {
    PendingBuffer buffer;
    std::uint64_t number;
  };

  std::multimap<std::uintptr_t, Entry> entries_;  ///< by their begins
  std::size_t longest_ = 0;                       ///< not shorter than any entry
  std::uint64_t numbers_ = 0;
};

}  // namespace strobe::bcs::check
