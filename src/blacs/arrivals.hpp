// SPDX-License-Identifier: BSD-3-Clause
//
// Fan-in: a process combines its data with messages of several others (LAPACK Working Note 73,
// section 5.3.2). "If the sending processes are not synchronized, it is very important that no
// ordering be imposed by the receiver": the messages are combined in the order of their arrival.
#pragma once

#include <sched.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "blacs/line.hpp"
#include "schedule/step.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

/// Memory for messages to combine, in slots of one block each. A single slot means that messages
/// are received in the order of the steps.
struct Slots {
  layer::Bytes memory;
  std::size_t count = 1;

  [[nodiscard]] layer::Bytes slot(std::size_t index, std::size_t size_bytes) const {
    return memory.subspan(index * (memory.size() / count), size_bytes);
  }
};

/// The first steps, as far as they combine the same blocks with messages of different processes.
/// Only the first one may also send. Since nothing depends on a single one of them, their order is
/// free.
[[nodiscard]] inline std::span<const schedule::Step> leading_fan_in(
    std::span<const schedule::Step> steps) {
  const schedule::Step& first = steps.front();
  const auto end = std::find_if(steps.begin() + 1, steps.end(), [&](const schedule::Step& step) {
    return step.sends() || !step.receives() || step.on_receive != first.on_receive ||
           step.in != first.in;
  });
  return steps.first(static_cast<std::size_t>(end - steps.begin()));
}

/// The most messages of a fan-in that a process receives for one block.
[[nodiscard]] inline std::size_t largest_fan_in(std::span<const schedule::Step> steps) {
  std::size_t largest = 0;
  while (!steps.empty()) {
    std::size_t count = 1;
    if (steps.front().on_receive == schedule::OnReceive::combine) {
      count = leading_fan_in(steps).size();
      largest = std::max(largest, count);
    }
    steps = steps.subspan(count);
  }
  return largest;
}

/// A transport that completes any one of several receives.
template <class Transport>
concept CompletesAny =
    requires(Transport transport, std::span<typename Transport::Request> requests,
             std::span<const int> ranks) {
      { transport.wait_any(requests, ranks, 0) } -> std::same_as<std::size_t>;
    };

namespace detail {

/// Posts as many receives as there are slots, and posts the next one when one is complete.
template <class Transport, class Operate>
void post_and_operate(Transport& transport, std::span<const int> ranks, int id,
                      std::size_t size_bytes, const Slots& slots, const Operate& operate) {
  std::size_t posted = std::min(slots.count, ranks.size());
  std::vector<typename Transport::Request> requests(posted);
  std::vector<int> sources(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(posted));
  const auto post = [&](std::size_t slot) {
    requests[slot] = transport.start_receive(slots.slot(slot, size_bytes), sources[slot], id);
  };
  for (std::size_t slot = 0; slot < posted; ++slot) post(slot);
  for (std::size_t received = 0; received < ranks.size(); ++received) {
    const std::size_t slot = transport.wait_any(requests, sources, id);
    operate(slots.slot(slot, size_bytes));
    if (posted == ranks.size()) continue;
    sources[slot] = ranks[posted++];
    post(slot);
  }
}

/// Asks which message has arrived, and receives it.
template <class Transport, class Operate>
void probe_and_operate(Transport& transport, std::span<const int> ranks, int id,
                       std::size_t size_bytes, const Slots& slots, const Operate& operate) {
  std::vector<int> missing(ranks.begin(), ranks.end());
  while (!missing.empty()) {
    const auto arrived =
        std::ranges::find_if(missing, [&](int rank) { return transport.has_arrived(rank, id); });
    if (arrived == missing.end()) {
      // A sender may need this core.
      sched_yield();
      continue;
    }
    transport.receive(slots.slot(0, size_bytes), *arrived, id);
    missing.erase(arrived);
    operate(slots.slot(0, size_bytes));
  }
}

}  // namespace detail

/// Receives the messages of a fan-in, and calls `operate` with each one as soon as it has arrived.
template <class Transport, class Operate>
void receive_in_order_of_arrival(Transport& transport, const Line& line,
                                 std::span<const schedule::Step> fan_in, int id,
                                 std::size_t size_bytes, const Slots& slots,
                                 const Operate& operate) {
  std::vector<int> ranks;
  for (const schedule::Step& step : fan_in) ranks.push_back(line.rank_of(step.from));
  if constexpr (CompletesAny<Transport>) {
    detail::post_and_operate(transport, ranks, id, size_bytes, slots, operate);
  } else {
    detail::probe_and_operate(transport, ranks, id, size_bytes, slots, operate);
  }
}

}  // namespace strobe::blacs
