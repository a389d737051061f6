// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/core_primitives.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "bcs/runtime/rank_tree.hpp"

namespace strobe::bcs::runtime {

namespace {

constexpr Context context_of_primitives = 0x7072696d69746976;
/// So many stores that comparisons have not seen are merged.
constexpr std::size_t many_stores = 1024;

}  // namespace

CorePrimitives::CorePrimitives(Endpoint& endpoint, std::vector<StridedList> communicators)
    : ControlService(endpoint, context_of_primitives),
      communicators_(std::move(communicators)),
      tree_(neighbours_in_rank_tree(endpoint.placement())) {}

bool CorePrimitives::has_slices() const {
  const protocol::Policy& policy = endpoint().options().policy;
  return policy.tests_wait || policy.buffers;
}

// The own copies.

void CorePrimitives::write(std::int32_t variable, std::int64_t value) {
  copies_[static_cast<std::size_t>(variable)].value = value;
  const Store store{variable, value, begun_, endpoint().slice(), comparisons_};
  const auto is_same_time = [&](const Store& earlier) {
    return earlier.after == store.after && earlier.slice == store.slice &&
           earlier.comparisons == store.comparisons;
  };
  for (auto earlier = stores_.rbegin(); earlier != stores_.rend() && is_same_time(*earlier);
       ++earlier) {
    if (earlier->variable != variable) continue;
    earlier->value = value;
    return;
  }
  stores_.push_back(store);
  if (stores_.size() >= many_stores) merge_stores();
}

/// Whether the next comparison sees the store.
bool CorePrimitives::is_due(const Store& store) const {
  return store.after <= performed_ && (!has_slices() || store.slice < endpoint().slice());
}

void CorePrimitives::perform_stores() {
  while (!stores_.empty() && is_due(stores_.front())) {
    const Store& store = stores_.front();
    copies_[static_cast<std::size_t>(store.variable)].performed = store.value;
    stores_.pop_front();
  }
}

/// No comparison sees a store if a later one to the same variable is due before it, too.
void CorePrimitives::merge_stores() {
  std::vector<const Store*> last(protocol::global_variables, nullptr);
  std::deque<Store> kept;
  for (auto store = stores_.rbegin(); store != stores_.rend(); ++store) {
    const Store*& later = last[static_cast<std::size_t>(store->variable)];
    const bool is_seen =
        later == nullptr || !is_due(*later) || later->comparisons != store->comparisons;
    if (is_seen) kept.push_front(*store);
    later = &*store;
  }
  stores_ = std::move(kept);
}

Rank CorePrimitives::destination_of(const Message& message) const {
  const StridedList& members = members_of(message);
  return members.size() == 0 ? message.destination
                             : members[static_cast<std::size_t>(message.destination)];
}

bool CorePrimitives::is_concerned(const Message& message) const {
  if (!is_for_all(message)) return destination_of(message) == endpoint().rank();
  const StridedList& members = members_of(message);
  return members.size() == 0 || members.find(endpoint().rank()).has_value();
}

void CorePrimitives::compare(const Message& message) {
  perform_stores();
  ++comparisons_;
  if (!is_concerned(message)) return;
  const Copy& own = copies_[static_cast<std::size_t>(message.variable)];
  current_.holds = protocol::holds(own.performed, message.comparison, message.compared);
}

void CorePrimitives::write_values(const Message& message) {
  if (!is_concerned(message)) return;
  for (std::int32_t i = 0; i < message.count; ++i) {
    write_value(message, message.write + i, message.values[static_cast<std::size_t>(i)]);
  }
  signal(message.remote_event);
}

void CorePrimitives::write_value(const Message& message, std::int32_t variable,
                                 std::int64_t value) {
  // An Xfer-And-Signal comes after the stores so far. If this rank began the operation, its stores
  // since then come after it. A Compare-And-Write comes before all that its comparison has not
  // seen.
  const bool is_own = message.initiator == endpoint().rank();
  std::erase_if(stores_, [&](const Store& store) {
    return store.variable == variable && !message.compares &&
           (!is_own || store.after <= performed_);
  });
  Copy& own = copies_[static_cast<std::size_t>(variable)];
  own.performed = value;
  if (std::ranges::find(stores_, variable, &Store::variable) == stores_.end()) own.value = value;
}

void CorePrimitives::signal(std::int32_t event) {
  if (event == protocol::no_event) return;
  signals_[static_cast<std::size_t>(event)].push_back(endpoint().slice());
}

// At the rank of the request.

void CorePrimitives::begin(const protocol::GlobalTransfer& transfer) {
  Message message{.initiator = endpoint().rank(),
                  .communicator = transfer.communicator,
                  .destination = transfer.destination,
                  .write = transfer.first,
                  .local_event = transfer.local_event,
                  .remote_event = transfer.remote_event,
                  .count = static_cast<std::int32_t>(transfer.values.size())};
  std::ranges::copy(transfer.values, message.values.begin());
  request(message);
}

void CorePrimitives::begin(const protocol::GlobalCondition& condition) {
  Message message{.compares = true,
                  .comparison = condition.comparison,
                  .initiator = endpoint().rank(),
                  .communicator = condition.communicator,
                  .variable = condition.variable,
                  .write = condition.write,
                  .count = condition.write == protocol::no_variable ? 0 : 1,
                  .compared = condition.value};
  message.values.front() = condition.new_value;
  is_answered_ = false;
  request(message);
}

void CorePrimitives::request(const Message& message) {
  ++begun_;
  send(home, message);
}

void CorePrimitives::take_answer(const Message& message) {
  ++performed_;
  signal(message.local_event);
  if (!message.compares) return;
  holds_ = message.holds;
  is_answered_ = true;
}

// At the home.

void CorePrimitives::take_request(const Message& message) {
  if (message.compares && has_slices()) {
    for_slice_.push_back(message);
    return;
  }
  queue_.push_back(message);
  perform_next();
}

void CorePrimitives::slice_begins() {
  if (for_slice_.empty()) return;
  std::ranges::stable_sort(for_slice_, {}, &Message::initiator);
  queue_.insert(queue_.end(), for_slice_.begin(), for_slice_.end());
  for_slice_.clear();
  perform_next();
}

void CorePrimitives::perform_next() {
  while (!is_performing_ && !queue_.empty()) {
    is_performing_ = true;
    Message message = std::move(queue_.front());
    queue_.pop_front();
    message.step = message.compares ? Step::compare : Step::write;
    go_down(message);
  }
}

/// All ranks have taken part in the round.
void CorePrimitives::finish_round(const Message& message) {
  if (message.step == Step::compare && message.holds && message.count != 0) {
    Message write = message;
    write.step = Step::write;
    go_down(write);
    return;
  }
  Message answer = message;
  answer.step = Step::answer;
  answer.count = 0;
  is_performing_ = false;
  send(answer.initiator, answer);
}

// A round, at each rank.

void CorePrimitives::go_down(const Message& message) {
  base::ensure(replies_ == 0, "two Compare-And-Writes or Xfer-And-Signals are performed at once");
  current_ = message;
  replies_ = 0;
  const auto pass_on = [&](Rank to) {
    ++replies_;
    send(to, message);
  };
  if (is_for_all(message)) {
    std::ranges::for_each(tree_.children, pass_on);
  } else if (is_home() && !is_concerned(message)) {
    pass_on(destination_of(message));
  }
  if (message.step == Step::compare) {
    compare(message);
  } else {
    write_values(message);
  }
  if (replies_ == 0) take_reply(true);
}

void CorePrimitives::take_reply(bool holds) {
  current_.holds = current_.holds && holds;
  if (replies_ != 0 && --replies_ != 0) return;
  if (is_home()) {
    finish_round(Message(current_));
    return;
  }
  send(is_for_all(current_) ? tree_.parent : home, {.step = Step::reply, .holds = current_.holds});
}

void CorePrimitives::take(const Message& message) {
  switch (message.step) {
    case Step::request:
      take_request(message);
      break;
    case Step::compare:
    case Step::write:
      go_down(message);
      break;
    case Step::reply:
      take_reply(message.holds);
      perform_next();
      break;
    case Step::answer:
      take_answer(message);
      break;
  }
}

// Messages.

void CorePrimitives::send(Rank to, const Message& message) {
  const std::size_t bytes = offsetof(Message, values) +
                            static_cast<std::size_t>(message.count) * sizeof message.values.front();
  ControlService::send(to, std::as_bytes(std::span(&message, 1)).first(bytes));
}

void CorePrimitives::take(Rank /*source*/, std::span<const std::byte> bytes) {
  Message message;
  base::ensure(bytes.size() >= offsetof(Message, values) && bytes.size() <= sizeof message,
               "a message of a core primitive has a wrong size");
  std::memcpy(static_cast<void*>(&message), bytes.data(), bytes.size());
  take(message);
}

}  // namespace strobe::bcs::runtime
