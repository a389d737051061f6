// SPDX-License-Identifier: BSD-3-Clause
//
// The transport of a grid over PVM: tasks with a PVM context of their own, whose ranks are the
// processes in row-major order. PVM copies messages, so no buffers of ours are needed (LAPACK
// Working Note 73, section 6.2.2). PVM's collectives need barriers, so schedules are used instead.
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

/// Programs identify a set of tasks by a number; 0 is the set of all tasks.
inline constexpr int all_tasks = 0;

[[nodiscard]] int rank_in(int set);
[[nodiscard]] int size_of(int set);
[[nodiscard]] bool exists(int set);

class Tasks {
 public:
  /// A send is complete when it returns.
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

  /// The tasks with these ranks of the set `parent`, in this order. Only the members call this.
  [[nodiscard]] static Tasks of(int parent, std::span<const int> ranks, int tag);
  /// The same, with ranks of this set.
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
  /// Returns the size of the message, which may be smaller than the memory.
  [[nodiscard]] std::size_t receive_counted(Bytes in, int rank, int id);
  [[nodiscard]] bool has_arrived(int rank, int id);

  void exchange(ConstBytes out, int to, Bytes in, int from, int id) {
    send(out, to, id);
    receive(in, from, id);
  }

  void broadcast(Bytes both, int root);

 private:
  /// Adds the tasks of the layer to the numbered sets.
  explicit Tasks(PvmLayer layer);

  std::unique_ptr<PvmLayer> layer_;
};

}  // namespace strobe::blacs::pvm
