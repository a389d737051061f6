// SPDX-License-Identifier: BSD-3-Clause
//
// What collectives share beside messages, in the segment's pool: what each rank called last, so
// that calls that differ can be told, and areas in which the members of a communicator meet.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bcs/runtime/collectives/signature.hpp"
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime::collectives {

/// The collectives that a rank called last, of all its communicators. One writes, all may read.
class CallHistory {
 public:
  void note(Context context, std::uint64_t sequence, const Signature& signature);
  /// What it called then, if that is still known.
  [[nodiscard]] std::optional<Signature> find(Context context, std::uint64_t sequence) const;

  static constexpr std::size_t kept = 16;

 private:
  struct Entry {
    std::atomic<std::uint64_t> sequence;  ///< from 1; 0 while it is written
    std::atomic<std::uint64_t> context;
    std::atomic<std::uint64_t> bytes;
    std::atomic<std::uint64_t> rest;  ///< of the signature
  };
  alignas(64) std::array<Entry, kept> entries_;
  std::uint32_t next_;
};

/// A member's contribution to a collective, for all members to read.
struct alignas(64) ContributionSlot {
  /// Of the communicator's collectives, the one that this is for; written when all else is there.
  std::atomic<std::uint64_t> stamp;
  std::uint32_t mark;
  alignas(16) std::byte data[48];  ///< and as many more as the area's slots have
};

/// Each member has some slots, which it uses in turn.
struct SharedBuffer {
  std::byte* at = nullptr;
  std::size_t slot_bytes = 0;  ///< with the stamp
  unsigned turns = 0;          ///< slots of a member; a power of two

  [[nodiscard]] ContributionSlot& slot(int member, unsigned turn) const {
    return *reinterpret_cast<ContributionSlot*>(
        at + (static_cast<std::size_t>(member) * turns + turn) * slot_bytes);
  }
  [[nodiscard]] std::size_t capacity() const {
    return slot_bytes - offsetof(ContributionSlot, data);
  }
  [[nodiscard]] std::size_t bytes(int members) const {
    return static_cast<std::size_t>(members) * turns * slot_bytes;
  }
  static constexpr unsigned most_turns = 64;
};

/// What a communicator has of the pool.
struct SharedBuffers {
  /// How many members wait for a slot of theirs that others have not read yet.
  std::atomic<std::uint32_t>* lagging = nullptr;
  /// For a few words: so many slots that a root which shares its core with those it sends to gives
  /// it away once in dozens of broadcasts.
  std::optional<SharedBuffer> brief;
  SharedBuffer small{};
  std::optional<SharedBuffer> large;
  std::size_t bytes = 0;  ///< of all of it
};

class SharedBufferPool {
 public:
  explicit SharedBufferPool(Segment& segment);

  /// Of a rank of this node, by the segment's number.
  [[nodiscard]] CallHistory& history(int member) const { return histories_[member]; }
  /// The areas of a communicator: made by the first who asks, the same for all who ask later. None
  /// where there was no room then.
  [[nodiscard]] std::optional<SharedBuffers> areas(Context context, int members);
  /// Each member says once that it needs no area any more; the last one's word frees it.
  void leave(Context context);

 private:
  enum class Extent : std::uint32_t { none, least, small, small_and_large };
  struct Entry {
    Context context;
    std::uint32_t members;  ///< that have not left yet; 0: the entry is free
    Extent extent;
    std::uint64_t begin;
    std::uint64_t end;
  };
  static constexpr std::size_t most_areas = 1024;
  struct Directory {
    Mutex lock;
    std::uint32_t used;     ///< entries, free ones among them
    std::uint32_t is_full;  ///< since an entry was missing; from then on there are no new ones
    std::array<Entry, most_areas> entries;
  };

  [[nodiscard]] std::span<Entry> entries() const;
  [[nodiscard]] Entry* find(Context context);
  [[nodiscard]] Entry* new_entry();
  [[nodiscard]] static SharedBuffers laid_out(Extent extent, std::byte* at, int members);
  /// The first room for so many bytes before `end`.
  [[nodiscard]] std::optional<std::uint64_t> gap(std::uint64_t bytes, std::uint64_t end) const;

  Directory* directory_;
  CallHistory* histories_;
  std::byte* areas_;
  std::size_t areas_bytes_;
};

}  // namespace strobe::bcs::runtime::collectives
