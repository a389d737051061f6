// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/memory_pool.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace strobe::bcs::runtime {

std::size_t MemoryPool::index_of_size(std::size_t bytes) {
  return static_cast<std::size_t>(std::countr_zero(bytes) - std::countr_zero(least_bytes));
}

MemoryPool::Block MemoryPool::take(std::size_t bytes) {
  const std::size_t size = std::bit_ceil(std::max(bytes, least_bytes));
  Spare*& spare = spare_[index_of_size(size)];
  if (spare == nullptr) return {static_cast<std::byte*>(::operator new(size)), size};
  const Block block{reinterpret_cast<std::byte*>(spare), size};
  spare = spare->next;
  spare_bytes_ -= size;
  return block;
}

void MemoryPool::put_back(Block block) {
  if (spare_bytes_ + block.bytes > most_spare_bytes) return ::operator delete(block.at);
  Spare*& spare = spare_[index_of_size(block.bytes)];
  spare = new (block.at) Spare{.next = spare};
  spare_bytes_ += block.bytes;
}

MemoryPool::~MemoryPool() {
  for (Spare*& spares : spare_) {
    while (Spare* const spare = spares) {
      spares = spare->next;
      ::operator delete(spare);
    }
  }
}

}  // namespace strobe::bcs::runtime
