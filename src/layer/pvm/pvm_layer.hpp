// SPDX-License-Identifier: BSD-3-Clause
//
// PVM as a message layer, with the fast settings of MPBench (section 3.2.1): direct routes between
// tasks, and pvm_psend, which packs in place. PVM buffers messages at the receiver, so two
// processes that send to each other do not deadlock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "layer/collectives.hpp"
#include "layer/pvm/context.hpp"
#include "layer/pvm/native_group.hpp"
#include "schedule/exchange.hpp"
#include "schedule/rooted.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::layer::pvm {

class PvmLayer {
 public:
  /// The number of a receive that is not complete; 0 means complete.
  struct Request {
    std::uint64_t number = 0;
  };

  /// The layer of these tasks, which include the calling one. Ranks are in this order. Messages
  /// match only messages of layers with the same context.
  PvmLayer(std::vector<int> tasks, int context);

  PvmLayer(PvmLayer&&) noexcept = default;
  PvmLayer& operator=(PvmLayer&&) noexcept = default;
  ~PvmLayer() = default;

  [[nodiscard]] Rank rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] static std::chrono::nanoseconds now() { return base::monotonic_now(); }

  void send(ConstBytes out, Rank target, Tag tag);
  void receive(Bytes in, Rank source, Tag tag) { (void)receive_counted(in, source, tag); }
  /// The same. Returns the size of the message, which may be smaller than `in`.
  [[nodiscard]] std::size_t receive_counted(Bytes in, Rank source, Tag tag);

  /// PVM copies messages itself, so it needs no buffer.
  struct SendBuffer {
    SendBuffer(std::size_t /*messages*/, std::size_t /*bytes*/) {}
  };
  void send_buffered(ConstBytes out, Rank target, Tag tag) {
    send_strided(out.data(), {.block_bytes = out.size(), .stride_bytes = out.size(), .count = 1},
                 target, tag);
  }

  /// PVM has no nonblocking sends; the send is complete when this returns.
  [[nodiscard]] Request start_send(ConstBytes out, Rank target, Tag tag) {
    send(out, target, tag);
    return {};
  }
  /// PVM has no nonblocking receives. wait and test receive the messages, in the order in which the
  /// receives were started.
  [[nodiscard]] Request start_receive(Bytes in, Rank source, Tag tag);
  void wait(Request& request);
  void wait_all(std::span<Request> requests);
  [[nodiscard]] bool test(Request& request);

  void send_strided(const std::byte* from, Strided shape, Rank target, Tag tag);
  void receive_strided(std::byte* into, Strided shape, Rank source, Tag tag);

  void exchange(ConstBytes out, Rank target, Bytes in, Rank source, Tag tag) {
    send(out, target, tag);
    receive(in, source, tag);
  }
  void swap(Bytes both, Rank target, Rank source, Tag tag) {
    exchange(both, target, both, source, tag);
  }
  void exchange_strided(const std::byte* from, Rank target, std::byte* into, Rank source,
                        Strided shape, Tag tag) {
    send_strided(from, shape, target, tag);
    receive_strided(into, shape, source, tag);
  }
  void swap_strided(std::byte* both, Rank target, Rank source, Strided shape, Tag tag) {
    exchange_strided(both, target, both, source, shape, tag);
  }

  [[nodiscard]] std::size_t probe(Rank source, Tag tag);
  [[nodiscard]] std::optional<std::size_t> probe_now(Rank source, Tag tag);

  // Collectives of PVM's group library are used where they exist; the others run schedules.
  void barrier();
  void broadcast(Bytes both, Rank root);
  void reduce(ConstBytes out, Bytes in, Element element, Operation operation, Rank root);
  void allreduce(ConstBytes out, Bytes in, Element element, Operation operation);
  void scan(ConstBytes out, Bytes in, Element element, Operation operation) {
    collectives::reduce_on_all(*this, schedule::scan_along_a_line(collectives::position_of(*this)),
                               out, in, {element, operation}, workspace_);
  }
  void scatter(ConstBytes out, Bytes in, Rank root) {
    collectives::scatter(*this, schedule::scatter(collectives::position_of(*this, root)), out, in,
                         root);
  }
  void gather(ConstBytes out, Bytes in, Rank root) {
    collectives::gather(*this, schedule::gather(collectives::position_of(*this, root)), out, in,
                        root);
  }
  void allgather(ConstBytes out, Bytes in) {
    collectives::allgather(*this, schedule::allgather_round_a_ring(collectives::position_of(*this)),
                           out, in);
  }
  void alltoall(ConstBytes out, Bytes in) {
    collectives::alltoall(*this, schedule::alltoall_in_pairs(collectives::position_of(*this)), out,
                          in);
  }

  /// A layer of these processes, with ranks in this order. Only the members call this.
  [[nodiscard]] PvmLayer group(std::span<const Rank> members);

 private:
  struct PendingReceive {
    std::uint64_t number = 0;
    Bytes in{};
    Rank source{};
    Tag tag{};
  };

  [[nodiscard]] int task(Rank rank, const char* function) const;
  void select_context() const;
  std::size_t receive_message(Bytes in, Rank source, Tag tag) const;
  [[nodiscard]] bool try_receive_message(Bytes in, Rank source, Tag tag) const;
  void complete_receives(Rank source, Tag tag, std::uint64_t last);
  [[nodiscard]] bool try_complete_receives(Rank source, Tag tag, std::uint64_t last);
  [[nodiscard]] NativeGroup& native();

  std::vector<int> tasks_;
  Rank rank_{};
  int size_ = 0;
  int context_ = 0;
  OwnContext own_context_;  ///< on the first member
  std::vector<PendingReceive> pending_receives_;
  std::uint64_t started_ = 0;
  NativeGroup native_;
  collectives::Workspace workspace_;
};

static_assert(MessageLayer<PvmLayer>);
static_assert(BufferedSends<PvmLayer>);
static_assert(StridedExchanges<PvmLayer>);

}  // namespace strobe::layer::pvm
