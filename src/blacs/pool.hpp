// SPDX-License-Identifier: BSD-3-Clause
//
// The buffers behind locally-blocking sends (LAPACK Working Note 73, section 6.2.2). A buffer is
// ready (free), active (a message leaves from it), or, for a moment, inactive (its message has
// left, and nobody has seen that). Active buffers are polled after a send has been begun, so
// that the receiver does not wait for it, and only a few of them each time, so that many
// outstanding sends cost no more than few. Where no memory is left, or more is active than the
// pool may hold, an emergency waits for buffers to become inactive, and names those that do not.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "blacs/optional_mutex.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

/// Memory for one message, aligned for vectors. Its capacity is a power of two. In one of some
/// pages the data may begin anywhere in the first: a copy to addresses that are a little larger
/// than those it reads, in their lower 12 bits, may take 20 times as long as another (`rep movsb`
/// of AMD's Zen: sourceware.org, bug 30994).
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t capacity_bytes)
      : memory_(static_cast<std::byte*>(
            std::aligned_alloc(vector_bytes, capacity_bytes + room_before(capacity_bytes)))),
        capacity_bytes_(capacity_bytes) {
    if (!memory_) throw std::bad_alloc();
  }

  [[nodiscard]] bool exists() const { return memory_ != nullptr; }
  [[nodiscard]] std::byte* data() const { return memory_.get() + offset_bytes_; }
  [[nodiscard]] std::size_t capacity_bytes() const { return capacity_bytes_; }

  /// Lets the data begin half a page from where `other` does, in the lower 12 bits.
  void keep_away_from(const void* other) {
    if (room_before(capacity_bytes_) == 0) return;
    const auto theirs = reinterpret_cast<std::uintptr_t>(other) + page_bytes / 2;
    const auto ours = reinterpret_cast<std::uintptr_t>(memory_.get());
    offset_bytes_ = (theirs - ours) % page_bytes / vector_bytes * vector_bytes;
  }

 private:
  static constexpr std::size_t vector_bytes = 64;
  static constexpr std::size_t page_bytes = 4096;

  [[nodiscard]] static std::size_t room_before(std::size_t capacity_bytes) {
    return capacity_bytes <= page_bytes ? 0 : page_bytes;
  }

  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t capacity_bytes_ = 0;
  std::size_t offset_bytes_ = 0;
};

/// A send as the emergency's report names it.
struct Sent {
  int context = 0;
  int row = 0;  ///< of the destination
  int column = 0;
  int id = 0;
  std::size_t size_bytes = 0;
};

struct PoolLimits {
  std::size_t active_bytes = 0;  ///< how much may be on its way
  std::chrono::duration<double> emergency{60};
};

/// `Wire::Request` is a message on its way, and `Wire::test(request)` says whether it has left.
template <class Wire>
class Pool {
 public:
  using Request = typename Wire::Request;

  explicit Pool(PoolLimits limits) : limits_(limits) {}

  /// From now on several threads may call.
  void share() { mutex_.use(); }

  /// A buffer of at least that size; it comes from the ready ones if there is a fitting one.
  [[nodiscard]] Buffer take(std::size_t size_bytes) {
    std::unique_lock guard(mutex_);
    const std::size_t kind = kind_of(size_bytes);
    if (active_bytes_ + size_bytes > limits_.active_bytes) [[unlikely]]
      wait_for_room(size_bytes, guard);
    std::vector<Buffer>& ready = ready_[kind];
    if (ready.empty()) return allocate(capacity_of(kind), guard);
    Buffer buffer = std::move(ready.back());
    ready.pop_back();
    ready_bytes_ -= buffer.capacity_bytes();
    return buffer;
  }

  /// A buffer that no message leaves from, back. Only so much is kept ready.
  void give_back(Buffer buffer) noexcept {
    const std::lock_guard guard(mutex_);
    make_ready(std::move(buffer));
  }

  /// A message has begun to leave from the buffer. Most have left at once.
  void begin(Buffer buffer, Request request, const Sent& sent) {
    const std::lock_guard guard(mutex_);
    const bool has_left = Wire::test(request);
    look_at_a_few();
    if (has_left) {
      make_ready(std::move(buffer));
    } else {
      active_bytes_ += buffer.capacity_bytes();
      active_.push_back({std::move(buffer), request, sent});
    }
  }

  /// Looks at a few active buffers, beginning where the last look ended.
  void poll() {
    const std::lock_guard guard(mutex_);
    look_at_a_few();
  }

  /// Waits until nothing is active.
  void drain() {
    const std::lock_guard guard(mutex_);
    while (!active_.empty()) look_at_next();
  }

  /// Frees what is ready.
  void release() {
    const std::lock_guard guard(mutex_);
    free_ready();
  }

  /// A list of what is active.
  [[nodiscard]] std::string outstanding() const {
    std::string text;
    for (const Active& active : active_) {
      const Sent& sent = active.sent;
      text += base::format(" [context {} to {{{},{}}} id {}: {} bytes]", sent.context, sent.row,
                           sent.column, sent.id, sent.size_bytes);
    }
    return text;
  }

  [[nodiscard]] std::size_t active() const { return active_.size(); }
  [[nodiscard]] std::size_t active_bytes() const { return active_bytes_; }
  [[nodiscard]] std::size_t ready_bytes() const { return ready_bytes_; }

  static constexpr std::size_t ready_limit_bytes = std::size_t{64} << 20;

 private:
  struct Active {
    Buffer buffer;
    Request request;
    Sent sent;
  };

  static constexpr int looks_of_a_poll = 2;
  static constexpr std::size_t smallest_bytes = 256;
  static constexpr std::size_t kinds = 64;

  /// Buffers of one kind have one capacity: the smallest power of two that holds the message.
  [[nodiscard]] static std::size_t kind_of(std::size_t size_bytes) {
    return static_cast<std::size_t>(std::bit_width(std::max(size_bytes, smallest_bytes) - 1));
  }
  [[nodiscard]] static std::size_t capacity_of(std::size_t kind) { return std::size_t{1} << kind; }

  void make_ready(Buffer buffer) noexcept {
    const std::size_t capacity_bytes = buffer.capacity_bytes();
    if (ready_bytes_ + capacity_bytes > ready_limit_bytes) return;
    try {
      ready_[kind_of(capacity_bytes)].push_back(std::move(buffer));
      ready_bytes_ += capacity_bytes;
    } catch (const std::bad_alloc&) {
      // There is no room to remember it, so it is freed.
    }
  }

  void free_ready() {
    for (std::vector<Buffer>& ready : ready_) std::vector<Buffer>().swap(ready);
    ready_bytes_ = 0;
  }

  void look_at_a_few() {
    for (int looks = 0; looks < looks_of_a_poll && !active_.empty(); ++looks) look_at_next();
  }

  void look_at_next() {
    if (next_ >= active_.size()) next_ = 0;
    Active& looked_at = active_[next_];
    if (!Wire::test(looked_at.request)) {
      ++next_;
      return;
    }
    active_bytes_ -= looked_at.buffer.capacity_bytes();
    make_ready(std::move(looked_at.buffer));
    if (next_ + 1 < active_.size()) looked_at = std::move(active_.back());
    active_.pop_back();
  }

  using Guard = std::unique_lock<OptionalMutex>;

  [[nodiscard]] Buffer allocate(std::size_t capacity_bytes, Guard& guard) {
    try {
      return Buffer(capacity_bytes);
    } catch (const std::bad_alloc&) {
      free_ready();
      emergency("memory", guard, [&] {
        free_ready();
        return can_allocate(capacity_bytes);
      });
      return Buffer(capacity_bytes);
    }
  }

  [[nodiscard]] static bool can_allocate(std::size_t capacity_bytes) {
    return static_cast<bool>(
        std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[capacity_bytes]));
  }

  void wait_for_room(std::size_t size_bytes, Guard& guard) {
    if (active_.empty()) return;  // a message beyond the limit goes alone
    emergency("room in the pool", guard, [&] {
      return active_.empty() || active_bytes_ + size_bytes <= limits_.active_bytes;
    });
  }

  /// Polls until `relieved`, for as long as the user lets us. Other threads go on meanwhile: they
  /// may have to receive what this process has sent itself, or what lets others receive.
  template <class Relieved>
  void emergency(const char* what, Guard& guard, Relieved relieved) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + limits_.emergency;
    while (!relieved()) {
      if (Clock::now() > end || active_.empty()) throw Error(report(what));
      for (std::size_t looks = active_.size(); looks > 0 && !active_.empty(); --looks) {
        look_at_next();
      }
      guard.unlock();
      std::this_thread::yield();
      guard.lock();
    }
  }

  [[nodiscard]] std::string report(const char* what) const {
    return base::format(
        "no {} for another send after waiting {} s (STROBE_BLACS_EMERGENCY_S) for {} outstanding "
        "sends of {} bytes, whose receives may be missing:{}",
        what, limits_.emergency.count(), active_.size(), active_bytes_, outstanding());
  }

  PoolLimits limits_;
  OptionalMutex mutex_;
  std::vector<Active> active_;
  std::size_t next_ = 0;
  std::size_t active_bytes_ = 0;
  std::array<std::vector<Buffer>, kinds> ready_;
  std::size_t ready_bytes_ = 0;
};

}  // namespace strobe::blacs
