// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/hidden_deadlock.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

namespace strobe::bcs::check {

namespace {

using OrderKind = OrderEvent::Kind;

std::uint64_t key_of(std::uint32_t peer, std::uint32_t number) {
  return std::uint64_t{peer} << 32U | number;
}

/// One rank as it runs once more.
struct Runner {
  const Order* order = nullptr;
  std::size_t next = 0;  ///< event
  /// Of messages by (destination, number), and of receives by (source, number): their events.
  std::unordered_map<std::uint64_t, std::uint32_t> sends, receives;
  std::unordered_map<std::uint64_t, std::uint32_t> collectives;
  std::vector<std::int32_t> waiting;  ///< ranks that wait for this one

  [[nodiscard]] bool is_over() const { return next == order->events.size(); }
  [[nodiscard]] const OrderEvent& event(std::uint32_t number) const {
    return order->events[number];
  }
};

class Rerun {
 public:
  explicit Rerun(const std::vector<Order>& orders) : runners_(orders.size()) {
    for (std::size_t rank = 0; rank < orders.size(); ++rank) {
      Runner& runner = runners_[rank];
      runner.order = &orders[rank];
      const auto& events = orders[rank].events;
      for (std::uint32_t i = 0; i < events.size(); ++i) {
        const OrderEvent& event = events[i];
        if (event.kind == OrderKind::send_begins)
          runner.sends[key_of(event.peer, event.number)] = i;
        if (event.kind == OrderKind::receive_ends && event.of < i)
          runner.receives[key_of(event.peer, event.number)] = event.of;
        if (event.kind == OrderKind::collective_begins)
          runner.collectives[key_of(event.peer, event.number)] = i;
      }
    }
  }

  std::vector<HiddenWait> run() {
    std::vector<std::int32_t> ready;
    for (std::size_t rank = 0; rank < runners_.size(); ++rank)
      ready.push_back(static_cast<std::int32_t>(rank));
    while (!ready.empty()) {
      const std::int32_t rank = ready.back();
      ready.pop_back();
      advance(rank, ready);
    }
    return cycle();
  }

 private:
  Runner& runner(std::int32_t rank) { return runners_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] bool is_rank(std::uint32_t rank) const { return rank < runners_.size(); }

  /// Whether the rank has begun the operation of this event, or may have.
  [[nodiscard]] static bool has_begun(const Runner& runner, std::uint32_t event) {
    return runner.next > event || (runner.is_over() && !runner.order->is_whole);
  }

  [[nodiscard]] static std::optional<std::uint32_t> find(
      const std::unordered_map<std::uint64_t, std::uint32_t>& events, std::uint64_t key) {
    const auto found = events.find(key);
    return found == events.end() ? std::nullopt : std::optional(found->second);
  }

  /// The rank that the rank waits for at its next event; none if it need not wait.
  [[nodiscard]] std::optional<std::int32_t> awaited(std::int32_t rank) {
    const Runner& own = runner(rank);
    const OrderEvent& event = own.order->events[own.next];
    if (event.is_free || (event.kind != OrderKind::probe_ends && event.of >= own.next))
      return std::nullopt;
    const auto self = static_cast<std::uint32_t>(rank);
    switch (event.kind) {
      case OrderKind::send_ends: {
        const OrderEvent& send = own.event(event.of);
        if (send.is_free || !is_rank(send.peer)) return std::nullopt;
        const Runner& peer = runner(static_cast<std::int32_t>(send.peer));
        const auto receive = find(peer.receives, key_of(self, send.number));
        // A receive that was never completed may have the message.
        if (!receive || has_begun(peer, *receive)) return std::nullopt;
        return static_cast<std::int32_t>(send.peer);
      }
      case OrderKind::receive_ends:
      case OrderKind::probe_ends: {
        if (event.kind == OrderKind::receive_ends && own.event(event.of).is_free)
          return std::nullopt;
        if (!is_rank(event.peer)) return std::nullopt;
        const Runner& peer = runner(static_cast<std::int32_t>(event.peer));
        const auto send = find(peer.sends, key_of(self, event.number));
        if (!send || has_begun(peer, *send)) return std::nullopt;
        return static_cast<std::int32_t>(event.peer);
      }
      case OrderKind::collective_ends: {
        const OrderEvent& begin = own.event(event.of);
        if (begin.members == 0) return std::nullopt;
        const auto& arrived = arrived_[key_of(begin.peer, begin.number)];
        if (arrived.size() >= begin.members) return std::nullopt;
        return first_missing(arrived, begin);
      }
      default:
        return std::nullopt;
    }
  }

  /// A rank that has this collective still before it; none if all others may have called it.
  [[nodiscard]] std::optional<std::int32_t> first_missing(const std::vector<std::int32_t>& arrived,
                                                          const OrderEvent& begin) const {
    for (std::size_t rank = 0; rank < runners_.size(); ++rank) {
      const auto own = static_cast<std::int32_t>(rank);
      if (std::ranges::find(arrived, own) == arrived.end() &&
          find(runners_[rank].collectives, key_of(begin.peer, begin.number))) {
        return own;
      }
    }
    return std::nullopt;
  }

  void advance(std::int32_t rank, std::vector<std::int32_t>& ready) {
    Runner& own = runner(rank);
    const std::size_t before = own.next;
    while (!own.is_over()) {
      if (const auto peer = awaited(rank)) {
        runner(*peer).waiting.push_back(rank);
        break;
      }
      const OrderEvent& event = own.order->events[own.next];
      ++own.next;
      if (event.kind == OrderKind::collective_begins && event.members != 0)
        arrived_[key_of(event.peer, event.number)].push_back(rank);
    }
    if (own.next == before && !own.is_over()) return;
    ready.insert(ready.end(), own.waiting.begin(), own.waiting.end());
    own.waiting.clear();
  }

  /// Where no rank can continue.
  [[nodiscard]] std::vector<HiddenWait> cycle() {
    std::vector<std::optional<std::int32_t>> waits(runners_.size());
    for (std::size_t rank = 0; rank < runners_.size(); ++rank) {
      if (!runners_[rank].is_over()) waits[rank] = awaited(static_cast<std::int32_t>(rank));
    }
    for (std::size_t first = 0; first < waits.size(); ++first) {
      std::vector<std::int32_t> path;
      std::optional<std::int32_t> at = static_cast<std::int32_t>(first);
      while (at && std::ranges::find(path, *at) == path.end()) {
        path.push_back(*at);
        at = waits[static_cast<std::size_t>(*at)];
      }
      if (!at) continue;
      path.erase(path.begin(), std::ranges::find(path, *at));
      std::vector<HiddenWait> found;
      for (const std::int32_t rank : path) found.push_back(wait_of(rank, waits));
      return found;
    }
    return {};
  }

  [[nodiscard]] HiddenWait wait_of(std::int32_t rank,
                                   const std::vector<std::optional<std::int32_t>>& waits) {
    const Runner& own = runner(rank);
    const OrderEvent& event = own.order->events[own.next];
    const OrderEvent& begin = event.kind == OrderKind::probe_ends ? event : own.event(event.of);
    return {.rank = rank,
            .place = begin.of,
            .kind = begin.kind,
            .waits_for = waits[static_cast<std::size_t>(rank)].value_or(rank)};
  }

  std::vector<Runner> runners_;
  /// The ranks that have called each collective.
  std::unordered_map<std::uint64_t, std::vector<std::int32_t>> arrived_;
};

}  // namespace

std::vector<HiddenWait> hidden_deadlock(const std::vector<Order>& orders) {
  return Rerun(orders).run();
}

}  // namespace strobe::bcs::check
