// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the steps of a schedule along a line of a grid. Scoped operations are globally blocking, so
// messages leave straight from the data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "blacs/line.hpp"
#include "schedule/step.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

/// Data cut into blocks of one size; the last one may be shorter.
struct Cut {
  std::size_t block_bytes = 0;

  template <class Span>
  [[nodiscard]] Span part(Span data, schedule::Blocks blocks) const {
    const auto end_of = [&](int block) {
      return std::min(static_cast<std::size_t>(block) * block_bytes, data.size());
    };
    const std::size_t first = end_of(blocks.first);
    return data.subspan(first, end_of(blocks.first + blocks.count) - first);
  }
};

/// What combines comes into `arriving`, which is as large as `ours`, and `operate` puts both
/// together in `ours`.
template <class Wire, class Operate>
void run(Wire& wire, const Line& line, const schedule::Steps& steps, int id, Cut cut,
         layer::Bytes ours, layer::Bytes arriving, Operate operate) {
  std::vector<typename Wire::Request> leaving;
  for (const schedule::Step& step : steps) {
    const bool combines = step.arrival == schedule::Arrival::combines;
    const layer::Bytes out = step.sends() ? cut.part(ours, step.out) : layer::Bytes{};
    if (!step.receives()) {
      const int to = line.rank_of(step.to);
      // The last message needs no request, and most processes have no other.
      if (leaving.empty() && &step == &steps.back()) {
        wire.send(out, to, id);
      } else {
        leaving.push_back(wire.start_send(out, to, id));
      }
      continue;
    }
    if (!leaving.empty()) {
      Wire::wait_all(leaving);
      leaving.clear();
    }
    const layer::Bytes in = cut.part(combines ? arriving : ours, step.in);
    const int from = line.rank_of(step.from);
    if (step.sends()) {
      wire.exchange(out, line.rank_of(step.to), in, from, id);
    } else {
      wire.receive(in, from, id);
    }
    if (combines) operate(in, cut.part(ours, step.in));
  }
  if (!leaving.empty()) Wire::wait_all(leaving);
}

}  // namespace strobe::blacs
