// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/memory/allocations.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace strobe::bcs::memory {

namespace {

constexpr std::size_t room_bytes = std::size_t{1} << 20U;

// By system calls, since the library that this is in has functions of these names for the program.

/// Zeroed memory; null if the system has none.
void* map(std::size_t bytes) {
  const long at = syscall(SYS_mmap, nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
  return at == -1 ? nullptr : reinterpret_cast<void*>(at);
}

void unmap(void* memory, std::size_t bytes) { syscall(SYS_munmap, memory, bytes); }

/// The one that is there, or a new one, whichever thread is first.
template <class Item, class Make>
Item* find_or_make(std::atomic<Item*>& place, Make&& make) {
  Item* found = place.load(std::memory_order_acquire);
  if (found != nullptr) return found;
  Item* const made = make();
  if (made == nullptr) return nullptr;
  // What another thread has made meanwhile is used; the loss is small, and rare.
  return place.compare_exchange_strong(found, made, std::memory_order_acq_rel) ? made : found;
}

}  // namespace

Allocations::Page* Allocations::page_of(std::uintptr_t at) const {
  if (at >> address_bits != 0) return nullptr;
  Middle* const middle = top_[at >> middle_bits].load(std::memory_order_acquire);
  return middle == nullptr ? nullptr
                           : (*middle)[(at >> page_bits) % pages].load(std::memory_order_acquire);
}

Allocations::Page* Allocations::page_for(std::uintptr_t at) {
  if (at >> address_bits != 0) return nullptr;
  Middle* const middle = find_or_make(top_[at >> middle_bits],
                                      [] { return static_cast<Middle*>(map(sizeof(Middle))); });
  return middle == nullptr
             ? nullptr
             : find_or_make((*middle)[(at >> page_bits) % pages], [this] { return new_page(); });
}

Allocations::Page* Allocations::new_page() {
  for (;;) {
    std::byte* next = room_.load(std::memory_order_acquire);
    // The end of a room is at a multiple of its size.
    if (reinterpret_cast<std::uintptr_t>(next) % room_bytes == 0) {
      auto* const twice = static_cast<std::byte*>(map(2 * room_bytes));
      if (twice == nullptr) return nullptr;
      const std::size_t past = reinterpret_cast<std::uintptr_t>(twice) % room_bytes;
      // Its second page: the first address would be taken for an end.
      std::byte* const begin = twice + (past == 0 ? 0 : room_bytes - past) + sizeof(Page);
      if (!room_.compare_exchange_strong(next, begin, std::memory_order_acq_rel)) {
        unmap(twice, 2 * room_bytes);
      }
      continue;
    }
    if (room_.compare_exchange_weak(next, next + sizeof(Page), std::memory_order_acq_rel))
      return reinterpret_cast<Page*>(next);
  }
}

void Allocations::add(const void* memory, std::size_t bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  if (bytes > most_short_bytes) return add_long(at, bytes);
  if (at % granule != 0) return;
  if (Page* const page = page_for(at)) {
    page->sizes[at / granule % granules].store(static_cast<std::uint32_t>(bytes) + 1,
                                               std::memory_order_release);
  }
}

void Allocations::remove(const void* memory) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  Page* const page = page_of(at);
  const bool is_short =
      page != nullptr && at % granule == 0 &&
      page->sizes[at / granule % granules].exchange(0, std::memory_order_acq_rel) != 0;
  if (!is_short) remove_long(at);
}

Allocation Allocations::before(const void* memory) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  Allocation found;
  lock_of_long();
  const Long* const after = std::upper_bound(
      long_, long_ + long_count_, at,
      [](std::uintptr_t address, const Long& each) { return address < each.begin; });
  if (after != long_) found = {reinterpret_cast<const void*>(after[-1].begin), after[-1].bytes};
  unlock();
  const auto begin_of_long = reinterpret_cast<std::uintptr_t>(found.begin);
  const std::uintptr_t first = at > most_short_bytes ? at - most_short_bytes : 0;
  for (std::uintptr_t page_at = at >> page_bits << page_bits;; page_at -= 1U << page_bits) {
    if (const Page* const page = page_of(page_at)) {
      for (std::size_t i = std::min(granules, (at - page_at) / granule + 1); i-- != 0;) {
        const std::uint32_t size = page->sizes[i].load(std::memory_order_acquire);
        const std::uintptr_t begin = page_at + i * granule;
        if (size == 0 || begin < begin_of_long) continue;
        return {reinterpret_cast<const void*>(begin), size - 1};
      }
    }
    if (page_at <= first || page_at < begin_of_long || page_at == 0) return found;
  }
}

void Allocations::lock_of_long() {
  while (is_locked_.test_and_set(std::memory_order_acquire)) sched_yield();
}

void Allocations::add_long(std::uintptr_t at, std::size_t bytes) {
  lock_of_long();
  if (long_count_ == long_room_) {
    const std::size_t room = std::max<std::size_t>(256, 2 * long_room_);
    if (auto* const more = static_cast<Long*>(map(room * sizeof(Long)))) {
      if (long_ != nullptr) {
        std::memcpy(more, long_, long_count_ * sizeof(Long));
        unmap(long_, long_room_ * sizeof(Long));
      }
      long_ = more;
      long_room_ = room;
    }
  }
  if (long_count_ < long_room_) {
    Long* const place = std::upper_bound(
        long_, long_ + long_count_, at,
        [](std::uintptr_t address, const Long& each) { return address < each.begin; });
    std::memmove(place + 1, place,
                 static_cast<std::size_t>(long_ + long_count_ - place) * sizeof(Long));
    *place = {at, bytes};
    ++long_count_;
  }
  unlock();
}

bool Allocations::remove_long(std::uintptr_t at) {
  lock_of_long();
  Long* const end = long_ + long_count_;
  Long* const place = std::lower_bound(
      long_, end, at,
      [](const Long& each, std::uintptr_t address) { return each.begin < address; });
  const bool is_there = place != end && place->begin == at;
  if (is_there) {
    std::memmove(place, place + 1, static_cast<std::size_t>(end - place - 1) * sizeof(Long));
    --long_count_;
  }
  unlock();
  return is_there;
}

}  // namespace strobe::bcs::memory
