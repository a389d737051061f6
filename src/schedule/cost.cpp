// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/cost.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "strobe/error.hpp"

namespace strobe::schedule {
namespace {

/// A message that was sent and is not received yet.
struct UnderWay {
  double sent_s = 0.0;
  Blocks blocks{};
};

/// How far a rank has come.
struct Progress {
  Steps steps;
  std::size_t next = 0;      ///< of all repetitions, one after the other
  double now_s = 0.0;        ///< its own time
  double port_free_s = 0.0;  ///< it receives one message at a time
  bool has_sent = false;     ///< of a step that sends and receives, the message is on its way
  std::map<int, std::vector<UnderWay>> arriving;  ///< by the rank that sends
};

class Walk {
 public:
  Walk(int size, const std::function<Steps(int)>& pattern, double block_bytes, const Costs& costs,
       int repetitions)
      : block_bytes_(block_bytes), costs_(costs), repetitions_(repetitions) {
    for (int rank = 0; rank < size; ++rank) {
      ranks_.push_back({.steps = pattern(rank), .arriving = {}});
      awake_.push_back(rank);
    }
  }

  Walked run() {
    while (!awake_.empty()) {
      const int rank = awake_.front();
      awake_.pop_front();
      while (advance(rank)) {
      }
    }
    for (const Progress& rank : ranks_) {
      if (!is_done(rank)) throw Error("a rank of this pattern would wait forever");
      walked_.of_rank_s.push_back(rank.now_s);
    }
    return std::move(walked_);
  }

 private:
  [[nodiscard]] bool is_done(const Progress& rank) const {
    return rank.next == rank.steps.size() * static_cast<std::size_t>(repetitions_);
  }
  [[nodiscard]] double bytes(Blocks blocks) const { return block_bytes_ * blocks.count; }

  /// One step of `rank`; false where it is done, or waits.
  bool advance(int rank) {
    Progress& self = ranks_[static_cast<std::size_t>(rank)];
    if (is_done(self)) return false;
    const Step& step = self.steps[self.next % self.steps.size()];
    const double begin_s = self.now_s;
    if (step.sends() && !self.has_sent) {
      self.has_sent = true;
      ranks_[static_cast<std::size_t>(step.to)].arriving[rank].push_back(
          {.sent_s = begin_s, .blocks = step.out});
      awake_.push_back(step.to);
    }
    double end_s = begin_s;
    if (step.receives()) {
      std::vector<UnderWay>& messages = self.arriving[step.from];
      if (messages.empty()) return false;
      const UnderWay message = messages.front();
      messages.erase(messages.begin());
      double free_s = self.port_free_s;
      if (step.sends() && !costs_.sends_while_receiving) {
        free_s = std::max(free_s, begin_s + costs_.complete.at(bytes(step.out)));
      }
      self.port_free_s =
          std::max(message.sent_s, free_s) + costs_.complete.at(bytes(message.blocks));
      end_s = std::max(end_s, self.port_free_s);
      walked_.messages.push_back({.from = step.from,
                                  .to = rank,
                                  .blocks = message.blocks,
                                  .arrival = step.arrival,
                                  .sent_s = message.sent_s,
                                  .received_s = self.port_free_s});
    }
    if (step.sends()) end_s = std::max(end_s, begin_s + costs_.send.at(bytes(step.out)));
    if (step.receives() && step.arrival == Arrival::combines) {
      end_s += costs_.operate.at(bytes(step.in));
    }
    self.now_s = end_s;
    self.has_sent = false;
    ++self.next;
    return true;
  }

  double block_bytes_;
  Costs costs_;
  int repetitions_;
  std::vector<Progress> ranks_;
  std::deque<int> awake_;
  Walked walked_;
};

}  // namespace

double Walked::last_s() const {
  return of_rank_s.empty() ? 0.0 : *std::ranges::max_element(of_rank_s);
}

Walked walk(int size, const std::function<Steps(int rank)>& pattern, double block_bytes,
            const Costs& costs, int repetitions) {
  return Walk(size, pattern, block_bytes, costs, repetitions).run();
}

}  // namespace strobe::schedule
