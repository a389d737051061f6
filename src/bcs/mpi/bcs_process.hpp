// SPDX-License-Identifier: BSD-3-Clause
//
// A rank of a real job behind the calls of strobe/bcs.h. Table 4.2 of the paper maps each call of
// MPI to one of BCS. This class reads it in the other direction, and passes each call to the
// handler of its MPI function. So both have the same operations, matching, monitor and reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bcs/mpi/bindings/functions.hpp"
#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/protocol/real_process.hpp"
#include "bcs/runtime/core_primitives.hpp"

namespace strobe::bcs::mpi {

using protocol::Answer;
using protocol::Blocks;
using protocol::CallBuffers;
using protocol::Operation;

/// The column "MPI primitive" of table 4.2.
[[nodiscard]] Function function_of(const Operation& operation);

class BcsProcess final : public protocol::RealProcess {
 public:
  /// The handles of the communicators, by number, are MPI_COMM_NULL if this process is not a
  /// member. Their members are ranks of the job.
  BcsProcess(std::vector<MPI_Comm> communicators, std::vector<runtime::StridedList> members)
      : communicators_(std::move(communicators)),
        primitives_(process().endpoint, std::move(members)) {}

  void call(Operation& operation, CallBuffers& data, Answer& answer) override;

  [[nodiscard]] std::int64_t read(std::int32_t variable) override;
  void write(std::int32_t variable, std::int64_t value) override;
  void xfer_and_signal(const protocol::GlobalTransfer& transfer) override;
  [[nodiscard]] bool test_event(std::int32_t event, bool blocks, const void* caller) override;
  [[nodiscard]] bool compare_and_write(const protocol::GlobalCondition& condition) override;

  /// Operations that no test has found complete.
  [[nodiscard]] std::size_t open() const;
  /// Waits until all processes of the job end.
  void finish();

 private:
  struct StartedOperation {
    MPI_Request request = MPI_REQUEST_NULL;
    /// The data that a nonblocking call sends: the program may change its own.
    std::vector<std::byte> sent{};
  };

  [[nodiscard]] protocol::Membership membership(std::int32_t communicator) const override;
  [[nodiscard]] bool has_request(protocol::Request request) const override;
  [[nodiscard]] MPI_Comm handle(const Operation& operation) const {
    return communicators_[static_cast<std::size_t>(operation.communicator)];
  }
  [[nodiscard]] int begin(const Operation& operation, CallBuffers& data, Answer& answer);
  [[nodiscard]] int perform(CallMode mode, const Operation& operation, CallBuffers& data) const;
  [[nodiscard]] int exchange(CallMode mode, const Operation& operation, CallBuffers& data) const;
  [[nodiscard]] int reduce(CallMode mode, const Operation& operation, CallBuffers& data) const;
  [[nodiscard]] int probe(const Operation& operation, Answer& answer) const;
  [[nodiscard]] int test(const Operation& operation, Answer& answer);

  std::vector<MPI_Comm> communicators_;
  std::vector<StartedOperation> started_;  ///< by request
  runtime::CorePrimitives primitives_;
};

}  // namespace strobe::bcs::mpi
