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
#include <string>
#include <vector>

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
  friend constexpr bool operator==(const Strided&, const Strided&) = default;
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
             Operation operation, std::span<const Rank> members) {
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
      // A layer of these processes, numbered in this order. They alone must call it.
      { layer.group(members) } -> std::same_as<L>;
      // The time of this process, from an arbitrary start, never going back.
      { L::now() } -> std::same_as<std::chrono::nanoseconds>;
    };

// What some layers have beside that. A kernel that wants more asks by one of these concepts, and is
// offered only where it holds.

/// Sends that end only when the receiver has begun.
template <class L>
concept SynchronousSends =
    MessageLayer<L> && requires(L& layer, ConstBytes out, Rank target, Tag tag) {
      layer.send_synchronous(out, target, tag);
    };

/// Sends to a receiver that is known to wait already, so that nothing need be agreed on. A receive
/// that waits for a message that never comes is cancelled.
template <class L>
concept ReadySends = MessageLayer<L> && requires(L& layer, ConstBytes out, Rank target, Tag tag,
                                                 typename L::Request& request) {
  layer.send_ready(out, target, tag);
  { layer.start_send_ready(out, target, tag) } -> std::same_as<typename L::Request>;
  layer.cancel(request);
};

/// Sends that copy the message, if need be, and return. They copy into a SendBuffer, made for a
/// number of messages of some bytes each; one of them exists at a time, and its end waits for what
/// is in it.
template <class L>
concept BufferedSends =
    MessageLayer<L> && std::constructible_from<typename L::SendBuffer, std::size_t, std::size_t> &&
    requires(L& layer, ConstBytes out, Rank target, Tag tag) {
      layer.send_buffered(out, target, tag);
    };

/// Sends and receives that are described once and started again and again; waiting for one leaves
/// it ready to be started, and releasing it ends it.
template <class L>
concept PersistentRequests =
    MessageLayer<L> && requires(L& layer, ConstBytes out, Bytes in, Rank partner, Tag tag,
                                typename L::Request& request) {
      { layer.prepare_send(out, partner, tag) } -> std::same_as<typename L::Request>;
      { layer.prepare_receive(in, partner, tag) } -> std::same_as<typename L::Request>;
      layer.start(request);
      layer.release(request);
    };

/// Receives that take a message from whoever sent it: this stands for its source.
template <class L>
concept WildcardReceives =
    MessageLayer<L> && requires { requires std::same_as<decltype(L::any_source), const Rank>; };

/// The two cooperative forms over strided data.
template <class L>
concept StridedExchanges =
    MessageLayer<L> && requires(L& layer, const std::byte* from, std::byte* into, Strided shape,
                                Rank target, Rank source, Tag tag) {
      layer.exchange_strided(from, target, into, source, shape, tag);
      layer.swap_strided(into, target, source, shape, tag);
    };

/// Collectives whose parts may differ in size. Parts is made once, from the size of each rank's.
template <class L>
concept VaryingCollectives =
    MessageLayer<L> && std::constructible_from<typename L::Parts, std::span<const std::size_t>> &&
    requires(L& layer, ConstBytes out, Bytes in, const typename L::Parts& parts, Rank root) {
      layer.scatter_parts(out, parts, in, root);
      layer.gather_parts(out, in, parts, root);
      layer.allgather_parts(out, in, parts);
      layer.alltoall_parts(out, parts, in, parts);
    };

/// Collectives in one buffer: that of all parts, which holds or gets the own one, or, on ranks that
/// are not the root, of the own part alone.
template <class L>
concept InPlaceCollectives = MessageLayer<L> && requires(L& layer, Bytes both, Rank root) {
  layer.scatter_in_place(both, root);
  layer.gather_in_place(both, root);
  layer.allgather_in_place(both);
  layer.alltoall_in_place(both);
};

/// Collectives that are started, and waited for like a message.
template <class L>
concept NonblockingCollectives =
    MessageLayer<L> &&
    requires(L& layer, ConstBytes out, Bytes in, Rank root, Element element, Operation operation) {
      { layer.start_barrier() } -> std::same_as<typename L::Request>;
      { layer.start_broadcast(in, root) } -> std::same_as<typename L::Request>;
      { layer.start_allreduce(out, in, element, operation) } -> std::same_as<typename L::Request>;
      { layer.start_alltoall(out, in) } -> std::same_as<typename L::Request>;
    };

/// Collectives that are described once and started again and again.
template <class L>
concept PersistentCollectives =
    PersistentRequests<L> && NonblockingCollectives<L> &&
    requires(L& layer, ConstBytes out, Bytes in, Rank root, Element element, Operation operation) {
      { layer.prepare_barrier() } -> std::same_as<typename L::Request>;
      { layer.prepare_broadcast(in, root) } -> std::same_as<typename L::Request>;
      { layer.prepare_allreduce(out, in, element, operation) } -> std::same_as<typename L::Request>;
      { layer.prepare_alltoall(out, in) } -> std::same_as<typename L::Request>;
    };

/// Layers that can say whether several threads of a process may call them at the same time.
template <class L>
concept ThreadedCalls = MessageLayer<L> && requires {
  { L::threads_may_call() } -> std::same_as<bool>;
};

/// A layer whose groups are what MPI calls communicators, so that libraries over MPI can take them.
template <class L>
concept OverMpi = MessageLayer<L> && requires(const L& group) { group.communicator(); };

/// A layer that knows how a grid is best laid over its machine.
template <class L>
concept Cartesian = MessageLayer<L> && requires(L& layer, int rows, int columns) {
  // The process at each place of a grid whose edges join, row by row. All must ask together.
  { layer.cartesian_places(rows, columns) } -> std::same_as<std::vector<Rank>>;
};

/// A layer in which one process reads and writes the memory of another, which does not receive.
/// Offsets count bytes in the target's window.
template <class L>
concept OneSided = MessageLayer<L> &&
                   requires(L& layer, std::size_t bytes, typename L::Window& window, ConstBytes out,
                            Bytes in, Rank target, Element element, Operation operation) {
                     // All allocate together, and all end their windows together.
                     { layer.allocate_window(bytes) } -> std::same_as<typename L::Window>;
                     { window.bytes() } -> std::same_as<Bytes>;
                     window.put(out, target, bytes);
                     window.get(in, target, bytes);
                     window.accumulate(out, target, bytes, element, operation);
                     // The three synchronisations: all together; both sides; the origin alone.
                     window.fence();
                     window.post(target);
                     window.start(target);
                     window.complete();
                     window.wait();
                     window.lock(target);
                     window.flush(target);
                     window.unlock(target);
                   };

/// A layer whose processes write one file together. Offsets count bytes from its beginning.
template <class L>
concept Files =
    MessageLayer<L> && requires(L& layer, const std::string& path, typename L::File& file,
                                std::size_t offset, ConstBytes out, Bytes in) {
      // Opened, written collectively, made known to the others, and closed by all together.
      { layer.create_file(path) } -> std::same_as<typename L::File>;
      file.write_at(offset, out);
      file.write_at_all(offset, out);
      file.read_at(offset, in);
      file.sync();
      { file.size_bytes() } -> std::same_as<std::size_t>;
    };

}  // namespace strobe::layer
