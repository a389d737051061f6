// SPDX-License-Identifier: BSD-3-Clause
//
// The memory that the ranks of a node share: how it is laid out. Fresh memory, all zeros, is a
// segment in which nothing has happened yet.
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

/// The most data that a descriptor brings; where ranks are many, their rings bring less.
inline constexpr std::size_t most_data_with_descriptor = 64 * 1024;

/// Of one rank, what the others look at.
struct alignas(64) RankStatus {
  std::atomic<std::uint32_t> blocked;     ///< it can do nothing until somebody does something
  std::atomic<std::uint32_t> sleeping;    ///< and it sleeps on `blocked`
  std::atomic<std::uint32_t> wants_edge;  ///< and it has something to decide when nobody can go on
  std::atomic<std::uint32_t>
      active_threads;               ///< another thread of its process may yet do something
  std::atomic<std::uint32_t> edge;  ///< the slice that began with its last release at an edge
  std::atomic<std::int32_t> pid;
  std::atomic<std::uint32_t> has_departed;  ///< it takes no further part
  CooperativeCopyBoard cooperative_copy;
};

/// Of all ranks together. What is not atomic is read and written under the lock.
struct Control {
  alignas(64) Mutex lock;
  std::uint32_t blocked;
  std::uint32_t
      active_threads;      ///< of those, the ones of which another thread may yet do something
  std::uint32_t departed;  ///< ranks that take no further part
  std::uint32_t native;
  std::uint64_t activity;                          ///< grows whenever a rank goes on
  std::uint64_t sent;                              ///< descriptors to other nodes
  std::uint64_t received;                          ///< and from them
  alignas(64) std::atomic<std::uint32_t> wanting;  ///< blocked ranks that want an edge
  std::atomic<std::uint32_t> slice;
  std::atomic<std::uint32_t> deadlocked;  ///< how many ranks can never go on
  std::atomic<std::uint32_t> unproven;    ///< edges at which somebody was in a native call
  std::atomic<std::int64_t> epoch_ns;     ///< the begin of slice 0
  std::atomic<std::int64_t> edge_ns;      ///< that of the slice which the last edge began
  std::atomic<std::uint32_t> losses;      ///< how many ranks have noticed that one is gone
  std::atomic<std::uint32_t> reported;    ///< of those, how many have said what they wait for
};

/// What a rank says of itself when nobody can go on.
struct WaitReport {
  std::int32_t count;  ///< of ranks that could end its wait
  Rank waits_for[254];
  char text[3072];
};
struct WaitReportSlot {
  std::atomic<std::uint32_t> is_given;
  WaitReport report;
};

class Segment {
 public:
  /// How many bytes of zeros `ranks` ranks need.
  [[nodiscard]] static std::size_t bytes_for(int ranks);
  /// `memory` holds bytes_for(ranks) and is aligned as a page is.
  Segment(std::byte* memory, int ranks);

  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] Control& control() { return *reinterpret_cast<Control*>(memory_); }
  [[nodiscard]] RankStatus& status(Rank rank);
  [[nodiscard]] WaitReportSlot& wait_report(Rank rank);
  [[nodiscard]] Ring& ring(Rank from, Rank to);
  /// A power of two of bytes.
  [[nodiscard]] std::span<std::byte> payload(Rank from, Rank to);
  /// For whoever else shares something.
  [[nodiscard]] std::span<std::byte> pool();

 private:
  void ensure_is_here(Rank rank) const {
    base::ensure(static_cast<std::uint32_t>(rank) < static_cast<std::uint32_t>(ranks_),
                 "a rank is not on this node");
  }

  std::byte* memory_;
  int ranks_;
  std::size_t payload_bytes_, statuses_, wait_reports_, rings_, payloads_, pool_, end_;
};

}  // namespace strobe::bcs::runtime
