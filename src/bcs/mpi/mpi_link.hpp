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

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/link.hpp"
#include "bcs/runtime/memory_pool.hpp"

namespace strobe::bcs::mpi {

class MpiLink final : public runtime::Link {
 public:
  /// Collective over all ranks. No descriptor has more data than `most_data`.
  MpiLink(std::size_t most_data, int tag_upper_bound);
  /// Waits until all sends are complete. Collective over all ranks, none of which has a message on
  /// its way.
  ~MpiLink() override;

  void send(runtime::Rank to, const runtime::OutgoingDescriptor& outgoing) override;
  std::optional<Arrival> next() override;
  void send_data(runtime::Rank to, std::uint32_t ticket, runtime::Transfer& transfer,
                 std::size_t bytes) override;
  void receive_data(runtime::Rank from, std::uint32_t ticket, runtime::Transfer& transfer,
                    std::size_t bytes) override;
  void await_sent(runtime::Transfer& transfer) override;
  void await_all_sent() override;
  runtime::Transfer* moved() override;
  bool is_moving() const override { return !moving_.empty(); }

 private:
  struct PendingMessage {
    runtime::MemoryPool::Owned bytes;
    MPI_Request request;
  };
  /// Data on their way: at most 1 GiB of a transfer.
  struct DataPart {
    runtime::Transfer* transfer;
    MPI_Request request;
  };

  template <class Begin>
  void move(runtime::Transfer& transfer, std::size_t bytes, std::deque<DataPart>& parts,
            Begin&& begin);
  [[nodiscard]] int data_tag(std::uint32_t ticket) const;
  [[nodiscard]] bool is_complete(MPI_Request& request);

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::size_t most_bytes_;
  runtime::MemoryPool memory_;
  PendingMessage arrival_;    ///< receives the descriptor that was probed last
  bool is_arriving_ = false;  ///< it is not complete
  runtime::Rank from_ = 0;    ///< its sender
  std::deque<PendingMessage> sends_;
  int tag_upper_bound_;
  std::deque<DataPart> sent_;  ///< and not awaited
  std::deque<DataPart> moving_;
  int misses_ = 0;  ///< tests of the first of these that have found nothing
};

}  // namespace strobe::bcs::mpi
