// SPDX-License-Identifier: BSD-3-Clause
//
// Stands for std::atomic and std::atomic_thread_fence in a program that is explored, and for what
// is not atomic.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <type_traits>

#include "weak_memory/explorer.hpp"

namespace strobe::weak_memory {

template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
  using Where = std::source_location;
  using Order = std::memory_order;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  Atomic() = default;
  constexpr Atomic(T value) : value_(value) {}  // NOLINT(google-explicit-constructor): as std's
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  [[nodiscard]] T load(Order order = Order::seq_cst, Where where = Where::current()) const {
    if (!is_in_thread()) return now();
    return value_of(perform(step(Kind::load, order, where), word_of(value_)));
  }
  void store(T value, Order order = Order::seq_cst, Where where = Where::current()) {
    if (!is_in_thread()) {
      value_ = value;
      return;
    }
    Step taken = step(Kind::store, order, where);
    taken.written = word_of(value);
    perform(taken, word_of(value_));
  }
  T exchange(T value, Order order = Order::seq_cst, Where where = Where::current()) {
    return modify(nullptr, value, order, where);
  }
  T fetch_add(T value, Order order = Order::seq_cst, Where where = Where::current()) {
    return modify(
        [](std::uint64_t read, std::uint64_t operand) {
          return word_of(static_cast<T>(value_of(read) + value_of(operand)));
        },
        value, order, where);
  }
  T fetch_sub(T value, Order order = Order::seq_cst, Where where = Where::current()) {
    return modify(
        [](std::uint64_t read, std::uint64_t operand) {
          return word_of(static_cast<T>(value_of(read) - value_of(operand)));
        },
        value, order, where);
  }
  T fetch_or(T value, Order order = Order::seq_cst, Where where = Where::current()) {
    return modify([](std::uint64_t read, std::uint64_t operand) { return read | operand; }, value,
                  order, where);
  }
  T fetch_and(T value, Order order = Order::seq_cst, Where where = Where::current()) {
    return modify([](std::uint64_t read, std::uint64_t operand) { return read & operand; }, value,
                  order, where);
  }
  bool compare_exchange_strong(T& expected, T value, Order success, Order failure,
                               Where where = Where::current()) {
    if (!is_in_thread()) {
      const T seen = value_;
      const bool is_equal = word_of(seen) == word_of(expected);
      (is_equal ? value_ : expected) = is_equal ? value : seen;
      return is_equal;
    }
    Step taken = step(Kind::load, success, where);
    taken.written = word_of(value);
    taken.expected = word_of(expected);
    taken.failure_order = failure;
    const Exchanged exchanged = weak_memory::exchange(taken, nullptr, word_of(value_));
    if (!exchanged.has_written) expected = value_of(exchanged.read);
    return exchanged.has_written;
  }
  bool compare_exchange_strong(T& expected, T value, Order order = Order::seq_cst,
                               Where where = Where::current()) {
    return compare_exchange_strong(expected, value, order, order_of_failure(order), where);
  }
  /// It fails only if the values differ: a failure without a cause is the same as one more round.
  bool compare_exchange_weak(T& expected, T value, Order success, Order failure,
                             Where where = Where::current()) {
    return compare_exchange_strong(expected, value, success, failure, where);
  }
  bool compare_exchange_weak(T& expected, T value, Order order = Order::seq_cst,
                             Where where = Where::current()) {
    return compare_exchange_strong(expected, value, order, order_of_failure(order), where);
  }
  operator T() const { return load(); }  // NOLINT(google-explicit-constructor): as std's

 private:
  friend void sleep_on(Atomic<std::uint32_t>& word, std::uint32_t expected,
                       std::source_location where);
  friend void wake(Atomic<std::uint32_t>& word, std::source_location where);

  [[nodiscard]] Address address() const { return reinterpret_cast<Address>(this); }
  static std::uint64_t word_of(T value) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    return word;
  }
  static T value_of(std::uint64_t word) {
    T value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }
  static constexpr Order order_of_failure(Order order) {
    if (order == Order::acq_rel) return Order::acquire;
    return order == Order::release ? Order::relaxed : order;
  }
  [[nodiscard]] Step step(Kind kind, Order order, Where where) const {
    return {.kind = kind, .order = order, .address = address(), .bytes = sizeof(T), .where = where};
  }
  [[nodiscard]] T now() const { return value_of(final_value(address(), word_of(value_))); }
  T modify(std::uint64_t (*how)(std::uint64_t, std::uint64_t), T value, Order order, Where where) {
    if (!is_in_thread()) {
      const T seen = value_;
      const std::uint64_t word = word_of(value);
      value_ = value_of(how == nullptr ? word : how(word_of(seen), word));
      return seen;
    }
    Step taken = step(Kind::load, order, where);
    taken.written = word_of(value);
    return value_of(weak_memory::exchange(taken, how, word_of(value_)).read);
  }

  T value_;
};

/// As futex(2).
inline void sleep_on(Atomic<std::uint32_t>& word, std::uint32_t expected,
                     std::source_location where = std::source_location::current()) {
  sleep_on(word.address(), expected, word.value_, where);
}
inline void wake(Atomic<std::uint32_t>& word,
                 std::source_location where = std::source_location::current()) {
  wake(word.address(), where);
}

inline void fence(std::memory_order order,
                  std::source_location where = std::source_location::current()) {
  if (is_in_thread()) perform({.kind = Kind::fence, .order = order, .where = where});
}

/// Notes that a thread reads or writes what is not atomic: two such accesses, one of which writes,
/// are a data race unless one happens before the other.
inline void about_to_read(const void* begin, std::size_t bytes,
                          std::source_location where = std::source_location::current()) {
  if (!is_in_thread() || bytes == 0) return;
  perform({.kind = Kind::plain_load,
           .address = reinterpret_cast<Address>(begin),
           .bytes = bytes,
           .where = where});
}
inline void about_to_write(const void* begin, std::size_t bytes,
                           std::source_location where = std::source_location::current()) {
  if (!is_in_thread() || bytes == 0) return;
  perform({.kind = Kind::plain_store,
           .address = reinterpret_cast<Address>(begin),
           .bytes = bytes,
           .where = where});
}

/// A variable that is not atomic.
template <class T>
class Plain {
 public:
  Plain() = default;
  explicit Plain(T value) : value_(value) {}
  [[nodiscard]] T get(std::source_location where = std::source_location::current()) const {
    about_to_read(&value_, sizeof value_, where);
    return value_;
  }
  void set(T value, std::source_location where = std::source_location::current()) {
    about_to_write(&value_, sizeof value_, where);
    value_ = value;
  }

 private:
  T value_{};
};

}  // namespace strobe::weak_memory
