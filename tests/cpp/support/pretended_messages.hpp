// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a pattern on simulated ranks whose sends block until their receive: a pattern that completes
// here deadlocks on no message layer. A block is the list of contributions in it.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "schedule/step.hpp"

namespace strobe::testing {

using Contributions = std::vector<int>;
using Data = std::vector<Contributions>;  ///< the blocks of one rank

/// The element of `rank` in a container with one element per rank.
template <class T>
auto& of(T& all, int rank) {
  return all[static_cast<std::size_t>(rank)];
}

/// The buffers of one rank; a pattern that works in one buffer uses `in` only.
struct Buffers {
  Data out;
  Data in;
  bool in_place = true;  ///< whether `in` is also the send buffer
};

class PretendedMessages {
 public:
  PretendedMessages(std::vector<schedule::Steps> steps, std::vector<Buffers> buffers)
      : steps_(std::move(steps)), buffers_(std::move(buffers)), at_(steps_.size()) {}

  /// Describes the first error; empty if every step of every rank completed and had its data.
  std::string run() {
    while (wrong_.empty()) {
      bool moved = false;
      for (int rank = 0; rank < size(); ++rank) moved = advance(rank) || moved;
      if (!moved) break;
    }
    for (int rank = 0; wrong_.empty() && rank < size(); ++rank) {
      if (!is_done(rank)) wrong_ = "rank " + std::to_string(rank) + " waits for ever";
    }
    return wrong_;
  }

  [[nodiscard]] const Data& result(int rank) const { return of(buffers_, rank).in; }

 private:
  struct Progress {
    std::size_t step = 0;
    bool sent = false;
    bool received = false;
    Data taken{};  ///< the data of a step are read when it begins, before anything arrives
    bool begun = false;
  };

  [[nodiscard]] int size() const { return static_cast<int>(steps_.size()); }
  [[nodiscard]] bool is_done(int rank) const {
    return of(at_, rank).step == of(steps_, rank).size();
  }
  [[nodiscard]] const schedule::Step& step_of(int rank) const {
    return of(steps_, rank)[of(at_, rank).step];
  }

  bool begin(int rank) {
    Progress& at = of(at_, rank);
    if (at.begun) return false;
    const schedule::Step& step = step_of(rank);
    at.begun = true;
    at.sent = !step.sends();
    at.received = !step.receives();
    const Buffers& buffers = of(buffers_, rank);
    const Data& source = buffers.in_place ? buffers.in : buffers.out;
    for (int i = 0; step.sends() && i < step.out.count; ++i) {
      at.taken.push_back(source.at(static_cast<std::size_t>(step.out.first + i)));
      if (at.taken.back().empty()) wrong_ = std::to_string(rank) + " sends what it has not got";
    }
    return true;
  }

  bool advance(int rank) {
    if (is_done(rank)) return false;
    bool moved = begin(rank);
    Progress& at = of(at_, rank);
    const schedule::Step& step = step_of(rank);
    if (!at.sent && !is_done(step.to)) {
      moved = begin(step.to) || moved;
      Progress& there = of(at_, step.to);
      if (!there.received && step_of(step.to).from == rank) {
        deliver(at.taken, step.to);
        at.sent = there.received = moved = true;
        finish(step.to);
      }
    }
    return finish(rank) || moved;
  }

  bool finish(int rank) {
    Progress& at = of(at_, rank);
    if (!at.begun || !at.sent || !at.received) return false;
    at = Progress{.step = at.step + 1};
    return true;
  }

  void deliver(const Data& message, int rank) {
    const schedule::Step& step = step_of(rank);
    if (static_cast<int>(message.size()) != step.in.count) wrong_ = "sizes differ";
    Data& in = of(buffers_, rank).in;
    for (std::size_t i = 0; i < message.size() && wrong_.empty(); ++i) {
      Contributions& block = in.at(static_cast<std::size_t>(step.in.first) + i);
      if (step.on_receive == schedule::OnReceive::combine) {
        block.insert(block.end(), message[i].begin(), message[i].end());
        std::ranges::sort(block);
        if (std::ranges::adjacent_find(block) != block.end()) wrong_ = "combined twice";
      } else {
        block = message[i];
      }
    }
  }

  std::vector<schedule::Steps> steps_;
  std::vector<Buffers> buffers_;
  std::vector<Progress> at_;
  std::string wrong_;
};

}  // namespace strobe::testing
