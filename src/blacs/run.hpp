// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the steps of a schedule along a line of a grid. Scoped operations are globally blocking, so
// messages leave straight from the data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "blacs/line.hpp"
#include "schedule/step.hpp"
#include "strobe/blacs/shape.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

/// Some bytes of an operation's data, counted as if these lay one behind the other.
struct ByteRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Data cut into blocks of one size; the last one may be shorter.
struct Cut {
  std::size_t block_bytes = 0;

  [[nodiscard]] constexpr ByteRange range(std::size_t size_bytes, schedule::Blocks blocks) const {
    const auto end_of = [&](int block) {
      return std::min(static_cast<std::size_t>(block) * block_bytes, size_bytes);
    };
    const std::size_t first = end_of(blocks.first);
    return {first, end_of(blocks.first + blocks.count) - first};
  }
};

/// Bytes one behind the other.
struct Contiguous {
  layer::Bytes bytes;
  Cut cut;

  [[nodiscard]] layer::Bytes part(schedule::Blocks blocks) const {
    const ByteRange range = cut.range(bytes.size(), blocks);
    return bytes.subspan(range.first, range.count);
  }
};

/// A wire that takes the elements of a matrix from where they lie, and leaves them there.
template <class Wire>
concept ReachesIntoMatrices = requires { typename Wire::Layout; };

/// Whether elements are worth to be reached where they lie: many bytes, in long columns. Otherwise
/// to pack them costs less.
inline constexpr std::size_t worth_reaching_bytes = std::size_t{512} << 10;
[[nodiscard]] inline bool are_worth_reaching(const Shape& shape, std::size_t element_bytes) {
  constexpr std::size_t long_column_bytes = 1024;
  const std::size_t size_bytes = shape.elements() * element_bytes;
  return size_bytes >= worth_reaching_bytes && size_bytes >= shape.columns() * long_column_bytes;
}

/// The elements of a matrix, where they lie.
template <class Wire>
struct InPlace {
  const Shape& shape;
  std::byte* matrix;
  std::size_t element_bytes;
  Cut cut;

  [[nodiscard]] typename Wire::Layout part(schedule::Blocks blocks) const {
    const ByteRange range = cut.range(shape.elements() * element_bytes, blocks);
    return typename Wire::Layout(shape, matrix, element_bytes, range.first / element_bytes,
                                 range.count / element_bytes);
  }
};

/// For patterns in which nothing combines.
struct NothingCombines {};

/// `data.part(blocks)` is what the wire takes. What combines comes into `arriving`, which holds a
/// block, and `operate` puts it together with ours in `data`.
template <class Wire, class Data, class Operate = NothingCombines>
void run(Wire& wire, const Line& line, const schedule::Steps& steps, int id, const Data& data,
         layer::Bytes arriving = {}, const Operate& operate = {}) {
  constexpr bool may_combine = !std::is_same_v<Operate, NothingCombines>;
  std::vector<typename Wire::Request> leaving;
  for (const schedule::Step& step : steps) {
    if (!step.receives()) {
      const int to = line.rank_of(step.to);
      // The last message needs no request, and most processes have no other.
      if (leaving.empty() && &step == &steps.back()) {
        wire.send(data.part(step.out), to, id);
      } else {
        leaving.push_back(wire.start_send(data.part(step.out), to, id));
      }
      continue;
    }
    if (!leaving.empty()) {
      wire.wait_all(leaving);
      leaving.clear();
    }
    const int from = line.rank_of(step.from);
    const auto receive_into = [&](const auto& in) {
      if (step.sends()) {
        wire.exchange(data.part(step.out), line.rank_of(step.to), in, from, id);
      } else {
        wire.receive(in, from, id);
      }
    };
    if constexpr (may_combine) {
      if (step.on_receive == schedule::OnReceive::combine) {
        const layer::Bytes ours = data.part(step.in);
        const layer::Bytes theirs = arriving.first(ours.size());
        receive_into(theirs);
        operate(theirs, ours);
        continue;
      }
    }
    receive_into(data.part(step.in));
  }
  if (!leaving.empty()) wire.wait_all(leaving);
}

}  // namespace strobe::blacs
