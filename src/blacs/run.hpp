// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the steps of a schedule on a line of a grid. Scoped operations are globally blocking, so
// messages are sent from the data without a copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "blacs/arrivals.hpp"
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

namespace detail {

/// One run of a schedule.
template <class Transport, class Data, class Operate>
class Run {
 public:
  Run(Transport& transport, const Line& line, int id, const Data& data, const Slots& received,
      const Operate& operate)
      : transport_(transport),
        line_(line),
        id_(id),
        data_(data),
        received_(received),
        operate_(operate) {}

  void perform(std::span<const schedule::Step> steps) {
    while (!steps.empty()) steps = steps.subspan(perform_next(steps));
    complete_sends();
  }

 private:
  /// Performs the first step, or a fan-in that starts with it. Returns how many steps these are.
  std::size_t perform_next(std::span<const schedule::Step> steps) {
    const schedule::Step& step = steps.front();
    if (!step.receives()) {
      send(step, steps.size() == 1);
      return 1;
    }
    complete_sends();
    if constexpr (!std::is_same_v<Operate, NoCombine>) {
      if (step.on_receive == schedule::OnReceive::combine) return combine(steps);
    }
    receive_into(data_.part(step.in), step);
    return 1;
  }

  /// The last send needs no request, and most processes have only one send.
  void send(const schedule::Step& step, bool is_last) {
    if (sends_.empty() && is_last) {
      transport_.send(data_.part(step.out), line_.rank_of(step.to), id_);
    } else {
      start_send(step);
    }
  }

  void start_send(const schedule::Step& step) {
    sends_.push_back(transport_.start_send(data_.part(step.out), line_.rank_of(step.to), id_));
  }

  void complete_sends() {
    if (sends_.empty()) return;
    transport_.wait_all(sends_);
    sends_.clear();
  }

  template <class In>
  void receive_into(const In& in, const schedule::Step& step) {
    const int from = line_.rank_of(step.from);
    if (step.sends()) {
      transport_.exchange(data_.part(step.out), line_.rank_of(step.to), in, from, id_);
    } else {
      transport_.receive(in, from, id_);
    }
  }

  std::size_t combine(std::span<const schedule::Step> steps) {
    const schedule::Step& step = steps.front();
    const layer::Bytes ours = data_.part(step.in);
    const auto fan_in = received_.count == 1 ? steps.first(1) : leading_fan_in(steps);
    if (fan_in.size() == 1) {
      const layer::Bytes theirs = received_.slot(0, ours.size());
      receive_into(theirs, step);
      operate_(theirs, ours);
      return 1;
    }
    if (step.sends()) start_send(step);
    receive_in_order_of_arrival(transport_, line_, fan_in, id_, ours.size(), received_,
                                [&](layer::Bytes theirs) { operate_(theirs, ours); });
    complete_sends();
    return fan_in.size();
  }

  Transport& transport_;
  const Line& line_;
  int id_;
  const Data& data_;
  const Slots& received_;
  const Operate& operate_;
  std::vector<typename Transport::Request> sends_;
};

}  // namespace detail

/// Sends and receives `data.part(blocks)`. Messages to combine are received in `received`, and
/// `operate` combines them with the data.
template <class Transport, class Data, class Operate = NoCombine>
void run(Transport& transport, const Line& line, const schedule::Steps& steps, int id,
         const Data& data, const Slots& received = {}, const Operate& operate = {}) {
  detail::Run<Transport, Data, Operate>(transport, line, id, data, received, operate)
      .perform(steps);
}

}  // namespace strobe::blacs
