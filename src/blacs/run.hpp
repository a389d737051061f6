// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the steps of a schedule on a line of a grid. Scoped operations are globally blocking, so
// messages are sent from the data without a copy.
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

/// A range of an operation's data. Bytes are counted as if the data were contiguous.
struct ByteRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Partitions data into blocks of one size. The last block may be shorter.
struct Partition {
  std::size_t block_bytes = 0;

  [[nodiscard]] constexpr ByteRange range(std::size_t size_bytes, schedule::Blocks blocks) const {
    const auto end_of = [&](int block) {
      return std::min(static_cast<std::size_t>(block) * block_bytes, size_bytes);
    };
    const std::size_t first = end_of(blocks.first);
    return {first, end_of(blocks.first + blocks.count) - first};
  }
};

/// Contiguous bytes.
struct Contiguous {
  layer::Bytes bytes;
  Partition partition;

  [[nodiscard]] layer::Bytes part(schedule::Blocks blocks) const {
    const ByteRange range = partition.range(bytes.size(), blocks);
    return bytes.subspan(range.first, range.count);
  }
};

/// A transport that sends the elements of a matrix without packing them, with a Layout.
template <class Transport>
concept SupportsLayouts = requires { typename Transport::Layout; };

/// Whether a Layout is faster than packing: for large data in long columns.
inline constexpr std::size_t layout_min_bytes = std::size_t{512} << 10;
[[nodiscard]] inline bool is_layout_faster(const Shape& shape, std::size_t element_bytes) {
  constexpr std::size_t long_column_bytes = 1024;
  const std::size_t size_bytes = shape.elements() * element_bytes;
  return size_bytes >= layout_min_bytes && size_bytes >= shape.columns() * long_column_bytes;
}

/// The elements of a matrix that are sent with a Layout.
template <class Transport>
struct InPlace {
  const Shape& shape;
  std::byte* matrix;
  std::size_t element_bytes;
  Partition partition;

  [[nodiscard]] typename Transport::Layout part(schedule::Blocks blocks) const {
    const ByteRange range = partition.range(shape.elements() * element_bytes, blocks);
    return typename Transport::Layout(shape, matrix, element_bytes, range.first / element_bytes,
                                      range.count / element_bytes);
  }
};

/// For schedules that combine nothing.
struct NoCombine {};

/// Sends and receives `data.part(blocks)`. Messages to combine are received in `received`, which
/// has room for a block, and `operate` combines them with the data.
template <class Transport, class Data, class Operate = NoCombine>
void run(Transport& transport, const Line& line, const schedule::Steps& steps, int id,
         const Data& data, layer::Bytes received = {}, const Operate& operate = {}) {
  constexpr bool may_combine = !std::is_same_v<Operate, NoCombine>;
  std::vector<typename Transport::Request> sends;
  for (const schedule::Step& step : steps) {
    if (!step.receives()) {
      const int to = line.rank_of(step.to);
      // The last send needs no request, and most processes have only one send.
      if (sends.empty() && &step == &steps.back()) {
        transport.send(data.part(step.out), to, id);
      } else {
        sends.push_back(transport.start_send(data.part(step.out), to, id));
      }
      continue;
    }
    if (!sends.empty()) {
      transport.wait_all(sends);
      sends.clear();
    }
    const int from = line.rank_of(step.from);
    const auto receive_into = [&](const auto& in) {
      if (step.sends()) {
        transport.exchange(data.part(step.out), line.rank_of(step.to), in, from, id);
      } else {
        transport.receive(in, from, id);
      }
    };
    if constexpr (may_combine) {
      if (step.on_receive == schedule::OnReceive::combine) {
        const layer::Bytes ours = data.part(step.in);
        const layer::Bytes theirs = received.first(ours.size());
        receive_into(theirs);
        operate(theirs, ours);
        continue;
      }
    }
    receive_into(data.part(step.in));
  }
  if (!sends.empty()) transport.wait_all(sends);
}

}  // namespace strobe::blacs
