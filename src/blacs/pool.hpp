// SPDX-License-Identifier: BSD-3-Clause
//
// The buffers of locally-blocking sends (LAPACK Working Note 73, section 6.2.2). A buffer is ready
// (free), active (a send uses it) or inactive (its send is complete, but the pool has not noticed).
// Active buffers are polled after a send has started, so that the receiver need not wait for the
// polls. Each time only a few are polled, so a send costs the same however many are outstanding. An
// emergency means that there is no memory, or that the active buffers reach the limit. The pool
// then waits for sends to complete; if they do not, it throws an error that lists them.
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

/// Memory for one message, aligned for vectors. The capacity is a power of two. In a buffer above
/// one page the offset of the data in the first page is free. It is chosen because a copy can take
/// 20 times as long if the lower 12 bits of the target address are slightly above those of the
/// source
/// (`rep movsb` on AMD Zen: sourceware.org, bug 30994).
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

  /// Starts the data half a page away from `other`, modulo the page size.
  void avoid_aliasing_with(const void* other) {
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

/// A send as error messages name it.
struct SendInfo {
  int context = 0;
  int rank = 0;     ///< of the destination
  int columns = 1;  ///< of the grid
  int id = 0;
  std::size_t size_bytes = 0;
};

struct PoolLimits {
  std::size_t active_bytes = 0;  ///< limit of the active buffers
  std::chrono::duration<double> emergency{60};
};

/// `Transport::Request` is a send, and `Transport::test(request)` says whether it is complete.
template <class Transport>
class Pool {
 public:
  using Request = typename Transport::Request;

  explicit Pool(PoolLimits limits) : limits_(limits) {}

  /// Must be called before several threads use the pool.
  void share() { mutex_.use(); }

  /// A buffer of at least this size: a ready one if there is one, else a new one.
  [[nodiscard]] Buffer take(std::size_t size_bytes) {
    std::unique_lock guard(mutex_);
    const std::size_t size_class = class_of(size_bytes);
    if (active_bytes_ + size_bytes > limits_.active_bytes) [[unlikely]]
      wait_for_room(size_bytes, guard);
    auto& [ready, last_taken] = size_classes_[size_class];
    last_taken = ++taken_;
    if (ready.empty()) return allocate(capacity_of(size_class), guard);
    Buffer buffer = std::move(ready.back());
    ready.pop_back();
    ready_bytes_ -= buffer.capacity_bytes();
    return buffer;
  }

  /// Returns a buffer that no send uses. If enough are ready the pool frees buffers of other sizes,
  /// or else this one.
  void give_back(Buffer buffer) noexcept {
    const std::lock_guard guard(mutex_);
    make_ready(std::move(buffer));
  }

  /// A send from the buffer has started. Most sends are complete at once.
  void begin(Buffer buffer, Request request, const SendInfo& info) {
    const std::lock_guard guard(mutex_);
    const bool is_complete = Transport::test(request);
    poll_some();
    if (is_complete) {
      make_ready(std::move(buffer));
    } else {
      active_bytes_ += buffer.capacity_bytes();
      active_.push_back({std::move(buffer), request, info});
    }
  }

  /// Polls a few active buffers, starting after the last one that was polled.
  void poll() {
    const std::lock_guard guard(mutex_);
    poll_some();
  }

  /// Waits until no buffer is active.
  void drain() {
    const std::lock_guard guard(mutex_);
    while (!active_.empty()) poll_next();
  }

  /// Frees the ready buffers.
  void release() {
    const std::lock_guard guard(mutex_);
    free_ready();
  }

  /// A list of the active sends.
  [[nodiscard]] std::string outstanding() const {
    std::string text;
    for (const Active& active : active_) {
      const SendInfo& info = active.info;
      text += base::format(" [context {} to {{{},{}}} id {}: {} bytes]", info.context,
                           info.rank / info.columns, info.rank % info.columns, info.id,
                           info.size_bytes);
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
    SendInfo info;
  };

  static constexpr int requests_per_poll = 2;
  static constexpr std::size_t smallest_bytes = 256;

  /// Buffers of one size class have the same capacity: the smallest power of two for the message.
  struct SizeClass {
    std::vector<Buffer> ready;
    std::uint64_t last_taken = 0;  ///< the number of buffers that were taken before, of all classes
  };
  [[nodiscard]] static std::size_t class_of(std::size_t size_bytes) {
    return static_cast<std::size_t>(std::bit_width(std::max(size_bytes, smallest_bytes) - 1));
  }
  [[nodiscard]] static std::size_t capacity_of(std::size_t size_class) {
    return std::size_t{1} << size_class;
  }

  void make_ready(Buffer buffer) noexcept {
    const std::size_t capacity_bytes = buffer.capacity_bytes();
    const std::size_t size_class = class_of(capacity_bytes);
    if (!make_room(capacity_bytes, size_class)) return;
    try {
      size_classes_[size_class].ready.push_back(std::move(buffer));
      ready_bytes_ += capacity_bytes;
    } catch (const std::bad_alloc&) {
      // There is no memory for the list entry, so the buffer is freed.
    }
  }

  /// Frees ready buffers of other size classes, the least recently used class first, until the
  /// limit allows so many bytes more. What the last operations used the next ones probably need
  /// again. Freed after each call, a large buffer costs more than its message, because the kernel
  /// clears all of its pages.
  [[nodiscard]] bool make_room(std::size_t capacity_bytes, std::size_t size_class) noexcept {
    while (ready_bytes_ + capacity_bytes > ready_limit_bytes) {
      SizeClass* oldest = nullptr;
      for (SizeClass& other : size_classes_) {
        if (&other == &size_classes_[size_class] || other.ready.empty()) continue;
        if (oldest == nullptr || other.last_taken < oldest->last_taken) oldest = &other;
      }
      if (oldest == nullptr) return false;
      ready_bytes_ -= oldest->ready.back().capacity_bytes();
      oldest->ready.pop_back();
    }
    return true;
  }

  void free_ready() {
    for (SizeClass& each : size_classes_) std::vector<Buffer>().swap(each.ready);
    ready_bytes_ = 0;
  }

  void poll_some() {
    for (int polls = 0; polls < requests_per_poll && !active_.empty(); ++polls) poll_next();
  }

  void poll_next() {
    if (next_ >= active_.size()) next_ = 0;
    Active& polled = active_[next_];
    if (!Transport::test(polled.request)) {
      ++next_;
      return;
    }
    active_bytes_ -= polled.buffer.capacity_bytes();
    make_ready(std::move(polled.buffer));
    if (next_ + 1 < active_.size()) polled = std::move(active_.back());
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
    if (active_.empty()) return;  // a message above the limit is sent alone
    emergency("room in the pool", guard, [&] {
      return active_.empty() || active_bytes_ + size_bytes <= limits_.active_bytes;
    });
  }

  /// Polls until `is_over()`, for at most STROBE_BLACS_EMERGENCY_S seconds. Other threads continue
  /// in the meantime, because the sends may depend on receives that they do.
  template <class IsOver>
  void emergency(const char* what, Guard& guard, IsOver is_over) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + limits_.emergency;
    while (!is_over()) {
      if (Clock::now() > end || active_.empty()) throw Error(report(what));
      for (std::size_t polls = active_.size(); polls > 0 && !active_.empty(); --polls) {
        poll_next();
      }
      guard.unlock();
      std::this_thread::yield();
      guard.lock();
    }
  }

  [[nodiscard]] std::string report(const char* what) const {
    return base::format(
        "no {} for another send after waiting {} s (STROBE_BLACS_EMERGENCY_S) for {} outstanding "
        "sends of {} bytes; check that they are received:{}",
        what, limits_.emergency.count(), active_.size(), active_bytes_, outstanding());
  }

  PoolLimits limits_;
  OptionalMutex mutex_;
  std::vector<Active> active_;
  std::size_t next_ = 0;
  std::size_t active_bytes_ = 0;
  std::array<SizeClass, 64> size_classes_;
  std::uint64_t taken_ = 0;
  std::size_t ready_bytes_ = 0;
};

}  // namespace strobe::blacs
