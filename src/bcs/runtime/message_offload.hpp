// SPDX-License-Identifier: BSD-3-Clause
//
// What serves the messages of an endpoint in place of its own matching and transports: in strict
// mode the helper (bcs/realtime), as the network interface does in the paper. The messages of the
// runtime's services stay with the endpoint.
#pragma once

#include <cstdint>

#include "base/function_ref.hpp"
#include "bcs/protocol/operation.hpp"
#include "bcs/runtime/message_store.hpp"
#include "bcs/runtime/strided_list.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

/// One member's call of a collective that the protocol has.
struct OffloadedCollective {
  Context context = 0;
  const StridedList* members = nullptr;  ///< ranks of the job; it outlives the operation
  protocol::Operation operation{};       ///< its peer is the root's rank in the communicator
  const std::byte* out = nullptr;        ///< null if the member gives no data
  std::byte* in = nullptr;               ///< null if it gets none
};

class MessageOffload {
 public:
  /// Whether the send is complete.
  [[nodiscard]] virtual bool begin_send(Transfer& send) = 0;
  virtual void begin_receive(Transfer& receive) = 0;
  virtual void begin_receive_of(const Message& claimed, Transfer& receive) = 0;
  virtual void begin_collective(const OffloadedCollective& collective, Transfer& transfer) = 0;
  /// As Endpoint::cancel and Endpoint::begin_cancel. `complete` is not called for the receive.
  [[nodiscard]] virtual bool cancel(Transfer& receive) = 0;
  [[nodiscard]] virtual bool begin_cancel(const Transfer& send) = 0;

  /// The message that a receive with these arguments would get; null if there is none. May wait for
  /// the next slice. The result is valid until the next call.
  [[nodiscard]] virtual const Message* look(Context context, Rank source, std::int32_t tag) = 0;
  /// The same in the condition of a wait, which also waits for such a message. Tells it once.
  [[nodiscard]] virtual const Message* expected(Context context, Rank source, std::int32_t tag) = 0;
  /// Takes a message that `look` or `expected` has found, and describes it in `claimed`. False if a
  /// receive of another thread has got it meanwhile.
  [[nodiscard]] virtual bool claim(const Message& found, Message& claimed) = 0;

  /// Calls `complete` with each transfer that has become complete.
  virtual void take_completed(FunctionRef<void(Transfer&)> complete) = 0;
  /// Whether `take_completed` or `expected` would find something, or the job has ended.
  [[nodiscard]] virtual bool has_work() = 0;
  /// Whether transfers have been begun that are not complete.
  [[nodiscard]] virtual bool has_begun() const = 0;
  /// The rank blocks, and is woken when there is work. It may have begun to wait before.
  virtual void begin_wait() = 0;
  /// The rank continues.
  virtual void end_wait() = 0;
  /// How many ranks of this node wait, if no rank of the job can continue; 0 otherwise.
  [[nodiscard]] virtual std::uint32_t deadlocked() const = 0;

  /// The endpoint has sent a message of a service of the runtime, or a service has taken one. A
  /// blocked rank may continue because of it.
  virtual void service_sent() = 0;
  virtual void service_took() = 0;

  /// The current slice, and when it began by the monotonic clock.
  [[nodiscard]] virtual std::uint32_t slice() const = 0;
  [[nodiscard]] virtual std::int64_t slice_ns() const = 0;

 protected:
  ~MessageOffload() = default;
};

}  // namespace strobe::bcs::runtime
