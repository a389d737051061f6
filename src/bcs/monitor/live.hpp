// SPDX-License-Identifier: BSD-3-Clause
//
// What a job does now, for whoever watches it: a piece of memory that the watcher makes and that
// each rank writes a few words of, at calls for which time stamps are taken anyway. Words are read
// while they change: each is whole, several need not be of one instant. Python reads it
// (python/strobe/coscheduling/live.py).
//
// It begins with a LiveHeader, which the watcher writes; then comes a LiveRank for each rank; then
// the names of functions, live_name_bytes each.
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
  std::uint32_t functions;  ///< names that there is room for
};

/// The first line is written once, `begin_ns` last; the second one by every call.
struct LiveRank {
  alignas(64) std::atomic<std::int64_t> begin_ns;  ///< by the monotonic clock; 0: not begun
  std::atomic<std::uint64_t> begin_tick;           ///< at that time
  std::atomic<double> tick_s;
  std::atomic<std::uint32_t> has_ended;

  alignas(64) std::atomic<std::uint64_t> calls;
  std::atomic<std::uint64_t> messages;  ///< that were sent
  std::atomic<std::uint64_t> size_bytes;
  std::atomic<std::uint64_t> communication;  ///< ticks in blocking calls that are over
  std::atomic<std::uint64_t> entered;        ///< the tick at which the call began
  std::atomic<std::uint32_t> function;       ///< that the rank is in, from 1 on; 0: it computes
  std::atomic<std::uint32_t> slice;
  std::atomic<std::int32_t> peer;  ///< that it waits for: a rank of the job, -1 for any
  std::atomic<std::int32_t> tag;   ///< -1 for any
};
inline constexpr std::int32_t live_no_peer = -2;

/// One rank's part, as it writes it.
class Live {
 public:
  /// Null where the watcher's memory is not on this host. Takes some milliseconds, since what a
  /// tick is worth has to be known before the end. Throws strobe::Error where the memory has no
  /// room for the rank or the names.
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
  /// Within a call.
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
