// SPDX-License-Identifier: BSD-3-Clause
//
// A send or a receive with its MPI arguments, over a transfer of the runtime.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bcs/monitor/mmds.hpp"
#include "bcs/mpi/buffer_checks.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/user_buffer.hpp"
#include "bcs/runtime/matching.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::mpi {

/// What a rank waits for, for the report of a deadlock.
struct WaitDescription {
  std::string text;         ///< follows "waits in MPI_X "
  std::vector<Rank> ranks;  ///< in the job, any of which could end the wait
};

/// What --check keeps of an operation. Nothing of it is there without --check.
struct CheckedOperation {
  std::uint32_t place;    ///< of the call that initialized it (places.hpp)
  std::uint32_t order;    ///< the event of its begin (check/order_log.hpp)
  bool is_cancel_called;  ///< since it began
  bool is_forgotten;      ///< no call tells the application that it is complete
  CheckedBuffer buffer;

  CheckedOperation() {}  // NOLINT(modernize-use-equals-default): it would zero the object
};

enum class SendMode : std::uint8_t { standard, synchronous, buffered };

struct PointToPointOperation {
  bool is_send = false;
  bool is_with_proc_null = false;  ///< MPI_PROC_NULL
  bool is_buffered = false;
  bool is_from_any = false;     ///< a receive from MPI_ANY_SOURCE
  bool is_nonblocking = false;  ///< it is complete in a later call than the one that begins it
  Communicator* communicator = nullptr;
  UserBuffer data;
  runtime::OwnedMessage claimed;  ///< by MPI_Mrecv and MPI_Imrecv
  runtime::Transfer transfer;
  CheckedOperation checked;

  // User-provided, since a defaulted constructor would zero the object first. That is a good part
  // of what a call costs.
  PointToPointOperation() {}  // NOLINT(modernize-use-equals-default)

  void begin();
  [[nodiscard]] bool is_complete() const { return transfer.is_complete; }
  /// As Request::is_certain. Waits until a send has the room that it needs.
  [[nodiscard]] bool is_certain();
  /// Once it is complete.
  void write_status(MPI_Status* status) const;
  /// Once it is complete: unpacks received data into the user buffer. Returns an error class, or
  /// MPI_SUCCESS.
  int deliver();
  /// Waits until it is complete.
  void wait();
  [[nodiscard]] WaitDescription waits_for() const;

 private:
  [[nodiscard]] std::size_t received_bytes() const {
    return std::min<std::size_t>(transfer.received.bytes, transfer.bytes);
  }
  // Give the monitor what begins and ends.
  [[nodiscard]] monitor::Mmds::Message monitored_message() const;
  void monitor_begin() const;
  void monitor_end() const;
};

/// Initializes a new operation, which has not begun. False if an argument is invalid.
[[nodiscard]] bool init_send(PointToPointOperation& operation, SendMode mode, const void* buffer,
                             MPI_Count count, MPI_Datatype type, int to, int tag,
                             Communicator& communicator);
[[nodiscard]] bool init_receive(PointToPointOperation& operation, void* buffer, MPI_Count count,
                                MPI_Datatype type, int from, int tag, Communicator& communicator);

/// Whether a receive or a probe may have this argument.
[[nodiscard]] bool is_source(int rank, const Communicator& communicator);
[[nodiscard]] bool is_tag_or_any(int tag);
/// The rank in the job, or the tag, or the wildcard of the runtime.
[[nodiscard]] Rank source_of(int rank, const Communicator& communicator);
[[nodiscard]] std::int32_t tag_of(int tag);

/// "message with tag 7 from rank 1 of MPI_COMM_WORLD".
[[nodiscard]] std::string describe_message(bool is_send, Rank peer, std::int32_t tag,
                                           const Communicator& communicator);
/// The rank itself, or all other members of the communicator if it is any.
[[nodiscard]] std::vector<Rank> possible_peers(Rank peer, const Communicator& communicator);

}  // namespace strobe::bcs::mpi
