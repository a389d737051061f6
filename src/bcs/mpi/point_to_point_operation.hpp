// SPDX-License-Identifier: BSD-3-Clause
//
// One side of one message: a send or a receive as the application asks for it, over the transfer
// that the runtime makes of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bcs/monitor/mmds.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/user_buffer.hpp"
#include "bcs/runtime/matching.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::mpi {

/// What a rank waits for when nobody can go on.
struct WaitDescription {
  std::string text;         ///< behind "waits in MPI_X "
  std::vector<Rank> ranks;  ///< of the job, that could end its wait
};

enum class SendMode : std::uint8_t { standard, synchronous, buffered };

struct PointToPointOperation {
  bool is_send = false;
  bool is_with_nobody = false;  ///< MPI_PROC_NULL
  bool is_buffered = false;
  Communicator* communicator = nullptr;
  UserBuffer data;
  runtime::OwnedMessage claimed;  ///< what a receive gets that a probe has found
  runtime::Transfer transfer;

  // One of the compiler's own would be filled with zeros before the members get what they begin
  // with, which is a good part of what a call costs.
  PointToPointOperation() {}  // NOLINT(modernize-use-equals-default)

  void begin();
  [[nodiscard]] bool is_complete() const { return transfer.is_complete; }
  /// After it is over.
  void write_status(MPI_Status* status) const;
  /// After it is over: puts the data where they belong. An error class, or MPI_SUCCESS.
  int deliver();
  /// Waits until it is over, unless it is.
  void wait();
  [[nodiscard]] WaitDescription waits_for() const;

 private:
  [[nodiscard]] std::size_t received_bytes() const {
    return std::min(transfer.got_bytes, transfer.bytes);
  }
  // To the monitoring.
  [[nodiscard]] monitor::Mmds::Message monitored_message() const;
  void monitor_begin() const;
  void monitor_end() const;
};

/// Makes a new side one that has not begun; false where an argument is wrong.
[[nodiscard]] bool init_send(PointToPointOperation& operation, SendMode mode, const void* buffer,
                             MPI_Count count, MPI_Datatype type, int to, int tag,
                             Communicator& communicator);
[[nodiscard]] bool init_receive(PointToPointOperation& operation, void* buffer, MPI_Count count,
                                MPI_Datatype type, int from, int tag, Communicator& communicator);

/// Whether a receive or a probe may ask for this.
[[nodiscard]] bool is_source(int rank, const Communicator& communicator);
[[nodiscard]] bool is_tag_or_any(int tag);
/// As the runtime names it.
[[nodiscard]] Rank source_of(int rank, const Communicator& communicator);
[[nodiscard]] std::int32_t tag_of(int tag);

/// "message with tag 7 from rank 1 of MPI_COMM_WORLD".
[[nodiscard]] std::string describe_message(bool is_send, Rank peer, std::int32_t tag,
                                           const Communicator& communicator);
/// That rank, or all other members if it is any.
[[nodiscard]] std::vector<Rank> possible_peers(Rank peer, const Communicator& communicator);

}  // namespace strobe::bcs::mpi
