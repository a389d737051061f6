// SPDX-License-Identifier: BSD-3-Clause
//
// The layout of the memory that the ranks of a node share. Zeroed memory is the initial state.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/assert.hpp"
#include "bcs/runtime/cooperative_copy.hpp"
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/ring.hpp"

namespace strobe::bcs::runtime {

/// The most data that go with a descriptor. With many ranks the rings are smaller, and so is this.
inline constexpr std::size_t most_data_with_descriptor = 64 * 1024;

/// The state of one rank, which the others read.
struct alignas(64) RankStatus {
  std::atomic<std::uint32_t> blocked;         ///< it can do nothing until another rank acts
  std::atomic<std::uint32_t> sleeping;        ///< it sleeps on the futex `blocked`
  std::atomic<std::uint32_t> wants_edge;      ///< it has something to decide at an edge
  std::atomic<std::uint32_t> active_threads;  ///< another thread of its process may still act
  std::atomic<std::uint32_t> edge;  ///< the slice that began with the last edge that released it
  std::atomic<std::int32_t> pid;
  std::atomic<std::uint32_t> has_departed;  ///< it takes no further part
  std::uint32_t native_calls;               ///< threads in calls into the MPI below
  CooperativeCopyBoard cooperative_copy;
};

/// The state of all ranks together. The lock guards what is not atomic.
struct Control {
  alignas(64) Mutex lock;
  std::uint32_t blocked;
  std::uint32_t active_threads;    ///< blocked ranks of which another thread may still act
  std::uint32_t departed;          ///< ranks that take no further part
  std::uint32_t native;            ///< ranks of which a thread is in a call into the MPI below
  std::uint32_t native_unblocked;  ///< of these, the ranks that are not blocked
  std::uint64_t activity;          ///< grows whenever a rank stops being blocked
  std::uint64_t sent;              ///< descriptors to other nodes
  std::uint64_t received;          ///< descriptors from other nodes
  alignas(64) std::atomic<std::uint32_t> wanting;  ///< blocked ranks that want an edge
  std::atomic<std::uint32_t> slice;
  std::atomic<std::uint32_t> deadlocked;  ///< how many ranks are deadlocked
  std::atomic<std::uint32_t> unproven;    ///< edges while a rank was in a call into the MPI below
  std::atomic<std::int64_t> epoch_ns;     ///< begin of slice 0
  std::atomic<std::int64_t> edge_ns;      ///< begin of the slice of the last edge
  std::atomic<std::uint32_t> losses;      ///< how many ranks have noticed a lost rank
  std::atomic<std::uint32_t> reported;    ///< deadlocked ranks that have written their wait report
};

/// What a deadlocked rank waits for.
struct WaitReport {
  std::int32_t count;  ///< how many ranks could end its wait
  Rank waits_for[254];
  char text[3072];
};
struct WaitReportSlot {
  std::atomic<std::uint32_t> is_given;
  WaitReport report;
};

class Segment {
 public:
  /// How many bytes of zeroed memory `ranks` ranks need.
  [[nodiscard]] static std::size_t bytes_for(int ranks);
  /// `memory` has bytes_for(ranks) bytes and is aligned to a page.
  Segment(std::byte* memory, int ranks);

  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] Control& control() { return *reinterpret_cast<Control*>(memory_); }
  [[nodiscard]] RankStatus& status(Rank rank);
  [[nodiscard]] WaitReportSlot& wait_report(Rank rank);
  [[nodiscard]] Ring& ring(Rank from, Rank to);
  /// The ring of bytes; its size is a power of two.
  [[nodiscard]] std::span<std::byte> payload(Rank from, Rank to);
  /// Memory for other users, which the collectives are.
  [[nodiscard]] std::span<std::byte> pool();

 private:
  void ensure_on_node(Rank rank) const {
    base::ensure(static_cast<std::uint32_t>(rank) < static_cast<std::uint32_t>(ranks_),
                 "a rank is not on this node");
  }

  std::byte* memory_;
  int ranks_;
  std::size_t payload_bytes_, statuses_, wait_reports_, rings_, payloads_, pool_, end_;
};

}  // namespace strobe::bcs::runtime
