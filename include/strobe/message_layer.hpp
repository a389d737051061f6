// SPDX-License-Identifier: BSD-3-Clause
//
// The message layer: all operations of a message-passing system that kernels use, as one concept.
// It extends CoMet's list of macros (Ganapati, Otto and Walpole 1994, section 2.1). Kernels are
// templates over the layer, so a call of the layer costs what the hand-written call costs.
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

/// Rank of a process within its layer, from 0.
struct Rank {
  int value = 0;
  friend constexpr auto operator<=>(Rank, Rank) = default;
};

/// Distinguishes messages between the same two processes.
struct Tag {
  int value = 0;
};

/// Element type of a reduction. Kernels must name it: benchmarks that sum MPI_CHAR and benchmarks
/// that sum MPI_FLOAT differ by a factor of two, and often do not state the type.
/// The last four are a value with an index, for the operations that find where a value is.
enum class Element {
  int32,
  int64,
  float32,
  float64,
  int32_int,
  int64_int,
  float32_int,
  float64_int
};

/// The bitwise and logical operations combine integers. maxloc and minloc combine values with an
/// index; of equal values, the one with the smallest index is the result.
enum class Operation {
  sum,
  minimum,
  maximum,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  logical_and,
  logical_or,
  logical_xor,
  maxloc,
  minloc
};

/// The memory of an element with an index, as in MPI_DOUBLE_INT and its relatives.
template <class T>
struct ValueAndIndex {
  T value{};
  int index = 0;
};

using Bytes = std::span<std::byte>;
using ConstBytes = std::span<const std::byte>;

[[nodiscard]] constexpr std::size_t size_bytes(Element element) {
  switch (element) {
    case Element::int32:
    case Element::float32:
      return 4;
    case Element::int64:
    case Element::float64:
    case Element::int32_int:
    case Element::float32_int:
      return 8;
    case Element::int64_int:
    case Element::float64_int:
      return 16;
  }
  return 0;
}

/// Whether an element is a value with an index.
[[nodiscard]] constexpr bool has_index(Element element) {
  return element == Element::int32_int || element == Element::int64_int ||
         element == Element::float32_int || element == Element::float64_int;
}

[[nodiscard]] constexpr bool is_integer(Element element) {
  return element == Element::int32 || element == Element::int64;
}

/// Whether an operation combines elements of a type; the rules of the MPI standard.
[[nodiscard]] constexpr bool combines(Operation operation, Element element) {
  switch (operation) {
    case Operation::sum:
    case Operation::minimum:
    case Operation::maximum:
      return !has_index(element);
    case Operation::bitwise_and:
    case Operation::bitwise_or:
    case Operation::bitwise_xor:
    case Operation::logical_and:
    case Operation::logical_or:
    case Operation::logical_xor:
      return is_integer(element);
    case Operation::maxloc:
    case Operation::minloc:
      return has_index(element);
  }
  return false;
}

/// `count` blocks of `block_bytes`; the distance between their first bytes is `stride_bytes`.
struct Strided {
  std::size_t block_bytes = 0;
  std::size_t stride_bytes = 0;
  std::size_t count = 0;
  friend constexpr bool operator==(const Strided&, const Strided&) = default;
};

/// A part of a message that is not contiguous: where it starts, from the start of the buffer.
struct Block {
  std::size_t start_bytes = 0;
  std::size_t size_bytes = 0;
};

/// The constructors of derived datatypes. A vector's blocks have one size and one distance; the
/// blocks of a structure are numbers of 4 bytes of two types in turn.
enum class BlockConstructor { vector, indexed, structure };

/// Where a process reads or writes in a file, and whether all processes do it in one operation.
enum class Pointer { explicit_offset, individual, shared };
struct Access {
  Pointer pointer = Pointer::explicit_offset;
  bool collective = false;
};

/// The memory of a window: allocated by the layer, or the process's own.
enum class WindowMemory { allocated, own };

/// A message-passing system. A call that fails throws strobe::Error with the message of the MPI or
/// PVM. Buffers of reductions hold whole elements; a reduction to a root writes `in` on the root
/// only. Messages may be larger than 2 GiB.
template <class L>
concept MessageLayer =
    std::movable<L> &&
    requires(L& layer, const L& asked, ConstBytes out, Bytes in, Rank partner, Tag tag,
             typename L::Request& request, std::span<typename L::Request> requests,
             const std::byte* from, std::byte* into, Strided shape, Element element,
             Operation operation, std::span<const Rank> members) {
      { asked.rank() } -> std::same_as<Rank>;
      { asked.size() } -> std::same_as<int>;
      // Point-to-point messages: blocking, non-blocking and strided.
      layer.send(out, partner, tag);
      layer.receive(in, partner, tag);
      { layer.start_send(out, partner, tag) } -> std::same_as<typename L::Request>;
      { layer.start_receive(in, partner, tag) } -> std::same_as<typename L::Request>;
      layer.wait(request);
      layer.wait_all(requests);
      { layer.test(request) } -> std::same_as<bool>;
      layer.send_strided(from, shape, partner, tag);
      layer.receive_strided(into, shape, partner, tag);
      // The CM-5's two cooperative operations: send-and-receive with two buffers and with one.
      layer.exchange(out, partner, in, partner, tag);
      layer.swap(in, partner, partner, tag);
      // Size in bytes of the message that a receive would get. probe_now does not wait for one.
      { layer.probe(partner, tag) } -> std::same_as<std::size_t>;
      { layer.probe_now(partner, tag) } -> std::same_as<std::optional<std::size_t>>;
      // Collectives. `scatter` splits `out`, and `gather` fills `in`, in equal parts by rank.
      layer.barrier();
      layer.broadcast(in, partner);
      layer.reduce(out, in, element, operation, partner);
      layer.allreduce(out, in, element, operation);
      layer.scan(out, in, element, operation);
      layer.scatter(out, in, partner);
      layer.gather(out, in, partner);
      layer.allgather(out, in);
      layer.alltoall(out, in);
      // A layer of these processes, ranked in this order. Exactly these processes call it.
      { layer.group(members) } -> std::same_as<L>;
      // Time on the monotonic clock of this process, from an arbitrary start.
      { L::now() } -> std::same_as<std::chrono::nanoseconds>;
    };

// Optional operations. A kernel that needs one requires its concept, and is available only over the
// layers that satisfy it.

/// Sends that complete only after the receiver has started to receive.
template <class L>
concept SynchronousSends =
    MessageLayer<L> && requires(L& layer, ConstBytes out, Rank target, Tag tag) {
      layer.send_synchronous(out, target, tag);
    };

/// Sends to a receiver that has already posted its receive, so the two need no handshake. `cancel`
/// ends a posted receive that no message matches.
template <class L>
concept ReadySends = MessageLayer<L> && requires(L& layer, ConstBytes out, Rank target, Tag tag,
                                                 typename L::Request& request) {
  layer.send_ready(out, target, tag);
  { layer.start_send_ready(out, target, tag) } -> std::same_as<typename L::Request>;
  layer.cancel(request);
};

/// Sends that copy the message if the receiver is not ready, and return. They copy into a
/// SendBuffer with room for a number of messages of a given size in bytes. At most one SendBuffer
/// exists; its destructor waits until all its messages are sent.
template <class L>
concept BufferedSends =
    MessageLayer<L> && std::constructible_from<typename L::SendBuffer, std::size_t, std::size_t> &&
    requires(L& layer, ConstBytes out, Rank target, Tag tag) {
      layer.send_buffered(out, target, tag);
    };

/// Persistent sends and receives: prepared once and started any number of times. After a wait the
/// request can be started again; `release` frees it.
template <class L>
concept PersistentRequests =
    MessageLayer<L> && requires(L& layer, ConstBytes out, Bytes in, Rank partner, Tag tag,
                                typename L::Request& request) {
      { layer.prepare_send(out, partner, tag) } -> std::same_as<typename L::Request>;
      { layer.prepare_receive(in, partner, tag) } -> std::same_as<typename L::Request>;
      layer.start(request);
      layer.release(request);
    };

/// Receives from any source; any_source is the rank that stands for it.
template <class L>
concept WildcardReceives =
    MessageLayer<L> && requires { requires std::same_as<decltype(L::any_source), const Rank>; };

/// The two cooperative operations on strided data.
template <class L>
concept StridedExchanges =
    MessageLayer<L> && requires(L& layer, const std::byte* from, std::byte* into, Strided shape,
                                Rank target, Rank source, Tag tag) {
      layer.exchange_strided(from, target, into, source, shape, tag);
      layer.swap_strided(into, target, source, shape, tag);
    };

/// Collectives whose parts may differ in size. Parts is made once, from the size in bytes of the
/// part of each rank.
template <class L>
concept VaryingCollectives =
    MessageLayer<L> && std::constructible_from<typename L::Parts, std::span<const std::size_t>> &&
    requires(L& layer, ConstBytes out, Bytes in, const typename L::Parts& parts, Rank root) {
      layer.scatter_parts(out, parts, in, root);
      layer.gather_parts(out, in, parts, root);
      layer.allgather_parts(out, in, parts);
      layer.alltoall_parts(out, parts, in, parts);
    };

/// Collectives with one buffer, which holds all parts including that of the calling process. If
/// there is a root, the buffer of the other ranks holds their own part only.
template <class L>
concept InPlaceCollectives = MessageLayer<L> && requires(L& layer, Bytes both, Rank root) {
  layer.scatter_in_place(both, root);
  layer.gather_in_place(both, root);
  layer.allgather_in_place(both);
  layer.alltoall_in_place(both);
};

/// Non-blocking collectives; `wait` completes them.
template <class L>
concept NonblockingCollectives =
    MessageLayer<L> &&
    requires(L& layer, ConstBytes out, Bytes in, Rank root, Element element, Operation operation) {
      { layer.start_barrier() } -> std::same_as<typename L::Request>;
      { layer.start_broadcast(in, root) } -> std::same_as<typename L::Request>;
      { layer.start_allreduce(out, in, element, operation) } -> std::same_as<typename L::Request>;
      { layer.start_alltoall(out, in) } -> std::same_as<typename L::Request>;
    };

/// Reductions of which each rank gets its part: equal parts, or parts of the sizes in
/// `ElementCounts`, one for each rank.
template <class L>
concept ReduceScatters =
    MessageLayer<L> &&
    std::constructible_from<typename L::ElementCounts, std::span<const std::size_t>> &&
    requires(L& layer, ConstBytes out, Bytes in, const typename L::ElementCounts& counts,
             Element element, Operation operation) {
      layer.reduce_scatter_block(out, in, element, operation);
      layer.reduce_scatter(out, in, counts, element, operation);
    };

/// Collectives with the four nearest neighbours on a torus of all processes. The order of the
/// neighbours is that of their blocks.
template <class L>
concept Neighbourhoods = MessageLayer<L> && requires(L& layer, ConstBytes out, Bytes in,
                                                     typename L::Neighbourhood& neighbours) {
  { layer.neighbourhood() } -> std::same_as<typename L::Neighbourhood>;
  { neighbours.ranks()[0] } -> std::convertible_to<Rank>;
  neighbours.allgather(out, in);
  neighbours.alltoall(out, in);
};

/// The nonblocking form of every collective.
template <class L>
concept AllNonblockingCollectives =
    NonblockingCollectives<L> && ReduceScatters<L> && VaryingCollectives<L> && Neighbourhoods<L> &&
    requires(L& layer, ConstBytes out, Bytes in, Rank root, Element element, Operation operation,
             const typename L::ElementCounts& counts, const typename L::Parts& parts,
             typename L::Neighbourhood& neighbours) {
      {
        layer.start_reduce(out, in, element, operation, root)
      } -> std::same_as<typename L::Request>;
      { layer.start_scan(out, in, element, operation) } -> std::same_as<typename L::Request>;
      {
        layer.start_reduce_scatter_block(out, in, element, operation)
      } -> std::same_as<typename L::Request>;
      {
        layer.start_reduce_scatter(out, in, counts, element, operation)
      } -> std::same_as<typename L::Request>;
      { layer.start_scatter(out, in, root) } -> std::same_as<typename L::Request>;
      { layer.start_gather(out, in, root) } -> std::same_as<typename L::Request>;
      { layer.start_allgather(out, in) } -> std::same_as<typename L::Request>;
      { layer.start_scatter_parts(out, parts, in, root) } -> std::same_as<typename L::Request>;
      { layer.start_gather_parts(out, in, parts, root) } -> std::same_as<typename L::Request>;
      { layer.start_allgather_parts(out, in, parts) } -> std::same_as<typename L::Request>;
      { layer.start_alltoall_parts(out, parts, in, parts) } -> std::same_as<typename L::Request>;
      { neighbours.start_allgather(out, in) } -> std::same_as<typename L::Request>;
      { neighbours.start_alltoall(out, in) } -> std::same_as<typename L::Request>;
    };

/// Persistent collectives: prepared once and started any number of times.
template <class L>
concept PersistentCollectives =
    PersistentRequests<L> && AllNonblockingCollectives<L> &&
    requires(L& layer, ConstBytes out, Bytes in, Rank root, Element element, Operation operation,
             const typename L::ElementCounts& counts, const typename L::Parts& parts,
             typename L::Neighbourhood& neighbours) {
      { layer.prepare_barrier() } -> std::same_as<typename L::Request>;
      { layer.prepare_broadcast(in, root) } -> std::same_as<typename L::Request>;
      { layer.prepare_allreduce(out, in, element, operation) } -> std::same_as<typename L::Request>;
      { layer.prepare_alltoall(out, in) } -> std::same_as<typename L::Request>;
      {
        layer.prepare_reduce(out, in, element, operation, root)
      } -> std::same_as<typename L::Request>;
      { layer.prepare_scan(out, in, element, operation) } -> std::same_as<typename L::Request>;
      {
        layer.prepare_reduce_scatter_block(out, in, element, operation)
      } -> std::same_as<typename L::Request>;
      {
        layer.prepare_reduce_scatter(out, in, counts, element, operation)
      } -> std::same_as<typename L::Request>;
      { layer.prepare_scatter(out, in, root) } -> std::same_as<typename L::Request>;
      { layer.prepare_gather(out, in, root) } -> std::same_as<typename L::Request>;
      { layer.prepare_allgather(out, in) } -> std::same_as<typename L::Request>;
      { layer.prepare_scatter_parts(out, parts, in, root) } -> std::same_as<typename L::Request>;
      { layer.prepare_gather_parts(out, in, parts, root) } -> std::same_as<typename L::Request>;
      { layer.prepare_allgather_parts(out, in, parts) } -> std::same_as<typename L::Request>;
      { layer.prepare_alltoall_parts(out, parts, in, parts) } -> std::same_as<typename L::Request>;
      { neighbours.prepare_allgather(out, in) } -> std::same_as<typename L::Request>;
      { neighbours.prepare_alltoall(out, in) } -> std::same_as<typename L::Request>;
    };

/// Waits for one or some of several requests, and tests for all. `completed` has room for every
/// request and gets the indices of the complete ones.
template <class L>
concept CompletesSome =
    MessageLayer<L> &&
    requires(L& layer, std::span<typename L::Request> requests, std::span<int> completed) {
      { layer.wait_any(requests) } -> std::same_as<std::optional<std::size_t>>;
      { layer.wait_some(requests, completed) } -> std::same_as<std::size_t>;
      { layer.test_all(requests) } -> std::same_as<bool>;
    };

/// Messages of blocks that are not contiguous, by a derived datatype or packed first.
template <class L>
concept BlockTypes =
    MessageLayer<L> &&
    std::constructible_from<typename L::BlockType, BlockConstructor, std::span<const Block>> &&
    requires(L& layer, const typename L::BlockType& type, const std::byte* from, std::byte* into,
             ConstBytes packed, Bytes unpacked, Rank partner, Tag tag) {
      layer.send_blocks(from, type, partner, tag);
      layer.receive_blocks(into, type, partner, tag);
      type.pack(from, unpacked);
      type.unpack(packed, into);
    };

/// New communicators of some or all processes of a layer. `create_group` is collective over the
/// members only, the others over all processes.
template <class L>
concept CommunicatorCreation =
    MessageLayer<L> && requires(L& layer, std::span<const Rank> members) {
      layer.duplicate().sum(1);
      layer.split(0, 0).rank();
      layer.create(members).has_this();
      layer.create_group(members).size();
    };

/// Layers that know whether several threads of a process may call them at the same time.
template <class L>
concept ThreadedCalls = MessageLayer<L> && requires {
  { L::threads_may_call() } -> std::same_as<bool>;
};

/// A layer whose groups are MPI communicators, so that kernels can pass them to libraries over MPI.
template <class L>
concept OverMpi = MessageLayer<L> && requires(const L& group) { group.communicator(); };

/// A layer that can choose a placement of a grid on its machine.
template <class L>
concept Cartesian = MessageLayer<L> && requires(L& layer, int rows, int columns) {
  // The rank at each position of a torus, row by row. Collective over all processes.
  { layer.cartesian_places(rows, columns) } -> std::same_as<std::vector<Rank>>;
};

/// One-sided communication: one process reads and writes the memory of another. Offsets are in
/// bytes from the start of the target's window.
template <class L>
concept OneSided = MessageLayer<L> &&
                   requires(L& layer, std::size_t bytes, typename L::Window& window, ConstBytes out,
                            Bytes in, Rank target, Element element, Operation operation) {
                     // Collective, and so is the destructor of the window.
                     { layer.allocate_window(bytes) } -> std::same_as<typename L::Window>;
                     { window.bytes() } -> std::same_as<Bytes>;
                     window.put(out, target, bytes);
                     window.get(in, target, bytes);
                     window.accumulate(out, target, bytes, element, operation);
                     // The three synchronisations: fence; post, start, complete, wait; lock.
                     window.fence();
                     window.post(target);
                     window.start(target);
                     window.complete();
                     window.wait();
                     window.lock(target);
                     window.flush(target);
                     window.unlock(target);
                   };

/// One-sided operations that get a value and change it at once, and synchronisation with all
/// targets together.
template <class L>
concept RemoteAtomics =
    OneSided<L> &&
    requires(L& layer, typename L::Window& window, ConstBytes out, ConstBytes compared, Bytes in,
             Rank target, std::size_t offset, Element element, Operation operation) {
      { layer.create_window(offset) } -> std::same_as<typename L::Window>;
      window.get_accumulate(out, in, target, offset, element, operation);
      window.fetch_and_op(out, in, target, offset, element, operation);
      window.compare_and_swap(out, compared, in, target, offset, element);
      window.lock_shared(target);
      window.lock_all();
      window.unlock_all();
      window.flush_all();
      window.flush_local_all();
    };

/// A layer whose processes share a file. Offsets are in bytes from its beginning.
template <class L>
concept Files =
    MessageLayer<L> && requires(L& layer, const std::string& path, typename L::File& file,
                                std::size_t offset, ConstBytes out, Bytes in) {
      // Collective: create_file, write_at_all, sync and the destructor, which closes the file.
      { layer.create_file(path) } -> std::same_as<typename L::File>;
      file.write_at(offset, out);
      file.write_at_all(offset, out);
      file.read_at(offset, in);
      file.sync();
      { file.size_bytes() } -> std::same_as<std::size_t>;
    };

/// Files with pointers: of each process, and of all processes together.
template <class L>
concept FileAccess =
    Files<L> && requires(L& layer, const std::string& path, typename L::File& file, Access access,
                         std::size_t offset, ConstBytes out, Bytes in) {
      { layer.create_own_file(path) } -> std::same_as<typename L::File>;
      file.write(access, offset, out);
      file.read(access, offset, in);
      { file.start_write(access, offset, out) } -> std::same_as<typename L::Request>;
      { file.start_read(access, offset, in) } -> std::same_as<typename L::Request>;
      file.seek(offset);
      file.seek_shared(offset);
    };

}  // namespace strobe::layer
