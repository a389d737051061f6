// SPDX-License-Identifier: BSD-3-Clause
//
// With a file of choices, the runtime performs one-sided operations itself, one after the other and
// in the order that is chosen: an MPI gives no control of that. The rank that began an operation
// reads and writes the memory of its target (cross_memory.hpp) while all ranks are blocked. So any
// kind of epoch and any MPI will do. Calls that complete operations wait until these have taken
// effect. The MPI only gets the calls that begin and end epochs, in which it has nothing to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bcs/check/order_log.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/one_sided_checks.hpp"
#include "bcs/runtime/access_order.hpp"

namespace strobe::bcs::mpi {

class Choices;
struct OrderedAccess;

class OrderedAccesses {
 public:
  OrderedAccesses(runtime::Endpoint& endpoint, Choices& choices);

  /// The members of `communicator` have created the window.
  static void created(MPI_Comm communicator, MPI_Win handle, Window& window);

  /// Begins an operation. Null if the MPI has to perform it or to find its error, since it has no
  /// data or a wrong argument.
  [[nodiscard]] std::shared_ptr<OrderedAccess> begin(const OneSidedCall& call);
  /// The same for one with a request, which goes to the application. False instead of null.
  [[nodiscard]] bool begin(const OneSidedCall& call, MPI_Request* request);

  /// Waits until the operations on a target, or on all, have taken effect there, and writes their
  /// results to the application. With `is_at_origin`, only those that have results.
  void complete(const Window& window, std::optional<std::size_t> target, bool is_at_origin);
  /// MPI_Win_sync: sees what has taken effect in the memory of this rank, and nothing else.
  void observe(const Window& window);

  /// Waits for locks of members of the window.
  void lock(const Window& window, std::span<const std::size_t> targets, bool is_exclusive);
  void unlock(const Window& window, std::size_t target);

  // For the log: MPI_Win_post and others tell a rank something, and members synchronize.
  void signals(Rank to, Context context, std::int32_t tag);
  void sees_signal(Rank from, Context context, std::int32_t tag);
  [[nodiscard]] std::uint32_t begins_to_synchronize(Context context);
  void has_synchronized(std::uint32_t begin);

 private:
  friend class AccessRequest;

  std::shared_ptr<OrderedAccess> begin(const runtime::Access& access, OrderedAccess operation);
  void wait_for(const std::vector<std::shared_ptr<OrderedAccess>>& awaited, const char* what);
  void perform(std::uint32_t number);
  void deliver(OrderedAccess& operation);

  Choices& choices_;
  runtime::AccessOrder order_;
  std::map<std::uint32_t, std::shared_ptr<OrderedAccess>> operations_;  ///< whose end is not known
  std::map<std::pair<Context, std::size_t>, std::shared_ptr<OrderedAccess>> locks_;  ///< granted
  std::map<Context, std::uint32_t> synchronizations_;
};

/// With a file of choices: waits until operations on a window have taken effect, and delivers their
/// results. Does nothing for a window that the runtime does not know.
void complete_ordered(const Window* window, std::optional<std::size_t> target = std::nullopt,
                      bool is_at_origin = false);

}  // namespace strobe::bcs::mpi
