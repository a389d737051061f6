// SPDX-License-Identifier: BSD-3-Clause
//
// How the messages of a grid travel over PVM: among tasks in a context of their own, in which ranks
// are row-major places. PVM keeps a copy of what is sent, so that no buffer of ours is needed
// (LAPACK Working Note 73, section 6.2.2); it has no collectives that would be worth their
// barriers.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "layer/pvm/pvm_layer.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs::pvm {

using layer::Bytes;
using layer::ConstBytes;
using layer::pvm::PvmLayer;

/// A set of tasks has a number, by which programs know it; 0 are all.
inline constexpr int all_tasks = 0;

[[nodiscard]] int rank_in(int set);
[[nodiscard]] int size_of(int set);
[[nodiscard]] bool exists(int set);

class Tasks {
 public:
  /// Of a send, which has left when it returns.
  struct Request {};

  static constexpr bool buffers_sends = true;
  static constexpr bool has_collectives = false;

  Tasks() = default;
  Tasks(Tasks&&) noexcept = default;
  Tasks& operator=(Tasks&& other) noexcept {
    std::swap(layer_, other.layer_);
    return *this;
  }
  ~Tasks();

  /// Those of `ranks` of the set `parent`, in this order, for its members alone to call.
  [[nodiscard]] static Tasks of(int parent, std::span<const int> ranks, int tag);
  /// The same of this one's ranks.
  [[nodiscard]] Tasks part(std::span<const int> ranks, int tag) const;

  /// The number of the set.
  [[nodiscard]] int handle() const;
  [[nodiscard]] bool is_null() const { return !layer_; }

  void send(ConstBytes out, int rank, int id);
  [[nodiscard]] Request start_send(ConstBytes out, int rank, int id) {
    send(out, rank, id);
    return {};
  }
  [[nodiscard]] static bool test(Request& /*request*/) { return true; }
  void wait_all(std::span<Request> /*requests*/) {}

  void receive(Bytes in, int rank, int id) { (void)receive_counted(in, rank, id); }
  /// How many bytes came; a message may be shorter than what waits for it.
  [[nodiscard]] std::size_t receive_counted(Bytes in, int rank, int id);
  [[nodiscard]] bool has_arrived(int rank, int id);

  void exchange(ConstBytes out, int to, Bytes in, int from, int id) {
    send(out, to, id);
    receive(in, from, id);
  }

  void broadcast(Bytes both, int root);

 private:
  /// Takes a number for the tasks of the layer.
  explicit Tasks(PvmLayer layer);

  std::unique_ptr<PvmLayer> layer_;
};

}  // namespace strobe::blacs::pvm
