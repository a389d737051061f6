// SPDX-License-Identifier: BSD-3-Clause
//
// One execution of a small concurrent program under the memory model of C++20, as a graph: its
// events, what each load reads from, and in which order the stores to each location come.
//
// The model is RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing Sequential Consistency in
// C/C++11", 2017) with the release sequences of C++20. Nothing is read before it is written: values
// out of thin air are left out, and so are loads that a processor performs after later stores of
// their thread.
//
// How a graph grows is TruSt (Kokologiannakis, Marmanis, Gladstein and Vafeiadis, "Truly Stateless,
// Optimal Dynamic Partial Order Reduction", POPL 2022): each event is added once, a load reads from
// a store that is there, and a later store may be read by an earlier load instead, for which all
// that came after the load is taken back. Each graph is met once.
#pragma once

#include <atomic>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <source_location>
#include <string>
#include <vector>

namespace strobe::weak_memory {

enum class Kind : std::uint8_t {
  initial,  ///< the store that every location begins with
  load,
  store,
  fence,
  plain_load,  ///< of what is not atomic
  plain_store,
};

/// The name of a location.
using Address = std::uintptr_t;

/// What a thread does next. An exchange is two steps: an exclusive load, and at once an exclusive
/// store of its thread.
struct Step {
  Kind kind = Kind::fence;
  std::memory_order order = std::memory_order_relaxed;
  Address address = 0;
  std::size_t bytes = 0;
  std::uint64_t written = 0;
  bool is_exclusive = false;
  /// A load is exclusive if it reads this value. If it does not, its order is the other one.
  std::optional<std::uint64_t> expected{};
  std::memory_order failure_order = std::memory_order_relaxed;
  std::source_location where{};
};

inline constexpr std::size_t events_max = 256;
using Events = std::bitset<events_max>;
/// The number of an event. What happens before an event, and what it reads from, has a lower one.
using EventId = std::size_t;
inline constexpr EventId none = events_max;

struct Event {
  Step step;
  int thread = 0;
  EventId before = none;  ///< the event of its thread before it
  EventId source = none;  ///< what it reads from
  std::uint64_t read = 0;
  std::memory_order order = std::memory_order_relaxed;  ///< of a comparison, as it came out
  bool is_exclusive = false;                            ///< the same
  Events happened;                                      ///< all events that happen before it
  Events causes;         ///< all that it follows in its thread, or reads from, and so on
  std::size_t turn = 0;  ///< when it was added, among all events; 0 of an initial store
};

class Execution {
 public:
  explicit Execution(int threads) : last_(static_cast<std::size_t>(threads), none) {}

  /// A location begins with this value. Only the first call for a location counts.
  void begin_with(Address address, std::uint64_t value);
  /// Where a load leads: a graph for each store that it may read from.
  [[nodiscard]] std::vector<Execution> with_load(int thread, const Step& step) const;
  /// Where a store leads: a graph for each place in the order of its location. None of the others
  /// reads from it.
  [[nodiscard]] std::vector<Execution> with_store(int thread, const Step& step) const;
  /// Where a store leads if an earlier load reads from it.
  [[nodiscard]] std::vector<Execution> revisited_by(int thread, const Step& step) const;
  /// A thread takes a step that leads to one graph: neither a load nor a store of what is atomic.
  void add(int thread, const Step& step) { add(thread, step, none, 0, ++turns_); }

  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  [[nodiscard]] const Event& last(int thread) const {
    return events_[last_[static_cast<std::size_t>(thread)]];
  }
  /// Whether there is an order of what is sequentially consistent. If not, no program runs so.
  [[nodiscard]] bool is_sequentially_consistent() const;
  /// The two accesses of a data race, as a sentence; empty if there is none.
  [[nodiscard]] const std::string& race() const { return race_; }
  /// The value of the last store of a location, if there is one.
  [[nodiscard]] std::optional<std::uint64_t> last_value(Address address) const;

 private:
  [[nodiscard]] EventId last_id(int thread) const {
    return last_[static_cast<std::size_t>(thread)];
  }
  /// An event and all that are before it in one of its relations.
  [[nodiscard]] Events up_to(EventId id, Events Event::* relation) const;
  /// How many stores of a location the next step of a thread cannot read or come before.
  [[nodiscard]] std::size_t known(const Events& happened, Address address) const;
  [[nodiscard]] std::vector<EventId> sources(int thread, const Step& step) const;
  [[nodiscard]] std::vector<std::size_t> places(int thread, const Step& step) const;
  /// The exclusive store of the exchange that has read a store, or `none`.
  [[nodiscard]] EventId taker(EventId store) const;
  [[nodiscard]] bool is_maximal(EventId id, const Events& causes) const;
  [[nodiscard]] Execution only(const Events& kept) const;
  void add(int thread, const Step& step, EventId source, std::size_t place, std::size_t turn);
  void synchronize(Event& event) const;
  void find_race(const Event& event);

  std::vector<Event> events_;
  std::vector<EventId> last_;                       ///< by thread
  std::map<Address, std::vector<EventId>> stores_;  ///< in their modification order
  std::size_t turns_ = 0;
  std::string race_;
};

/// As `store of thread 1 at ring.hpp:70`.
[[nodiscard]] std::string described(const Event& event);

}  // namespace strobe::weak_memory
