// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/access_order.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime {

namespace {

constexpr Context context_of_accesses = 0x6163636573736573;

/// Whether a lock is not granted as long as the other one is held.
bool excludes(const Access& one, const Access& other) {
  return one.window == other.window && one.target == other.target &&
         (one.kind == Access::Kind::exclusive_lock || other.kind == Access::Kind::exclusive_lock);
}

/// MPI orders accumulates of one rank to the same place (MPI 4.1, section 12.7.2).
bool are_ordered(const Access& one, const Access& other) {
  return one.is_accumulate && other.is_accumulate && one.window == other.window &&
         one.target == other.target && one.begin < other.end && other.begin < one.end;
}

}  // namespace

AccessOrder::AccessOrder(Endpoint& endpoint, int choosing, Perform perform)
    : ControlService(endpoint, context_of_accesses),
      choosing_(choosing),
      perform_(std::move(perform)) {}

void AccessOrder::begin(std::uint32_t number, const Access& access,
                        const std::optional<std::vector<AccessName>>& after) {
  if (after) after_[number] = *after;
  tell({.name = {endpoint().rank(), number},
        .step = Step::begin,
        .is_chosen = after.has_value(),
        .slice = endpoint().slice(),
        .access = access});
}

void AccessOrder::all_chosen_begun() { tell({.step = Step::all_chosen_begun, .access = {}}); }

void AccessOrder::release(std::uint32_t number) {
  tell({.name = {endpoint().rank(), number}, .step = Step::release, .access = {}});
}

// Which one is next.

bool AccessOrder::may_take_effect(const AccessName& name, const Pending& pending) const {
  if (pending.access.is_lock()) {
    return std::ranges::none_of(
        locks_, [&](const auto& held) { return excludes(held.second, pending.access); });
  }
  return std::ranges::none_of(pending_, [&](const auto& other) {
    return other.first.rank == name.rank && other.first < name &&
           are_ordered(other.second.access, pending.access);
  });
}

bool AccessOrder::is_ready(const AccessName& name, const Pending& pending) const {
  return pending.is_chosen && may_take_effect(name, pending) &&
         std::ranges::all_of(after_.at(name.number),
                             [&](const AccessName& other) { return done_.contains(other); });
}

std::optional<AccessName> AccessOrder::next_unchosen() const {
  if (choosing_ != 0) return std::nullopt;
  std::optional<std::tuple<std::uint32_t, AccessName>> next;
  for (const auto& [name, pending] : pending_) {
    if (pending.is_chosen) return std::nullopt;
    const std::tuple key(pending.slice, name);
    if ((!next || key < *next) && may_take_effect(name, pending)) next = key;
  }
  return next ? std::optional(std::get<AccessName>(*next)) : std::nullopt;
}

bool AccessOrder::waits_for_slice() const {
  const Rank own = endpoint().rank();
  const auto next = next_unchosen();
  return (next && next->rank == own) || std::ranges::any_of(pending_, [&](const auto& each) {
           return each.first.rank == own && is_ready(each.first, each.second);
         });
}

void AccessOrder::slice_begins() {
  const Rank own = endpoint().rank();
  std::vector<AccessName> ready;
  for (const auto& [name, pending] : pending_) {
    if (name.rank == own && is_ready(name, pending)) ready.push_back(name);
  }
  if (const auto next = next_unchosen(); next && next->rank == own) ready.push_back(*next);
  for (const AccessName& name : ready) {
    perform_(name.number);
    tell({.name = name, .step = Step::perform, .access = {}});
  }
}

// Messages.

void AccessOrder::tell(const Message& message) {
  for (Rank rank = 0; rank < endpoint().ranks(); ++rank) send(rank, message);
}

void AccessOrder::take(Rank /*source*/, std::span<const std::byte> bytes) {
  const auto message = read<Message>(bytes);
  switch (message.step) {
    case Step::begin:
      pending_[message.name] = {
          .access = message.access, .slice = message.slice, .is_chosen = message.is_chosen};
      break;
    case Step::perform: {
      const Access access = pending_.at(message.name).access;
      pending_.erase(message.name);
      done_.insert(message.name);
      if (access.is_lock()) locks_[message.name] = access;
      break;
    }
    case Step::release:
      locks_.erase(message.name);
      break;
    case Step::all_chosen_begun:
      --choosing_;
      break;
  }
}

}  // namespace strobe::bcs::runtime
