// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/cost.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "strobe/error.hpp"

namespace strobe::schedule {
namespace {

/// A message that has been sent and not received yet.
struct InTransit {
  double sent_s = 0.0;
  Blocks blocks{};
};

/// The state of a rank in the prediction.
struct RankState {
  Steps steps;
  std::size_t next = 0;          ///< step to do next, counted over all repetitions
  double now_s = 0.0;            ///< the rank's clock
  double receiver_free_s = 0.0;  ///< from then on it can receive the next message
  bool send_started = false;     ///< in a step that sends and receives
  std::map<int, std::vector<InTransit>> arriving;  ///< by sender
};

class Predictor {
 public:
  Predictor(int size, const std::function<Steps(int)>& pattern, double block_bytes,
            const Costs& costs, int repetitions)
      : block_bytes_(block_bytes), costs_(costs), repetitions_(repetitions) {
    for (int rank = 0; rank < size; ++rank) {
      ranks_.push_back({.steps = pattern(rank), .arriving = {}});
      ready_.push_back(rank);
    }
  }

  Prediction run() {
    while (!ready_.empty()) {
      const int rank = ready_.front();
      ready_.pop_front();
      while (advance(rank)) {
      }
    }
    for (const RankState& rank : ranks_) {
      if (!is_done(rank))
        throw Error("the pattern is wrong: a rank waits for a message that no rank sends");
      prediction_.finish_s.push_back(rank.now_s);
    }
    return std::move(prediction_);
  }

 private:
  [[nodiscard]] bool is_done(const RankState& rank) const {
    return rank.next == rank.steps.size() * static_cast<std::size_t>(repetitions_);
  }
  [[nodiscard]] double bytes(Blocks blocks) const { return block_bytes_ * blocks.count; }

  /// Whether the next step begins a repetition and sends data of the rank itself.
  [[nodiscard]] static bool starts_with_send(const RankState& rank) {
    return rank.next % rank.steps.size() == 0 && rank.steps.front().sends() && !rank.send_started;
  }
  /// All data that the rank sends, each block once.
  [[nodiscard]] double data_bytes(const RankState& rank) const {
    int end = 0;
    for (const Step& step : rank.steps) {
      if (step.sends()) end = std::max(end, step.out.first + step.out.count);
    }
    return block_bytes_ * end;
  }

  /// Does the next step of `rank`. Returns false if the rank has finished or must wait.
  bool advance(int rank) {
    RankState& self = ranks_[static_cast<std::size_t>(rank)];
    if (is_done(self)) return false;
    const Step& step = self.steps[self.next % self.steps.size()];
    if (starts_with_send(self)) self.now_s += costs_.copy.at(data_bytes(self));
    const double begin_s = self.now_s;
    if (step.sends() && !self.send_started) {
      self.send_started = true;
      ranks_[static_cast<std::size_t>(step.to)].arriving[rank].push_back(
          {.sent_s = begin_s, .blocks = step.out});
      ready_.push_back(step.to);
    }
    double end_s = begin_s;
    if (step.receives()) {
      std::vector<InTransit>& messages = self.arriving[step.from];
      if (messages.empty()) return false;
      const InTransit message = messages.front();
      messages.erase(messages.begin());
      double free_s = self.receiver_free_s;
      if (step.sends() && !costs_.sends_while_receiving) {
        free_s = std::max(free_s, begin_s + costs_.complete.at(bytes(step.out)));
      }
      self.receiver_free_s =
          std::max(message.sent_s, free_s) + costs_.complete.at(bytes(message.blocks));
      end_s = std::max(end_s, self.receiver_free_s);
      prediction_.messages.push_back({.from = step.from,
                                      .to = rank,
                                      .blocks = message.blocks,
                                      .on_receive = step.on_receive,
                                      .sent_s = message.sent_s,
                                      .received_s = self.receiver_free_s});
    }
    if (step.sends()) end_s = std::max(end_s, begin_s + costs_.send.at(bytes(step.out)));
    if (step.receives() && step.on_receive == OnReceive::combine) {
      end_s += costs_.operate.at(bytes(step.in));
    }
    self.now_s = end_s;
    self.send_started = false;
    ++self.next;
    return true;
  }

  double block_bytes_;
  Costs costs_;
  int repetitions_;
  std::vector<RankState> ranks_;
  std::deque<int> ready_;
  Prediction prediction_;
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
