// SPDX-License-Identifier: BSD-3-Clause
//
// The shared memory of collectives, in the segment's pool: the last calls of each rank, so that
// mismatched calls can be detected, and the buffers of communicators.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/collectives/signature.hpp"
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime::collectives {

/// The last collectives that a rank called, in all its communicators. The rank writes, all may
/// read.
class CallHistory {
 public:
  /// `remark` is for others to read (Collectives::set_remark).
  void note(Context context, std::uint64_t sequence, const Signature& signature,
            std::uint64_t remark);
  /// The call with this sequence number, if the history still has it.
  [[nodiscard]] std::optional<Signature> find(Context context, std::uint64_t sequence) const;
  /// Its remark.
  [[nodiscard]] std::optional<std::uint64_t> remark(Context context, std::uint64_t sequence) const;

  static constexpr std::size_t kept = 16;

 private:
  struct Entry {
    Atomic<std::uint64_t> sequence;  ///< from 1; 0 while the entry is written
    Atomic<std::uint64_t> context;
    Atomic<std::uint64_t> bytes;
    Atomic<std::uint64_t> rest;  ///< of the signature
    Atomic<std::uint64_t> remark;
  };
  /// What `read(entry)` reads of the call, if it returns something and the history has the call.
  template <class Read>
  [[nodiscard]] auto read(Context context, std::uint64_t sequence, Read&& read) const
      -> decltype(read(std::declval<const Entry&>()));

  alignas(64) std::array<Entry, kept> entries_;
  std::uint32_t next_;
};

/// A member's contribution to a collective, for all members to read.
struct alignas(64) ContributionSlot {
  /// Sequence number of the collective among those that use this buffer. Its member stores it last,
  /// and then reads `wait_state` of those that wait for it, which read it after they have stored
  /// that.
  Atomic<std::uint64_t> stamp;
  std::uint32_t mark;
  alignas(16) std::byte data[48];  ///< and more, in slots of larger buffers
};

/// Slots of all members. Each member uses its slots in turn.
struct SharedBuffer {
  std::byte* at = nullptr;
  std::size_t slot_bytes = 0;  ///< including the stamp
  unsigned turns = 0;          ///< slots of each member; a power of two

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

/// The buffers of a communicator.
struct SharedBuffers {
  /// How many members wait until others have read one of their slots.
  Atomic<std::uint32_t>* lagging = nullptr;
  /// For a few words. It has so many slots that a root that shares its core with the receivers
  /// yields the core only once in dozens of broadcasts.
  std::optional<SharedBuffer> brief;
  SharedBuffer small{};
  std::optional<SharedBuffer> large;
  std::size_t bytes = 0;  ///< of all buffers
};

class SharedBufferPool {
 public:
  explicit SharedBufferPool(Segment& segment);

  /// The history of a rank of this node, by its number in the segment.
  [[nodiscard]] CallHistory& history(int member) const { return histories_[member]; }
  /// The buffers of a communicator. The first member that asks allocates them; later members get
  /// the same. None if there was no room then.
  [[nodiscard]] std::optional<SharedBuffers> buffers(Context context, int members);
  /// Each member calls this once, when it needs the buffers no more. The last call frees them.
  void leave(Context context);

 private:
  enum class Extent : std::uint32_t { none, least, small, small_and_large };
  struct Entry {
    Context context;
    std::uint32_t members;  ///< that have not left; 0: the entry is free
    Extent extent;
    std::uint64_t begin;
    std::uint64_t end;
  };
  static constexpr std::size_t most_communicators = 1024;
  struct Directory {
    Mutex lock;
    std::uint32_t used;     ///< entries, including free ones
    std::uint32_t is_full;  ///< set when no entry was left; no communicator gets buffers afterwards
    std::array<Entry, most_communicators> entries;
  };

  [[nodiscard]] std::span<Entry> entries() const;
  [[nodiscard]] Entry* find(Context context);
  [[nodiscard]] Entry* new_entry();
  [[nodiscard]] static SharedBuffers laid_out(Extent extent, std::byte* at, int members);
  /// The begin of the first gap of so many bytes before `end`.
  [[nodiscard]] std::optional<std::uint64_t> gap(std::uint64_t bytes, std::uint64_t end) const;

  Directory* directory_;
  CallHistory* histories_;
  std::byte* buffers_;
  std::size_t buffers_bytes_;
};

}  // namespace strobe::bcs::runtime::collectives
