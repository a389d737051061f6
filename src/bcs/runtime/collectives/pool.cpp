// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/pool.hpp"

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>

#include "base/assert.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime::collectives {

namespace {

// Slots are not a power of two apart, which would have them all in the same few lines of a cache.
constexpr std::size_t brief_slot_bytes = 3 * sizeof(Slot);
constexpr std::size_t least_slot_bytes = sizeof(Slot) + 512;
constexpr std::size_t small_slot_bytes = sizeof(Slot) + 4096;
constexpr std::size_t large_slot_bytes = sizeof(Slot) + 32 * 1024;
constexpr unsigned small_turns = 8;
constexpr unsigned large_turns = 4;

std::uint64_t packed(const Signature& signature) {
  return static_cast<std::uint64_t>(signature.kind) |
         static_cast<std::uint64_t>(signature.form) << 8 |
         static_cast<std::uint64_t>(signature.operation) << 16 |
         static_cast<std::uint64_t>(signature.element) << 24 |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(signature.root)) << 32;
}

/// That it is a signature, packed.
void ensure_legal(std::uint64_t rest) {
  base::ensure((rest & 0xff) <= static_cast<std::uint64_t>(Kind::finalization) &&
                   (rest >> 8 & 0xff) <= static_cast<std::uint64_t>(Form::persistent) &&
                   (rest >> 16 & 0xff) <= static_cast<std::uint64_t>(Operator::users) &&
                   (rest >> 24 & 0xff) <= static_cast<std::uint64_t>(Element::logical),
               "a rank has called a collective of no kind that there is");
}

void clear(const Areas& areas, int members) {
  areas.lagging->store(0, std::memory_order_relaxed);
  const auto clear_stamps = [&](const Area& area) {
    for (int member = 0; member < members; ++member) {
      for (unsigned turn = 0; turn < area.turns; ++turn) {
        area.slot(member, turn).stamp.store(0, std::memory_order_relaxed);
      }
    }
  };
  for (const std::optional<Area>& area : {areas.brief, std::optional(areas.small), areas.large}) {
    if (area) clear_stamps(*area);
  }
}

}  // namespace

// Whoever finds the same sequence before and after has read an entry that was not written
// meanwhile.

void History::note(Context context, std::uint64_t sequence, const Signature& signature) {
  Entry& entry = entries_[next_++ % kept];
  entry.sequence.store(0, std::memory_order_relaxed);
  entry.context.store(context, std::memory_order_release);
  entry.bytes.store(signature.bytes, std::memory_order_release);
  entry.rest.store(packed(signature), std::memory_order_release);
  entry.sequence.store(sequence, std::memory_order_release);
}

std::optional<Signature> History::find(Context context, std::uint64_t sequence) const {
  for (const Entry& entry : entries_) {
    if (entry.sequence.load(std::memory_order_acquire) != sequence ||
        entry.context.load(std::memory_order_acquire) != context) {
      continue;
    }
    const std::uint64_t rest = entry.rest.load(std::memory_order_acquire);
    if (entry.sequence.load(std::memory_order_relaxed) != sequence) continue;
    ensure_legal(rest);
    const Signature signature{.kind = static_cast<Kind>(rest & 0xff),
                              .form = static_cast<Form>(rest >> 8 & 0xff),
                              .operation = static_cast<Operator>(rest >> 16 & 0xff),
                              .element = static_cast<Element>(rest >> 24 & 0xff),
                              .root = static_cast<std::int32_t>(rest >> 32),
                              .bytes = entry.bytes.load(std::memory_order_acquire)};
    if (entry.sequence.load(std::memory_order_relaxed) == sequence) return signature;
  }
  return std::nullopt;
}

Pool::Pool(Segment& segment) {
  const std::span<std::byte> pool = segment.pool();
  directory_ = reinterpret_cast<Directory*>(pool.data());
  constexpr std::size_t line = 64;
  const std::size_t histories = (sizeof(Directory) + line - 1) / line * line;
  histories_ = reinterpret_cast<History*>(pool.data() + histories);
  const std::size_t areas = histories + static_cast<std::size_t>(segment.ranks()) * sizeof(History);
  areas_ = pool.data() + areas;
  areas_bytes_ = pool.size() - areas;
}

std::span<Pool::Entry> Pool::entries() const {
  base::ensure(directory_->used <= most_areas, "there are more areas of collectives than places");
  return std::span(directory_->entries).first(directory_->used);
}

Pool::Entry* Pool::find(Context context) {
  const std::span<Entry> entries = this->entries();
  const auto found = std::ranges::find_if(entries, [context](const Entry& entry) {
    return entry.members != 0 && entry.context == context;
  });
  return found != entries.end() ? &*found : nullptr;
}

Pool::Entry* Pool::new_entry() {
  const std::span<Entry> entries = this->entries();
  const auto found = std::ranges::find(entries, 0U, &Entry::members);
  if (found != entries.end()) return &*found;
  return directory_->used < most_areas ? &directory_->entries[directory_->used++] : nullptr;
}

std::optional<std::uint64_t> Pool::gap(std::uint64_t bytes, std::uint64_t end) const {
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

Areas Pool::laid_out(Extent extent, std::byte* at, int members) {
  Areas areas{.lagging = reinterpret_cast<std::atomic<std::uint32_t>*>(at)};
  std::byte* end = at + sizeof(Slot);
  const auto area = [&](std::size_t slot_bytes, unsigned turns) {
    const Area next{.at = end, .slot_bytes = slot_bytes, .turns = turns};
    end += next.bytes(members);
    return next;
  };
  areas.small = area(extent == Extent::least ? least_slot_bytes : small_slot_bytes, small_turns);
  if (extent != Extent::least) areas.brief = area(brief_slot_bytes, Area::most_turns);
  if (extent == Extent::small_and_large) areas.large = area(large_slot_bytes, large_turns);
  areas.bytes = static_cast<std::size_t>(end - at);
  return areas;
}

std::optional<Areas> Pool::areas(Context context, int members) {
  const std::lock_guard lock(directory_->lock);
  Entry* entry = find(context);
  if (entry == nullptr) {
    // All members must say the same, those that ask when there is room again, too.
    if (directory_->is_full == 0) entry = new_entry();
    if (entry == nullptr) {
      directory_->is_full = 1;
      return std::nullopt;
    }
    STROBE_TRANSITION(area);
    *entry = {.context = context, .members = static_cast<std::uint32_t>(members)};
    // Those that come first get most, and leave something to those that come later.
    for (const auto& [extent, end] :
         {std::pair{Extent::small_and_large, areas_bytes_ / 2},
          std::pair{Extent::small, areas_bytes_ / 4 * 3}, std::pair{Extent::least, areas_bytes_}}) {
      const std::size_t bytes = laid_out(extent, areas_, members).bytes;
      const std::optional<std::uint64_t> begin = gap(bytes, end);
      if (!begin) continue;
      entry->extent = extent;
      entry->begin = *begin;
      entry->end = *begin + bytes;
      clear(laid_out(extent, areas_ + *begin, members), members);
      break;
    }
  }
  if (entry->extent == Extent::none) return std::nullopt;
  base::ensure(entry->begin <= areas_bytes_,
               "an area of collectives begins after the end of its memory");
  const Areas areas = laid_out(entry->extent, areas_ + entry->begin, members);
  base::ensure(entry->extent <= Extent::small_and_large &&
                   areas.bytes == entry->end - entry->begin && entry->end <= areas_bytes_,
               "an area of collectives lies outside of its memory");
  return areas;
}

void Pool::leave(Context context) {
  const std::lock_guard lock(directory_->lock);
  if (Entry* const entry = find(context)) --entry->members;
}

}  // namespace strobe::bcs::runtime::collectives
