// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "strobe/error.hpp"

namespace strobe::schedule {
namespace {

/// A message that has been sent, and whose transfer to its receiver has not begun.
struct Sent {
  double sent_s = 0.0;
  Blocks blocks{};
};

/// The state of a rank in the prediction.
struct RankState {
  Steps steps;
  std::size_t next = 0;          ///< step to do next, counted over all repetitions
  std::size_t next_receive = 0;  ///< step of the next message to receive; it may be ahead of `next`
  double now_s = 0.0;            ///< the start of the current step, or the end of the last one
  bool is_in_step = false;
  bool has_copied = false;  ///< before the current step
  int sending = 0;          ///< sends that have not ended
  bool is_waiting_for_sends = false;
  bool is_receiving = false;
  int received = 0;                          ///< messages whose step has not ended yet
  std::map<int, std::deque<Sent>> arriving;  ///< by sender
  std::vector<TimedMessage> messages;        ///< in the order of receives
};

/// Walks through the steps of all ranks in the order of time.
class Predictor {
 public:
  Predictor(int size, const std::function<Steps(int)>& pattern, double block_bytes,
            const Costs& costs, int repetitions)
      : block_bytes_(block_bytes),
        costs_(costs),
        repetitions_(repetitions),
        transfers_(costs.parallel_transfers) {
    if (costs.sends_at_once) {
      if (!std::isinf(costs.parallel_transfers))
        throw Error("links are shared by the sends of a rank, or by all messages; choose one");
      links_.resize(static_cast<std::size_t>(size));
    }
    for (int rank = 0; rank < size; ++rank) {
      ranks_.push_back({.steps = pattern(rank), .arriving = {}, .messages = {}});
      schedule(0.0, EventKind::begin, rank);
    }
  }

  Prediction run() {
    while (true) {
      const std::optional<double> transfer_s = transfers_.next_s();
      if (!events_.empty() && (!transfer_s || events_.top().at_s <= *transfer_s)) {
        const Event event = events_.top();
        events_.pop();
        now_s_ = event.at_s;
        process(event);
      } else if (transfer_s) {
        now_s_ = std::max(now_s_, *transfer_s);
        end_transfer(transfers_.end_next());
      } else {
        break;
      }
    }
    Prediction prediction;
    for (RankState& rank : ranks_) {
      if (!is_done(rank))
        throw Error("the pattern is wrong: a rank waits for a message that no rank sends");
      prediction.finish_s.push_back(rank.now_s);
      std::ranges::move(rank.messages, std::back_inserter(prediction.messages));
    }
    return prediction;
  }

 private:
  enum class EventKind : std::uint8_t {
    begin,    ///< the rank begins its next step
    send,     ///< the data of its send begin to move
    receive,  ///< the data of its receive begin to move
    link,     ///< the next transfer over the link of the rank ends
  };
  struct Event {
    double at_s = 0.0;
    std::uint64_t order = 0;
    EventKind kind = EventKind::begin;
    int rank = 0;
    double data_s = 0.0;           ///< for which the data move, if they share nothing
    std::uint64_t generation = 0;  ///< of the link
    friend bool operator>(const Event& a, const Event& b) {
      return a.at_s != b.at_s ? a.at_s > b.at_s : a.order > b.order;
    }
  };

  void schedule(double at_s, EventKind kind, int rank, double data_s = 0.0) {
    events_.push({.at_s = std::max(at_s, now_s_),
                  .order = order_++,
                  .kind = kind,
                  .rank = rank,
                  .data_s = data_s});
  }

  /// Schedules the data of a message, after the part of its time that is the same for all sizes. A
  /// line that starts below zero has no such part.
  void schedule_data(double at_s, EventKind kind, int rank, const LinearCost& cost, double bytes) {
    const double start_s = std::max(cost.start_s, 0.0);
    schedule(at_s + start_s, kind, rank, cost.at(bytes) - start_s);
  }

  void process(const Event& event) {
    const auto rank = static_cast<std::uint64_t>(event.rank);
    switch (event.kind) {
      case EventKind::begin:
        begin(event.rank);
        return;
      // A send and the receive of its message move the same data: they count once.
      case EventKind::send:
        start_transfer(event.rank, event.data_s, 2 * rank, false);
        return;
      case EventKind::receive:
        start_transfer(state(event.rank).messages.back().from, event.data_s, 2 * rank + 1, true);
        return;
      case EventKind::link: {
        Link& link = links_[static_cast<std::size_t>(event.rank)];
        if (link.generation != event.generation) return;
        const std::uint64_t id = link.transfers.end_next();
        schedule_end(event.rank);
        end_transfer(id);
        return;
      }
    }
  }

  void start_transfer(int sender, double data_s, std::uint64_t id, bool counted) {
    if (links_.empty()) {
      transfers_.start(now_s_, data_s, id, counted);
      return;
    }
    links_[static_cast<std::size_t>(sender)].transfers.start(now_s_, data_s, id, counted);
    schedule_end(sender);
  }

  /// Schedules the end of the next transfer over the link of a rank, in place of an earlier event.
  void schedule_end(int sender) {
    Link& link = links_[static_cast<std::size_t>(sender)];
    ++link.generation;
    if (const std::optional<double> next_s = link.transfers.next_s()) {
      events_.push({.at_s = std::max(*next_s, now_s_),
                    .order = order_++,
                    .kind = EventKind::link,
                    .rank = sender,
                    .generation = link.generation});
    }
  }

  void end_transfer(std::uint64_t id) {
    const auto rank = static_cast<int>(id / 2);
    if (id % 2 == 0) {
      RankState& self = state(rank);
      --self.sending;
      if (self.sending == 0 && std::exchange(self.is_waiting_for_sends, false)) begin(rank);
      end_step(rank);
    } else {
      received(rank);
    }
  }

  [[nodiscard]] RankState& state(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::size_t steps_of(const RankState& rank) const {
    return rank.steps.size() * static_cast<std::size_t>(repetitions_);
  }
  [[nodiscard]] bool is_done(const RankState& rank) const { return rank.next == steps_of(rank); }
  [[nodiscard]] static const Step& step_at(const RankState& rank, std::size_t number) {
    return rank.steps[number % rank.steps.size()];
  }
  [[nodiscard]] double bytes(Blocks blocks) const { return block_bytes_ * blocks.count; }

  /// Whether the next step begins a repetition and sends data of the rank itself.
  [[nodiscard]] static bool starts_with_send(const RankState& rank) {
    return rank.next % rank.steps.size() == 0 && rank.steps.front().sends();
  }
  /// All data that the rank sends, each block once.
  [[nodiscard]] double data_bytes(const RankState& rank) const {
    int end = 0;
    for (const Step& step : rank.steps) {
      if (step.sends()) end = std::max(end, step.out.first + step.out.count);
    }
    return block_bytes_ * end;
  }

  void begin(int rank) {
    RankState& self = state(rank);
    self.now_s = now_s_;
    // Sends that started at once end before the rank receives, or starts again.
    self.is_waiting_for_sends =
        self.sending > 0 && (is_done(self) || self.next % self.steps.size() == 0 ||
                             step_at(self, self.next).receives());
    if (self.is_waiting_for_sends || is_done(self)) return;
    if (starts_with_send(self) && !self.has_copied) {
      self.has_copied = true;
      schedule(now_s_ + costs_.copy.at(data_bytes(self)), EventKind::begin, rank);
      return;
    }
    self.is_in_step = true;
    const Step& step = step_at(self, self.next);
    if (step.sends()) {
      ++self.sending;
      schedule_data(now_s_, EventKind::send, rank, costs_.send, bytes(step.out));
      state(step.to).arriving[rank].push_back({.sent_s = now_s_, .blocks = step.out});
      receive_next(step.to);
    }
    if (step.receives()) receive_next(rank);
    end_step(rank);
  }

  /// Begins to receive the next message of `rank` if it has been sent and no other is on its way.
  void receive_next(int rank) {
    RankState& self = state(rank);
    if (self.is_receiving) return;
    const std::size_t steps = steps_of(self);
    while (self.next_receive < steps && !step_at(self, self.next_receive).receives())
      ++self.next_receive;
    if (self.next_receive == steps) return;
    const Step& step = step_at(self, self.next_receive);
    std::deque<Sent>& messages = self.arriving[step.from];
    if (messages.empty()) return;
    double begin_s = now_s_;
    if (step.sends() && !costs_.sends_while_receiving) {
      // The send comes first, so its step must have begun.
      if (!self.is_in_step || self.next != self.next_receive) return;
      begin_s = std::max(begin_s, self.now_s + costs_.complete.at(bytes(step.out)));
    }
    const Sent message = messages.front();
    messages.pop_front();
    self.is_receiving = true;
    self.messages.push_back({.from = step.from,
                             .to = rank,
                             .blocks = message.blocks,
                             .on_receive = step.on_receive,
                             .sent_s = message.sent_s,
                             .received_s = 0.0});
    schedule_data(begin_s, EventKind::receive, rank, costs_.complete, bytes(message.blocks));
  }

  void received(int rank) {
    RankState& self = state(rank);
    self.messages.back().received_s = now_s_;
    self.is_receiving = false;
    ++self.received;
    ++self.next_receive;
    end_step(rank);
    receive_next(rank);
  }

  /// Ends the current step of `rank` if all of it is done.
  void end_step(int rank) {
    RankState& self = state(rank);
    if (!self.is_in_step) return;
    const Step& step = step_at(self, self.next);
    if (self.sending > 0 && (step.receives() || !costs_.sends_at_once)) return;
    double end_s = now_s_;
    if (step.receives()) {
      if (self.received == 0) return;
      --self.received;
      if (step.on_receive == OnReceive::combine) end_s += costs_.operate.at(bytes(step.in));
    }
    self.is_in_step = false;
    self.has_copied = false;
    ++self.next;
    schedule(end_s, EventKind::begin, rank);
  }

  double block_bytes_;
  Costs costs_;
  int repetitions_;
  /// The link of a rank whose sends start at once.
  struct Link {
    Transfers transfers{1.0};
    std::uint64_t generation = 0;  ///< of its latest event; earlier ones are void
  };
  Transfers transfers_;
  std::vector<Link> links_;  ///< by sender; empty if sends do not start at once
  std::vector<RankState> ranks_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t order_ = 0;
  double now_s_ = 0.0;
};

}  // namespace

double Prediction::last_s() const {
  return finish_s.empty() ? 0.0 : *std::ranges::max_element(finish_s);
}

Prediction predict(int size, const std::function<Steps(int rank)>& pattern, double block_bytes,
                   const Costs& costs, int repetitions) {
  return Predictor(size, pattern, block_bytes, costs, repetitions).run();
}

}  // namespace strobe::schedule
