// SPDX-License-Identifier: BSD-3-Clause
//
// A message layer with a fault of one's choice, by which a check of moved data is shown to be able
// to fail.
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
  wrong_byte,       ///< one byte of everything that is received is another
  lost,             ///< what is received, or reduced, goes nowhere
  dropped_element,  ///< the last element of a reduction is one's own contribution alone
  open_barrier,     ///< nobody is held up
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
  using Base::probe;
  using Base::probe_now;
  using Base::rank;
  using Base::Request;
  using Base::send;
  using Base::send_strided;
  using Base::size;
  using Base::start_send;

  void receive(Bytes in, Rank source, Tag tag) {
    into(in, [&](Bytes place) { Base::receive(place, source, tag); });
  }
  [[nodiscard]] Request start_receive(Bytes in, Rank source, Tag tag) {
    under_way_.push_back({in, std::vector<std::byte>(in.size())});
    return Base::start_receive(under_way_.back().second, source, tag);
  }
  void wait(Request& request) {
    Base::wait(request);
    arrive();
  }
  void wait_all(std::span<Request> requests) {
    Base::wait_all(requests);
    arrive();
  }
  [[nodiscard]] bool test(Request& request) {
    const bool done = Base::test(request);
    if (done) arrive();
    return done;
  }
  void receive_strided(std::byte* place, layer::Strided shape, Rank source, Tag tag) {
    Base::receive_strided(place, shape, source, tag);
    spoil({place, shape.block_bytes});
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
  [[nodiscard]] FaultyLayer group(std::span<const Rank> members) {
    return FaultyLayer(Base::group(members), fault_);
  }

 private:
  /// Receives beside `in`, and hands over what the fault lets through.
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
  /// One more than it was: a second fault at the same place does not undo the first.
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
  void arrive() {
    for (const auto& [in, arrived] : under_way_) hand_over(arrived, in);
    under_way_.clear();
  }

  Fault fault_;
  std::vector<std::pair<Bytes, std::vector<std::byte>>> under_way_;
};

static_assert(layer::MessageLayer<FaultyLayer>);

}  // namespace strobe::testing
