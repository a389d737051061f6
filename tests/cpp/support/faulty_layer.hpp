// SPDX-License-Identifier: BSD-3-Clause
//
// A message layer with a chosen fault, which shows that a verification can fail.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::testing {

enum class Fault {
  none,
  wrong_byte,       ///< one byte of every received message is changed
  lost,             ///< received and reduced data are discarded
  dropped_element,  ///< the last element of a reduction is the rank's own contribution
  open_barrier,     ///< a barrier does not block
};

inline constexpr Fault faults[] = {Fault::wrong_byte, Fault::lost, Fault::dropped_element,
                                   Fault::open_barrier};

class FaultyLayer : private layer::mpi::MpiLayer {
  using Base = layer::mpi::MpiLayer;
  using Rank = layer::Rank;
  using Tag = layer::Tag;
  using Bytes = layer::Bytes;
  using ConstBytes = layer::ConstBytes;

 public:
  FaultyLayer(Base&& base, Fault fault) : Base(std::move(base)), fault_(fault) {}

  using Base::now;
  using Base::Parts;
  using Base::prepare_send;
  using Base::probe;
  using Base::probe_now;
  using Base::rank;
  using Base::Request;
  using Base::send;
  using Base::send_buffered;
  using Base::send_ready;
  using Base::send_strided;
  using Base::send_synchronous;
  using Base::SendBuffer;
  using Base::size;
  using Base::start;
  using Base::start_barrier;
  using Base::start_send;
  using Base::start_send_ready;
  using Base::threads_may_call;

  void receive(Bytes in, Rank source, Tag tag) {
    into(in, [&](Bytes place) { Base::receive(place, source, tag); });
  }
  [[nodiscard]] Request start_receive(Bytes in, Rank source, Tag tag) {
    return aside(in, [&](Bytes place) { return Base::start_receive(place, source, tag); });
  }
  [[nodiscard]] Request prepare_receive(Bytes in, Rank source, Tag tag) {
    const Request request =
        aside(in, [&](Bytes place) { return Base::prepare_receive(place, source, tag); });
    under_way_.back().is_persistent = true;
    return request;
  }
  void wait(Request& request) {
    const Request waited = request;
    Base::wait(request);
    arrive(waited);
  }
  void wait_all(std::span<Request> requests) {
    const std::vector<Request> waited(requests.begin(), requests.end());
    Base::wait_all(requests);
    for (const Request request : waited) arrive(request);
  }
  [[nodiscard]] bool test(Request& request) {
    const Request tested = request;
    const bool done = Base::test(request);
    if (done) arrive(tested);
    return done;
  }
  void cancel(Request& request) {
    const Request cancelled = request;
    Base::cancel(request);
    forget(cancelled);
  }
  void release(Request& request) {
    const Request released = request;
    Base::release(request);
    forget(released);
  }
  void receive_strided(std::byte* place, layer::Strided shape, Rank source, Tag tag) {
    into(span_of(place, shape),
         [&](Bytes all) { Base::receive_strided(all.data(), shape, source, tag); });
  }
  void exchange_strided(const std::byte* from, Rank target, std::byte* place, Rank source,
                        layer::Strided shape, Tag tag) {
    into(span_of(place, shape),
         [&](Bytes all) { Base::exchange_strided(from, target, all.data(), source, shape, tag); });
  }
  void swap_strided(std::byte* both, Rank target, Rank source, layer::Strided shape, Tag tag) {
    into(span_of(both, shape),
         [&](Bytes all) { Base::swap_strided(all.data(), target, source, shape, tag); });
  }
  void exchange(ConstBytes out, Rank target, Bytes in, Rank source, Tag tag) {
    into(in, [&](Bytes place) { Base::exchange(out, target, place, source, tag); });
  }
  void swap(Bytes both, Rank target, Rank source, Tag tag) {
    into(both, [&](Bytes place) { Base::exchange(both, target, place, source, tag); });
  }
  void barrier() {
    if (fault_ != Fault::open_barrier) Base::barrier();
  }
  void broadcast(Bytes both, Rank root) {
    if (rank() == root) return Base::broadcast(both, root);
    into(both, [&](Bytes place) { Base::broadcast(place, root); });
  }
  void reduce(ConstBytes out, Bytes in, layer::Element element, layer::Operation operation,
              Rank root) {
    into(in, [&](Bytes place) { Base::reduce(out, place, element, operation, root); });
    drop(out, in, element);
  }
  void allreduce(ConstBytes out, Bytes in, layer::Element element, layer::Operation operation) {
    into(in, [&](Bytes place) { Base::allreduce(out, place, element, operation); });
    drop(out, in, element);
  }
  void scan(ConstBytes out, Bytes in, layer::Element element, layer::Operation operation) {
    into(in, [&](Bytes place) { Base::scan(out, place, element, operation); });
    drop(out, in, element);
  }
  void scatter(ConstBytes out, Bytes in, Rank root) {
    into(in, [&](Bytes place) { Base::scatter(out, place, root); });
  }
  void gather(ConstBytes out, Bytes in, Rank root) {
    into(in, [&](Bytes place) { Base::gather(out, place, root); });
  }
  void allgather(ConstBytes out, Bytes in) {
    into(in, [&](Bytes place) { Base::allgather(out, place); });
  }
  void alltoall(ConstBytes out, Bytes in) {
    into(in, [&](Bytes place) { Base::alltoall(out, place); });
  }
  void scatter_parts(ConstBytes out, const Parts& parts, Bytes in, Rank root) {
    into(in, [&](Bytes place) { Base::scatter_parts(out, parts, place, root); });
  }
  void gather_parts(ConstBytes out, Bytes in, const Parts& parts, Rank root) {
    into(in, [&](Bytes place) { Base::gather_parts(out, place, parts, root); });
  }
  void allgather_parts(ConstBytes out, Bytes in, const Parts& parts) {
    into(in, [&](Bytes place) { Base::allgather_parts(out, place, parts); });
  }
  void alltoall_parts(ConstBytes out, const Parts& out_parts, Bytes in, const Parts& in_parts) {
    into(in, [&](Bytes place) { Base::alltoall_parts(out, out_parts, place, in_parts); });
  }
  void scatter_in_place(Bytes both, Rank root) {
    if (rank() == root) return Base::scatter_in_place(both, root);
    into(both, [&](Bytes place) { Base::scatter_in_place(place, root); });
  }
  void gather_in_place(Bytes both, Rank root) {
    if (rank() != root) return Base::gather_in_place(both, root);
    into(both, [&](Bytes place) { Base::gather_in_place(place, root); });
  }
  void allgather_in_place(Bytes both) {
    into(both, [&](Bytes place) { Base::allgather_in_place(place); });
  }
  void alltoall_in_place(Bytes both) {
    into(both, [&](Bytes place) { Base::alltoall_in_place(place); });
  }
  [[nodiscard]] Request start_broadcast(Bytes both, Rank root) {
    if (rank() == root) return Base::start_broadcast(both, root);
    return aside(both, [&](Bytes place) { return Base::start_broadcast(place, root); });
  }
  [[nodiscard]] Request start_allreduce(ConstBytes out, Bytes in, layer::Element element,
                                        layer::Operation operation) {
    return aside(
        in, [&](Bytes place) { return Base::start_allreduce(out, place, element, operation); });
  }
  [[nodiscard]] Request start_alltoall(ConstBytes out, Bytes in) {
    return aside(in, [&](Bytes place) { return Base::start_alltoall(out, place); });
  }
  // The collectives of StartedCollectives.
  using Base::ElementCounts;
  void reduce_scatter_block(ConstBytes out, Bytes in, layer::Element element,
                            layer::Operation operation) {
    into(in, [&](Bytes place) { Base::reduce_scatter_block(out, place, element, operation); });
    drop(out, in, element);
  }
  void reduce_scatter(ConstBytes out, Bytes in, const ElementCounts& counts, layer::Element element,
                      layer::Operation operation) {
    into(in, [&](Bytes place) { Base::reduce_scatter(out, place, counts, element, operation); });
    drop(out, in, element);
  }
  [[nodiscard]] Request start_reduce(ConstBytes out, Bytes in, layer::Element element,
                                     layer::Operation operation, Rank root) {
    return aside(
        in, [&](Bytes place) { return Base::start_reduce(out, place, element, operation, root); });
  }
  [[nodiscard]] Request start_scan(ConstBytes out, Bytes in, layer::Element element,
                                   layer::Operation operation) {
    return aside(in, [&](Bytes place) { return Base::start_scan(out, place, element, operation); });
  }
  [[nodiscard]] Request start_reduce_scatter_block(ConstBytes out, Bytes in, layer::Element element,
                                                   layer::Operation operation) {
    return aside(in, [&](Bytes place) {
      return Base::start_reduce_scatter_block(out, place, element, operation);
    });
  }
  [[nodiscard]] Request start_reduce_scatter(ConstBytes out, Bytes in, const ElementCounts& counts,
                                             layer::Element element, layer::Operation operation) {
    return aside(in, [&](Bytes place) {
      return Base::start_reduce_scatter(out, place, counts, element, operation);
    });
  }
  [[nodiscard]] Request start_scatter(ConstBytes out, Bytes in, Rank root) {
    return aside(in, [&](Bytes place) { return Base::start_scatter(out, place, root); });
  }
  [[nodiscard]] Request start_gather(ConstBytes out, Bytes in, Rank root) {
    return aside(in, [&](Bytes place) { return Base::start_gather(out, place, root); });
  }
  [[nodiscard]] Request start_allgather(ConstBytes out, Bytes in) {
    return aside(in, [&](Bytes place) { return Base::start_allgather(out, place); });
  }
  [[nodiscard]] Request start_scatter_parts(ConstBytes out, const Parts& parts, Bytes in,
                                            Rank root) {
    return aside(in,
                 [&](Bytes place) { return Base::start_scatter_parts(out, parts, place, root); });
  }
  [[nodiscard]] Request start_gather_parts(ConstBytes out, Bytes in, const Parts& parts,
                                           Rank root) {
    return aside(in,
                 [&](Bytes place) { return Base::start_gather_parts(out, place, parts, root); });
  }
  [[nodiscard]] Request start_allgather_parts(ConstBytes out, Bytes in, const Parts& parts) {
    return aside(in, [&](Bytes place) { return Base::start_allgather_parts(out, place, parts); });
  }
  [[nodiscard]] Request start_alltoall_parts(ConstBytes out, const Parts& out_parts, Bytes in,
                                             const Parts& in_parts) {
    return aside(in, [&](Bytes place) {
      return Base::start_alltoall_parts(out, out_parts, place, in_parts);
    });
  }

  /// The neighbours of the layer, whose messages the faults of this layer change.
  class Neighbourhood : public layer::mpi::Neighbourhood {
    using Base = layer::mpi::Neighbourhood;

   public:
    Neighbourhood(Base&& base, FaultyLayer& layer) : Base(std::move(base)), layer_(&layer) {}
    void allgather(ConstBytes out, Bytes in) {
      layer_->into(in, [&](Bytes place) { Base::allgather(out, place); });
    }
    void alltoall(ConstBytes out, Bytes in) {
      layer_->into(in, [&](Bytes place) { Base::alltoall(out, place); });
    }
    [[nodiscard]] Request start_allgather(ConstBytes out, Bytes in) {
      return layer_->aside(in, [&](Bytes place) { return Base::start_allgather(out, place); });
    }
    [[nodiscard]] Request start_alltoall(ConstBytes out, Bytes in) {
      return layer_->aside(in, [&](Bytes place) { return Base::start_alltoall(out, place); });
    }

   private:
    FaultyLayer* layer_;
  };
  [[nodiscard]] Neighbourhood neighbourhood() { return {Base::neighbourhood(), *this}; }

  // Messages of blocks. The whole extent is received aside, so that a fault may also change a gap.
  using Base::send_blocks;
  class BlockType : public layer::mpi::BlockType {
   public:
    BlockType(layer::BlockConstructor constructor, std::span<const layer::Block> blocks)
        : layer::mpi::BlockType(constructor, blocks),
          extent_(blocks.empty() ? 0 : blocks.back().start_bytes + blocks.back().size_bytes) {}
    [[nodiscard]] std::size_t extent() const { return extent_; }

   private:
    std::size_t extent_;
  };
  void receive_blocks(std::byte* place, const BlockType& type, Rank source, Tag tag) {
    into({place, type.extent()},
         [&](Bytes all) { Base::receive_blocks(all.data(), type, source, tag); });
  }

  [[nodiscard]] std::optional<std::size_t> wait_any(std::span<Request> requests) {
    const std::vector<Request> waited(requests.begin(), requests.end());
    const auto index = Base::wait_any(requests);
    if (index) arrive(waited[*index]);
    return index;
  }
  [[nodiscard]] std::size_t wait_some(std::span<Request> requests, std::span<int> completed) {
    const std::vector<Request> waited(requests.begin(), requests.end());
    const std::size_t count = Base::wait_some(requests, completed);
    for (std::size_t i = 0; i < count; ++i) {
      arrive(waited[static_cast<std::size_t>(completed[i])]);
    }
    return count;
  }
  [[nodiscard]] bool test_all(std::span<Request> requests) {
    const std::vector<Request> waited(requests.begin(), requests.end());
    const bool done = Base::test_all(requests);
    for (const Request request : waited) {
      if (done) arrive(request);
    }
    return done;
  }

  [[nodiscard]] FaultyLayer group(std::span<const Rank> members) {
    return FaultyLayer(Base::group(members), fault_);
  }

 private:
  /// A pending receive into another buffer than `in`. Receives that completed at once may have
  /// equal handles; then all of them have arrived.
  struct UnderWay {
    Request request;
    Bytes in;
    std::vector<std::byte> arrived;
    bool is_persistent = false;
  };

  [[nodiscard]] Request aside(Bytes in, auto&& start_in) {
    std::vector<std::byte> place(in.begin(), in.end());
    const Request request = start_in(Bytes(place));
    under_way_.push_back({request, in, std::move(place)});
    return request;
  }
  void arrive(Request request) {
    const auto found = std::ranges::find(under_way_, request, &UnderWay::request);
    if (found == under_way_.end()) return;
    hand_over(found->arrived, found->in);
    if (!found->is_persistent) under_way_.erase(found);
  }
  void forget(Request request) {
    std::erase_if(under_way_, [&](const UnderWay& each) { return each.request == request; });
  }

  /// From the first byte of a strided message to its last.
  [[nodiscard]] static Bytes span_of(std::byte* start, layer::Strided shape) {
    const std::size_t between = shape.count == 0 ? 0 : (shape.count - 1) * shape.stride_bytes;
    return {start, shape.count == 0 ? 0 : between + shape.block_bytes};
  }

  /// Receives into another buffer than `in` and copies the data that the fault lets through.
  void into(Bytes in, auto&& operation) {
    std::vector<std::byte> arrived(in.begin(), in.end());
    operation(Bytes(arrived));
    hand_over(arrived, in);
  }
  void hand_over(ConstBytes arrived, Bytes in) const {
    if (fault_ == Fault::lost) return;
    std::ranges::copy(arrived, in.begin());
    spoil(in);
  }
  /// The byte is incremented, so that a second fault in the same place does not undo the first one.
  void spoil(Bytes in) const {
    if (fault_ != Fault::wrong_byte || in.empty()) return;
    std::byte& byte = in[in.size() / 2];
    byte = static_cast<std::byte>(std::to_integer<unsigned>(byte) + 1U);
  }
  void drop(ConstBytes out, Bytes in, layer::Element element) const {
    const std::size_t last = layer::size_bytes(element);
    if (fault_ != Fault::dropped_element || in.size() < last) return;
    std::ranges::copy(out.last(last), in.last(last).begin());
  }
  Fault fault_;
  std::vector<UnderWay> under_way_;
};

static_assert(layer::MessageLayer<FaultyLayer>);
static_assert(layer::ReadySends<FaultyLayer> && layer::PersistentRequests<FaultyLayer>);
static_assert(layer::BufferedSends<FaultyLayer> && layer::StridedExchanges<FaultyLayer>);
static_assert(layer::VaryingCollectives<FaultyLayer> && layer::InPlaceCollectives<FaultyLayer>);
static_assert(layer::AllNonblockingCollectives<FaultyLayer>);
static_assert(layer::BlockTypes<FaultyLayer> && layer::CompletesSome<FaultyLayer>);

}  // namespace strobe::testing
