// SPDX-License-Identifier: BSD-3-Clause
//
// The link to ranks on other nodes: messages of the MPI, on a communicator of the runtime. A
// descriptor is probed for and then received. Receives from any source that were posted in advance
// completed in another order than they were posted in (MPICH 5.0.2 over UCX and TCP). Long messages
// go from user buffer to user buffer.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/link.hpp"
#include "bcs/runtime/memory_pool.hpp"

namespace strobe::bcs::mpi {

class MpiLink final : public runtime::Link {
 public:
  /// Collective over all ranks. No descriptor has more data than `most_data`.
  explicit MpiLink(std::size_t most_data);
  /// Waits until all sends are complete. Collective over all ranks, none of which has a message on
  /// its way.
  ~MpiLink() override;

  void send(runtime::Rank to, const runtime::OutgoingDescriptor& outgoing) override;
  std::optional<Arrival> next() override;
  void send_data(runtime::Rank to, std::uint32_t ticket, runtime::Transfer& transfer,
                 std::size_t bytes) override;
  void receive_data(runtime::Rank from, std::uint32_t ticket, runtime::Transfer& transfer,
                    std::size_t bytes) override;
  std::optional<Moved> moved() override;
  std::size_t sending() const override { return sending_.parts.size(); }
  std::size_t receiving() const override { return receiving_.parts.size(); }

 private:
  struct PendingMessage {
    runtime::MemoryPool::Owned bytes;
    MPI_Request request;
  };
  /// Data on their way, in parts of at most 1 GiB.
  struct DataOnTheirWay {
    struct Part {
      runtime::Transfer* transfer;
      MPI_Request request;
    };
    std::deque<Part> parts;
    int misses = 0;  ///< tests of the first part that have found nothing
  };

  template <class Begin>
  void move(runtime::Transfer& transfer, std::size_t bytes, DataOnTheirWay& data, Begin&& begin);
  [[nodiscard]] bool is_complete(MPI_Request& request);
  [[nodiscard]] runtime::Transfer* next_moved(DataOnTheirWay& data);

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::size_t most_bytes_;
  runtime::MemoryPool memory_;
  PendingMessage arrival_;    ///< receives the descriptor that was probed last
  bool is_arriving_ = false;  ///< it is not complete
  runtime::Rank from_ = 0;    ///< its sender
  std::deque<PendingMessage> sends_;
  DataOnTheirWay sending_;
  DataOnTheirWay receiving_;
  bool is_turn_of_sends_ = false;
};

}  // namespace strobe::bcs::mpi
