// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/shared_buffer_pool.hpp"

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>

#include "base/assert.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime::collectives {

namespace {

// Slot sizes are no powers of two, so that slots do not compete for the same cache sets.
constexpr std::size_t brief_slot_bytes = 3 * sizeof(ContributionSlot);
constexpr std::size_t least_slot_bytes = sizeof(ContributionSlot) + 512;
constexpr std::size_t small_slot_bytes = sizeof(ContributionSlot) + 4096;
constexpr std::size_t large_slot_bytes = sizeof(ContributionSlot) + 32 * 1024;
constexpr unsigned small_turns = 8;
constexpr unsigned large_turns = 4;

std::uint64_t packed(const Signature& signature) {
  return static_cast<std::uint64_t>(signature.kind) |
         static_cast<std::uint64_t>(signature.mode) << 8 |
         static_cast<std::uint64_t>(signature.operation) << 16 |
         static_cast<std::uint64_t>(signature.element) << 24 |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(signature.root)) << 32;
}

/// Checks that this is a packed signature.
void ensure_legal(std::uint64_t rest) {
  base::ensure((rest & 0xff) <= static_cast<std::uint64_t>(CollectiveKind::finalization) &&
                   (rest >> 8 & 0xff) <= static_cast<std::uint64_t>(CollectiveMode::persistent) &&
                   (rest >> 16 & 0xff) <= static_cast<std::uint64_t>(Operator::users) &&
                   (rest >> 24 & 0xff) <= static_cast<std::uint64_t>(Element::logical),
               "the history of a rank has a collective of unknown kind");
}

void clear(const SharedBuffers& buffers, int members) {
  buffers.lagging->store(0, std::memory_order_relaxed);
  const auto clear_stamps = [&](const SharedBuffer& buffer) {
    for (int member = 0; member < members; ++member) {
      for (unsigned turn = 0; turn < buffer.turns; ++turn) {
        buffer.slot(member, turn).stamp.store(0, std::memory_order_relaxed);
      }
    }
  };
  for (const std::optional<SharedBuffer>& buffer :
       {buffers.brief, std::optional(buffers.small), buffers.large}) {
    if (buffer) clear_stamps(*buffer);
  }
}

}  // namespace

// A reader that finds the same sequence number before and after has read an entry that was not
// written meanwhile (a seqlock).

void CallHistory::note(Context context, std::uint64_t sequence, const Signature& signature,
                       std::uint64_t remark) {
  Entry& entry = entries_[next_++ % kept];
  entry.sequence.store(0, std::memory_order_relaxed);
  entry.context.store(context, std::memory_order_release);
  entry.bytes.store(signature.bytes, std::memory_order_release);
  entry.rest.store(packed(signature), std::memory_order_release);
  entry.remark.store(remark, std::memory_order_release);
  entry.sequence.store(sequence, std::memory_order_release);
}

template <class Read>
auto CallHistory::read(Context context, std::uint64_t sequence, Read&& read) const
    -> decltype(read(std::declval<const Entry&>())) {
  for (const Entry& entry : entries_) {
    if (entry.sequence.load(std::memory_order_acquire) != sequence ||
        entry.context.load(std::memory_order_acquire) != context) {
      continue;
    }
    const auto found = read(entry);
    if (entry.sequence.load(std::memory_order_relaxed) == sequence) return found;
  }
  return std::nullopt;
}

std::optional<Signature> CallHistory::find(Context context, std::uint64_t sequence) const {
  return read(context, sequence, [&](const Entry& entry) -> std::optional<Signature> {
    const std::uint64_t rest = entry.rest.load(std::memory_order_acquire);
    if (entry.sequence.load(std::memory_order_relaxed) != sequence) return std::nullopt;
    ensure_legal(rest);
    return Signature{.kind = static_cast<CollectiveKind>(rest & 0xff),
                     .mode = static_cast<CollectiveMode>(rest >> 8 & 0xff),
                     .operation = static_cast<Operator>(rest >> 16 & 0xff),
                     .element = static_cast<Element>(rest >> 24 & 0xff),
                     .root = static_cast<std::int32_t>(rest >> 32),
                     .bytes = entry.bytes.load(std::memory_order_acquire)};
  });
}

std::optional<std::uint64_t> CallHistory::remark(Context context, std::uint64_t sequence) const {
  return read(context, sequence, [](const Entry& entry) {
    return std::optional(entry.remark.load(std::memory_order_acquire));
  });
}

SharedBufferPool::SharedBufferPool(Segment& segment) {
  const std::span<std::byte> pool = segment.pool();
  directory_ = reinterpret_cast<Directory*>(pool.data());
  constexpr std::size_t line = 64;
  const std::size_t histories = (sizeof(Directory) + line - 1) / line * line;
  histories_ = reinterpret_cast<CallHistory*>(pool.data() + histories);
  const std::size_t buffers =
      histories + static_cast<std::size_t>(segment.ranks()) * sizeof(CallHistory);
  buffers_ = pool.data() + buffers;
  buffers_bytes_ = pool.size() - buffers;
}

std::span<SharedBufferPool::Entry> SharedBufferPool::entries() const {
  base::ensure(directory_->used <= most_communicators,
               "the directory of collective buffers has more entries than it has room for");
  return std::span(directory_->entries).first(directory_->used);
}

SharedBufferPool::Entry* SharedBufferPool::find(Context context) {
  const std::span<Entry> entries = this->entries();
  const auto found = std::ranges::find_if(entries, [context](const Entry& entry) {
    return entry.members != 0 && entry.context == context;
  });
  return found != entries.end() ? &*found : nullptr;
}

SharedBufferPool::Entry* SharedBufferPool::new_entry() {
  const std::span<Entry> entries = this->entries();
  const auto found = std::ranges::find(entries, 0U, &Entry::members);
  if (found != entries.end()) return &*found;
  return directory_->used < most_communicators ? &directory_->entries[directory_->used++] : nullptr;
}

std::optional<std::uint64_t> SharedBufferPool::gap(std::uint64_t bytes, std::uint64_t end) const {
  const std::span<Entry> entries = this->entries();
  std::uint64_t begin = 0;
  for (;;) {
    if (begin + bytes > end) return std::nullopt;
    const auto taken = std::ranges::find_if(entries, [&](const Entry& entry) {
      return entry.members != 0 && entry.begin < begin + bytes && begin < entry.end;
    });
    if (taken == entries.end()) return begin;
    begin = taken->end;
  }
}

SharedBuffers SharedBufferPool::laid_out(Extent extent, std::byte* at, int members) {
  SharedBuffers buffers{.lagging = reinterpret_cast<Atomic<std::uint32_t>*>(at)};
  std::byte* end = at + sizeof(ContributionSlot);
  const auto buffer_of = [&](std::size_t slot_bytes, unsigned turns) {
    const SharedBuffer next{.at = end, .slot_bytes = slot_bytes, .turns = turns};
    end += next.bytes(members);
    return next;
  };
  buffers.small =
      buffer_of(extent == Extent::least ? least_slot_bytes : small_slot_bytes, small_turns);
  if (extent != Extent::least)
    buffers.brief = buffer_of(brief_slot_bytes, SharedBuffer::most_turns);
  if (extent == Extent::small_and_large) buffers.large = buffer_of(large_slot_bytes, large_turns);
  buffers.bytes = static_cast<std::size_t>(end - at);
  return buffers;
}

std::optional<SharedBuffers> SharedBufferPool::buffers(Context context, int members) {
  const std::lock_guard lock(directory_->lock);
  Entry* entry = find(context);
  if (entry == nullptr) {
    // All members must get the same answer, even if there is room again when a later one asks.
    if (directory_->is_full == 0) entry = new_entry();
    if (entry == nullptr) {
      directory_->is_full = 1;
      return std::nullopt;
    }
    STROBE_TRANSITION(allocating);
    *entry = {.context = context, .members = static_cast<std::uint32_t>(members)};
    // The first communicators get large buffers, and leave room for later ones.
    for (const auto& [extent, end] : {std::pair{Extent::small_and_large, buffers_bytes_ / 2},
                                      std::pair{Extent::small, buffers_bytes_ / 4 * 3},
                                      std::pair{Extent::least, buffers_bytes_}}) {
      const std::size_t bytes = laid_out(extent, buffers_, members).bytes;
      const std::optional<std::uint64_t> begin = gap(bytes, end);
      if (!begin) continue;
      entry->extent = extent;
      entry->begin = *begin;
      entry->end = *begin + bytes;
      clear(laid_out(extent, buffers_ + *begin, members), members);
      break;
    }
  }
  if (entry->extent == Extent::none) return std::nullopt;
  base::ensure(entry->begin <= buffers_bytes_,
               "a collective buffer begins after the end of the shared memory");
  const SharedBuffers buffers = laid_out(entry->extent, buffers_ + entry->begin, members);
  base::ensure(entry->extent <= Extent::small_and_large &&
                   buffers.bytes == entry->end - entry->begin && entry->end <= buffers_bytes_,
               "a collective buffer ends after the end of the shared memory");
  return buffers;
}

void SharedBufferPool::leave(Context context) {
  const std::lock_guard lock(directory_->lock);
  if (Entry* const entry = find(context)) --entry->members;
}

}  // namespace strobe::bcs::runtime::collectives
