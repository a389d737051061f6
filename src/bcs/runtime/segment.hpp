// SPDX-License-Identifier: BSD-3-Clause
//
// The layout of the memory that the ranks of a node share. Zeroed memory is the initial state.
//
// Each rank has a channel to each other rank: a ring of descriptors and a ring of bytes. On a node
// of few ranks all channels are there from the start. On larger nodes a pair of ranks gets its
// channel with its first message, from as many as the memory has room for. Pairs that come later
// share one channel of their receiver, to which they write in turns. So memory is bounded, and no
// pair is left without a channel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/assert.hpp"
#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/cooperative_copy.hpp"
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/member_set.hpp"
#include "bcs/runtime/receive_announcements.hpp"
#include "bcs/runtime/ring.hpp"

namespace strobe::bcs::runtime {

/// The most data that go with a descriptor. With many ranks the rings are smaller, and so is this.
inline constexpr std::size_t most_data_with_descriptor = 64 * 1024;

/// What a rank does, as far as others need to know it to wake it.
enum WaitState : std::uint32_t {
  awake,      ///< it polls, or computes without a progress thread
  blocked,    ///< it can do nothing until another rank acts
  computing,  ///< its progress thread sleeps, and has to be woken for what cannot wait
};

/// The state of one rank, which the others read.
struct alignas(64) RankStatus {
  /// A WaitState. The rank stores it and then looks for work (`turn`, `consumed`, a MemberSet);
  /// others give it work and then read this.
  Atomic<std::uint32_t> wait_state;
  /// It sleeps on the futex `wait_state`. It stores this and then reads that; who awakes it stores
  /// that and then reads this.
  Atomic<std::uint32_t> sleeping;
  // These two change under the lock of Control.
  Atomic<std::uint32_t> wants_edge;      ///< it has something to decide at an edge
  Atomic<std::uint32_t> active_threads;  ///< another thread of its process may still act
  /// The slice that began with the last edge that released it. The rank reads this after the
  /// `wait_state` that is stored after this.
  Atomic<std::uint32_t> edge;
  Atomic<std::int32_t> pid;
  /// It takes no further part, as it stores after all else and as Liveness reads.
  Atomic<std::uint32_t> has_departed;
  std::uint32_t native_calls;    ///< threads in calls into the MPI below
  std::uint32_t native_entries;  ///< such calls, so far
  /// Its progress thread sleeps on this futex. It reads this, then stores `wait_state` and looks
  /// for work; who has changed `wait_state` adds to this.
  Atomic<std::uint32_t> progress_signal;
  CooperativeCopyBoard cooperative_copy;
};

/// The state of all ranks together. The lock guards what is not atomic. What is atomic orders
/// nothing else, but `reported`, to which a rank adds after it has written its report.
struct Control {
  alignas(64) Mutex lock;
  std::uint32_t blocked;
  std::uint32_t active_threads;  ///< blocked ranks of which another thread may still act
  std::uint32_t departed;        ///< ranks that take no further part
  std::uint32_t native;          ///< ranks of which a thread is in a call into the MPI below
  std::uint64_t activity;        ///< grows whenever a rank stops being blocked
  std::uint64_t sent;            ///< descriptors to other nodes
  std::uint64_t received;        ///< descriptors from other nodes
  alignas(64) Atomic<std::uint32_t> wanting;  ///< blocked ranks that want an edge
  Atomic<std::uint32_t> slice;
  Atomic<std::uint32_t> deadlocked;  ///< how many ranks are deadlocked
  Atomic<std::uint32_t> unproven;    ///< edges while a rank was in a call into the MPI below
  Atomic<std::int64_t> epoch_ns;     ///< begin of slice 0
  Atomic<std::int64_t> edge_ns;      ///< begin of the slice of the last edge
  Atomic<std::uint32_t> losses;      ///< how many ranks have noticed a lost rank
  Atomic<std::int32_t> reporter;     ///< the process that reports an error for others, and ends
  Atomic<std::uint32_t> reported;    ///< deadlocked ranks that have written their wait report
  Atomic<std::uint32_t> pairs_with_channels;  ///< on large nodes; and pairs that found none left
};

/// What a deadlocked rank waits for.
struct WaitReport {
  std::int32_t count;  ///< how many ranks could end its wait
  Rank waits_for[254];
  char text[3072];
};
struct WaitReportSlot {
  Atomic<std::uint32_t> is_given;
  WaitReport report;
};

/// What the writers of a shared channel know together. The lock is held while one of them writes.
struct alignas(64) SharedWriters {
  Mutex lock;
  std::uint32_t position;  ///< of the next descriptor
  std::uint32_t end;       ///< of the data in the ring of bytes
};

/// The memory from one rank to another, or from several ranks to one.
struct Channel {
  Ring* ring = nullptr;              ///< null: the pair has no channel yet
  std::span<std::byte> payload;      ///< the ring of bytes; its size is a power of two
  SharedWriters* writers = nullptr;  ///< null: only one rank writes
  MemberSet waiting;                 ///< for room: members that write to a shared channel
};

class Segment {
 public:
  /// Up to so many ranks have all channels from the start, and poll all of them.
  static constexpr int most_polled_ranks = 8;
  static constexpr std::size_t most_fixed_bytes = std::size_t{64} << 20;
  static constexpr std::size_t most_bytes_per_rank = std::size_t{1} << 20;
  static constexpr int most_ranks = 16384;

  /// How many bytes of zeroed memory `ranks` ranks need: at most
  /// `most_fixed_bytes + ranks * most_bytes_per_rank`.
  [[nodiscard]] static std::size_t bytes_for(int ranks);
  /// `memory` has bytes_for(ranks) bytes and is aligned to a page. At most `most_pairs` pairs get
  /// channels of their own on a large node; only tests choose fewer than fit.
  Segment(std::byte* memory, int ranks,
          std::size_t most_pairs = std::numeric_limits<std::size_t>::max());

  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] Control& control() { return *reinterpret_cast<Control*>(memory_); }
  [[nodiscard]] RankStatus& status(Rank rank);
  [[nodiscard]] ReceiveBoard& receive_board(Rank rank);
  [[nodiscard]] WaitReportSlot& wait_report(Rank rank);
  /// Whether ranks poll all their channels. Otherwise writers add themselves to `arrivals`.
  [[nodiscard]] bool is_polled() const { return ranks_ <= most_polled_ranks; }
  /// The channel of a pair, if it has one.
  [[nodiscard]] Channel channel(Rank from, Rank to);
  /// The same for the writer, which gets a channel if it has none yet.
  [[nodiscard]] Channel open_channel(Rank from, Rank to);
  /// The channel of all pairs that got none of their own. On large nodes only.
  [[nodiscard]] Channel shared_channel(Rank to);
  [[nodiscard]] std::size_t payload_bytes() const { return payload_bytes_; }
  /// The ranks that have written to a rank since it last looked; `ranks()` stands for the shared
  /// channel. On large nodes only.
  [[nodiscard]] MemberSet arrivals(Rank to);
  /// Memory for other users, which the collectives are.
  [[nodiscard]] std::span<std::byte> pool();

 private:
  void ensure_on_node(Rank rank) const {
    base::ensure(static_cast<std::uint32_t>(rank) < static_cast<std::uint32_t>(ranks_),
                 "a rank is not on this node");
  }

  [[nodiscard]] Atomic<std::uint32_t>& pair(Rank from, Rank to);
  [[nodiscard]] Channel channel_at(std::size_t number);
  [[nodiscard]] MemberSet set_at(std::size_t place, Rank rank) const;

  std::byte* memory_;
  int ranks_;
  /// Large nodes: the shared channel of each rank comes first.
  std::size_t channels_ = 0;
  std::size_t payload_bytes_ = 0;
  std::size_t statuses_, receive_boards_, wait_reports_, pairs_, writers_, arrivals_, waiting_,
      pool_, rings_, payloads_, end_;
};

}  // namespace strobe::bcs::runtime
