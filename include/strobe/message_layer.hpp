// SPDX-License-Identifier: BSD-3-Clause
//
// The message layer: everything that a kernel may ask of a message-passing system, as one concept.
// It is CoMet's list of macros (Ganapati, Otto and Walpole 1994, section 2.1) grown up. A kernel is
// a template over it, so a kernel costs what the hand-written call costs.
#pragma once

#include <chrono>
#include <compare>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>

namespace strobe::layer {

/// A process, numbered from 0 within its layer.
struct Rank {
  int value = 0;
  friend constexpr auto operator<=>(Rank, Rank) = default;
};

/// Tells messages between the same two processes apart.
struct Tag {
  int value = 0;
};

/// The type of an element that a reduction combines. Named, because tools that sum MPI_CHAR and
/// tools that sum MPI_FLOAT differ two-fold and say nothing.
enum class Element { int32, int64, float32, float64 };

enum class Operation { sum, minimum, maximum };

using Bytes = std::span<std::byte>;
using ConstBytes = std::span<const std::byte>;

[[nodiscard]] constexpr std::size_t size_bytes(Element element) {
  return element == Element::int32 || element == Element::float32 ? 4 : 8;
}

/// `count` blocks of `block_bytes`, their starts `stride_bytes` apart.
struct Strided {
  std::size_t block_bytes = 0;
  std::size_t stride_bytes = 0;
  std::size_t count = 0;
};

/// A system that passes messages. Calls that fail throw strobe::Error with the layer's own words.
/// Buffers of reductions hold whole elements; `in` is written on the root alone where there is a
/// root. Sizes are not limited to 2 GiB.
template <class L>
concept MessageLayer =
    std::movable<L> &&
    requires(L& layer, const L& asked, ConstBytes out, Bytes in, Rank partner, Tag tag,
             typename L::Request& request, std::span<typename L::Request> requests,
             const std::byte* from, std::byte* into, Strided shape, Element element,
             Operation operation) {
      { asked.rank() } -> std::same_as<Rank>;
      { asked.size() } -> std::same_as<int>;
      // Blocking and non-blocking, in pieces and in strides.
      layer.send(out, partner, tag);
      layer.receive(in, partner, tag);
      { layer.start_send(out, partner, tag) } -> std::same_as<typename L::Request>;
      { layer.start_receive(in, partner, tag) } -> std::same_as<typename L::Request>;
      layer.wait(request);
      layer.wait_all(requests);
      { layer.test(request) } -> std::same_as<bool>;
      layer.send_strided(from, shape, partner, tag);
      layer.receive_strided(into, shape, partner, tag);
      // The CM-5's two cooperative forms: send-and-receive with two buffers, and with one.
      layer.exchange(out, partner, in, partner, tag);
      layer.swap(in, partner, partner, tag);
      // The size in bytes of the message that a receive would get; the second does not wait.
      { layer.probe(partner, tag) } -> std::same_as<std::size_t>;
      { layer.probe_now(partner, tag) } -> std::same_as<std::optional<std::size_t>>;
      // Collectives; `scatter` splits `out` and `gather` fills `in` in equal parts by rank.
      layer.barrier();
      layer.broadcast(in, partner);
      layer.reduce(out, in, element, operation, partner);
      layer.allreduce(out, in, element, operation);
      layer.scan(out, in, element, operation);
      layer.scatter(out, in, partner);
      layer.gather(out, in, partner);
      layer.allgather(out, in);
      layer.alltoall(out, in);
      // A layer of the first `count` processes; nothing on the others. All must call it.
      { layer.first_ranks(int{}) } -> std::same_as<std::optional<L>>;
      // The time of this process, from an arbitrary start, never going back.
      { L::now() } -> std::same_as<std::chrono::nanoseconds>;
    };

}  // namespace strobe::layer
