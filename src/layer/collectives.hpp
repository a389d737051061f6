// SPDX-License-Identifier: BSD-3-Clause
//
// Runs schedules over any message layer: collectives that a layer does not have, and other
// algorithms for collectives that it has. The caller computes the steps, so a kernel computes them
// only once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "layer/combine.hpp"
#include "schedule/step.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::layer::collectives {

/// All collectives use the same tag. Each receive names its sender, and messages between two
/// processes keep their order.
inline constexpr Tag tag{32004};

/// Memory for a reduction. It grows when needed, and is reused.
using Workspace = std::vector<std::byte>;

struct Reduction {
  Element element = Element::float64;
  Operation operation = Operation::sum;
};

template <class L>
[[nodiscard]] schedule::Position position_of(const L& layer, Rank root = {}) {
  return {.rank = layer.rank().value, .size = layer.size(), .root = root.value};
}

namespace detail {

template <class T>
[[nodiscard]] std::span<T> part(std::span<T> bytes, schedule::Blocks blocks,
                                std::size_t block_bytes) {
  return bytes.subspan(static_cast<std::size_t>(blocks.first) * block_bytes,
                       static_cast<std::size_t>(blocks.count) * block_bytes);
}

[[nodiscard]] inline schedule::Blocks block(int number) { return {.first = number, .count = 1}; }

inline void copy(ConstBytes from, Bytes into) { std::ranges::copy(from, into.begin()); }

/// Performs one step and receives into `in`.
template <class L>
void perform(L& layer, const schedule::Step& step, ConstBytes out, Bytes in) {
  if (step.sends() && step.receives()) {
    layer.exchange(out, Rank{step.to}, in, Rank{step.from}, tag);
  } else if (step.sends()) {
    layer.send(out, Rank{step.to}, tag);
  } else {
    layer.receive(in, Rank{step.from}, tag);
  }
}

/// Runs steps whose receives replace data.
template <class L>
void run(L& layer, const schedule::Steps& steps, ConstBytes out, Bytes in,
         std::size_t block_bytes) {
  for (const schedule::Step& step : steps) {
    perform(layer, step, step.sends() ? part(out, step.out, block_bytes) : ConstBytes{},
            step.receives() ? part(in, step.in, block_bytes) : Bytes{});
  }
}

/// Runs steps on one block. Messages to combine are received in `received`.
template <class L>
void run_combining(L& layer, const schedule::Steps& steps, Bytes both, Reduction reduction,
                   Bytes received) {
  for (const schedule::Step& step : steps) {
    if (step.receives() && step.on_receive == schedule::OnReceive::combine) {
      perform(layer, step, both, received);
      combine(reduction.element, reduction.operation, received, both);
    } else {
      perform(layer, step, both, both);
    }
  }
}

}  // namespace detail

template <class L>
void barrier(L& layer, const schedule::Steps& steps) {
  detail::run(layer, steps, {}, {}, 0);
}

template <class L>
void broadcast(L& layer, const schedule::Steps& steps, Bytes both) {
  detail::run(layer, steps, both, both, both.size());
}

/// `in` is only written on the root, and may be empty on other ranks.
template <class L>
void reduce(L& layer, const schedule::Steps& steps, ConstBytes out, Bytes in, Reduction reduction,
            Rank root, Workspace& workspace) {
  const bool is_root = layer.rank() == root;
  const bool is_leaf = std::ranges::none_of(steps, &schedule::Step::receives);
  if (is_leaf) {
    detail::run(layer, steps, out, {}, out.size());
    if (is_root) detail::copy(out, in);
    return;
  }
  workspace.resize(std::max(workspace.size(), 2 * out.size()));
  const Bytes sum = is_root ? in : Bytes(workspace).subspan(out.size(), out.size());
  detail::copy(out, sum);
  detail::run_combining(layer, steps, sum, reduction, Bytes(workspace).first(out.size()));
}

/// A reduction with a result on every rank: allreduce or scan, depending on the steps.
template <class L>
void reduce_on_all(L& layer, const schedule::Steps& steps, ConstBytes out, Bytes in,
                   Reduction reduction, Workspace& workspace) {
  workspace.resize(std::max(workspace.size(), out.size()));
  detail::copy(out, in);
  detail::run_combining(layer, steps, in, reduction, Bytes(workspace).first(out.size()));
}

template <class L>
void scatter(L& layer, const schedule::Steps& steps, ConstBytes out, Bytes in, Rank root) {
  detail::run(layer, steps, out, in, in.size());
  if (layer.rank() == root) {
    detail::copy(detail::part(out, detail::block(root.value), in.size()), in);
  }
}

template <class L>
void gather(L& layer, const schedule::Steps& steps, ConstBytes out, Bytes in, Rank root) {
  detail::run(layer, steps, out, in, out.size());
  if (layer.rank() == root) {
    detail::copy(out, detail::part(in, detail::block(root.value), out.size()));
  }
}

template <class L>
void allgather(L& layer, const schedule::Steps& steps, ConstBytes out, Bytes in) {
  detail::copy(out, detail::part(in, detail::block(layer.rank().value), out.size()));
  detail::run(layer, steps, in, in, out.size());
}

template <class L>
void alltoall(L& layer, const schedule::Steps& steps, ConstBytes out, Bytes in) {
  const std::size_t block_bytes = out.size() / static_cast<std::size_t>(layer.size());
  const schedule::Blocks own = detail::block(layer.rank().value);
  detail::copy(detail::part(out, own, block_bytes), detail::part(in, own, block_bytes));
  detail::run(layer, steps, out, in, block_bytes);
}

}  // namespace strobe::layer::collectives
