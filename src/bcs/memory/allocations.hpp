// SPDX-License-Identifier: BSD-3-Clause
//
// The live allocations of the program, with the sizes that it asked for. An allocation costs a few
// nanoseconds and takes no lock unless it is long, and memory for this table never comes from the
// allocator that it follows.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bcs/memory/program_memory.hpp"

namespace strobe::bcs::memory {

class Allocations {
 public:
  constexpr Allocations() = default;
  Allocations(const Allocations&) = delete;
  Allocations& operator=(const Allocations&) = delete;

  void add(const void* memory, std::size_t bytes);
  /// Before the memory may be given to someone else. Nothing happens if it is not known.
  void remove(const void* memory);
  /// The allocation that begins last at or before `at`, unless it is certain not to reach `at`.
  [[nodiscard]] Allocation before(const void* at);

  // A process that forks has no other thread in here meanwhile.
  void lock() { lock_of_long(); }
  void unlock() { is_locked_.clear(std::memory_order_release); }

 private:
  // Two levels of tables by address. A page has an entry for each address at which an allocation
  // may begin: its size and 1, or 0.
  static constexpr std::size_t granule = 16;
  static constexpr unsigned page_bits = 12;
  static constexpr unsigned middle_bits = 33;
  static constexpr unsigned address_bits = 48;
  static constexpr std::size_t granules = (std::size_t{1} << page_bits) / granule;
  static constexpr std::size_t pages = std::size_t{1} << (middle_bits - page_bits);
  /// Longer ones are in a list of their own, so that a search ends soon.
  static constexpr std::size_t most_short_bytes = 64 * 1024;

  struct Page {
    std::array<std::atomic<std::uint32_t>, granules> sizes;
  };
  using Middle = std::array<std::atomic<Page*>, pages>;

  [[nodiscard]] Page* page_of(std::uintptr_t at) const;
  [[nodiscard]] Page* page_for(std::uintptr_t at);
  [[nodiscard]] Page* new_page();
  void lock_of_long();
  void add_long(std::uintptr_t at, std::size_t bytes);
  bool remove_long(std::uintptr_t at);

  std::array<std::atomic<Middle*>, std::size_t{1} << (address_bits - middle_bits)> top_{};
  std::atomic<std::byte*> room_{nullptr};  ///< for pages

  struct Long {
    std::uintptr_t begin;
    std::size_t bytes;
  };
  std::atomic_flag is_locked_ = ATOMIC_FLAG_INIT;
  Long* long_ = nullptr;  ///< in ascending order
  std::size_t long_count_ = 0;
  std::size_t long_room_ = 0;
};

}  // namespace strobe::bcs::memory
