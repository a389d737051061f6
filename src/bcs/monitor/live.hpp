// SPDX-License-Identifier: BSD-3-Clause
//
// The state of a running job for a live view: shared memory that the viewer creates, and in which
// each rank writes a few words at calls that take time stamps anyway. A reader may see the words of
// different instants; each word is consistent. Python reads it
// (python/strobe/coscheduling/live.py).
//
// It consists of a LiveHeader, which the viewer writes, a LiveRank for each rank, and the names of
// functions, live_name_bytes each.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/tick_clock.hpp"

namespace strobe::bcs::monitor {

struct Function;

inline constexpr std::uint64_t live_magic = 0x31657669'4c727453;  ///< "StrLive1"
inline constexpr std::size_t live_name_bytes = 48;

struct alignas(64) LiveHeader {
  std::uint64_t magic;
  std::uint32_t ranks;
  std::uint32_t functions;  ///< capacity for names
};

/// The first cache line is written once, `begin_ns` last; the second one by each call.
struct LiveRank {
  alignas(64) std::atomic<std::int64_t> begin_ns;  ///< by the monotonic clock; 0: not started
  std::atomic<std::uint64_t> begin_tick;           ///< at that time
  std::atomic<double> tick_s;
  std::atomic<std::uint32_t> has_ended;

  alignas(64) std::atomic<std::uint64_t> calls;
  std::atomic<std::uint64_t> messages;  ///< sent
  std::atomic<std::uint64_t> size_bytes;
  std::atomic<std::uint64_t> communication;  ///< ticks in completed blocking calls
  std::atomic<std::uint64_t> entered;        ///< the tick at which the call began
  std::atomic<std::uint32_t> function;       ///< current function, from 1; 0: the rank computes
  std::atomic<std::uint32_t> slice;
  std::atomic<std::int32_t> peer;  ///< the rank of the job that it waits for; -1: any
  std::atomic<std::int32_t> tag;   ///< -1 for any
};
inline constexpr std::int32_t live_no_peer = -2;

/// The part of one rank, for writing.
class Live {
 public:
  /// Null if the memory is not on this host. Takes some milliseconds to measure the rate of the
  /// tick clock. Throws strobe::Error if the memory has no space for the rank or the names.
  [[nodiscard]] static std::unique_ptr<Live> at(const std::string& path, std::int32_t rank,
                                                std::span<const Function> functions);
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;
  ~Live();

  void entered(std::uint32_t function, base::Ticks now) {
    own_->entered.store(now, std::memory_order_relaxed);
    own_->peer.store(live_no_peer, std::memory_order_relaxed);
    own_->function.store(function + 1, std::memory_order_relaxed);
  }
  /// The current call waits for this message.
  void waits_for(std::int32_t peer, std::int32_t tag) {
    own_->tag.store(tag, std::memory_order_relaxed);
    own_->peer.store(peer, std::memory_order_relaxed);
  }
  void left(std::uint64_t messages, std::int64_t size_bytes, base::Ticks communication,
            std::uint32_t slice) {
    own_->function.store(0, std::memory_order_relaxed);
    own_->calls.store(++calls_, std::memory_order_relaxed);
    own_->messages.store(messages, std::memory_order_relaxed);
    if (size_bytes > 0) {
      size_bytes_ += static_cast<std::uint64_t>(size_bytes);
      own_->size_bytes.store(size_bytes_, std::memory_order_relaxed);
    }
    own_->communication.store(communication, std::memory_order_relaxed);
    own_->slice.store(slice, std::memory_order_relaxed);
  }
  void ended() { own_->has_ended.store(1, std::memory_order_relaxed); }

 private:
  Live(void* memory, std::size_t bytes, std::int32_t rank, std::span<const Function> functions);

  void* memory_;
  std::size_t bytes_;
  LiveRank* own_;
  std::uint64_t calls_ = 0;
  std::uint64_t size_bytes_ = 0;
};

}  // namespace strobe::bcs::monitor
