// SPDX-License-Identifier: BSD-3-Clause
//
// Memory that is used again. What malloc returns to the system costs a page fault for each page
// when it is next used: more time than the copies and reductions in it take.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

namespace strobe::bcs::runtime {

class MemoryPool {
 public:
  struct Block {
    std::byte* at = nullptr;
    std::size_t bytes = 0;  ///< a power of two
  };
  struct Return {
    MemoryPool* pool = nullptr;
    std::size_t bytes = 0;
    void operator()(std::byte* at) const { pool->put_back({at, bytes}); }
  };
  using Owned = std::unique_ptr<std::byte[], Return>;

  MemoryPool() = default;
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;
  /// All blocks have been returned.
  ~MemoryPool();

  /// A block of at least so many bytes. Its user returns it to the pool, which outlives it.
  [[nodiscard]] Block take(std::size_t bytes);
  void put_back(Block block);
  /// The same with an owner.
  [[nodiscard]] Owned take_owned(std::size_t bytes) {
    const Block block = take(bytes);
    return {block.at, Return{this, block.bytes}};
  }

 private:
  /// An unused block. Its first bytes link to the next unused block of the same size.
  struct Spare {
    Spare* next;
  };
  static constexpr std::size_t least_bytes = 64;
  static constexpr std::size_t sizes = 40;
  /// The pool keeps no more unused memory than this. The rest of what a burst needed returns to the
  /// system.
  static constexpr std::size_t most_spare_bytes = std::size_t{64} << 20;

  [[nodiscard]] static std::size_t index_of_size(std::size_t bytes);

  std::array<Spare*, sizes> spare_{};
  std::size_t spare_bytes_ = 0;
};

}  // namespace strobe::bcs::runtime
