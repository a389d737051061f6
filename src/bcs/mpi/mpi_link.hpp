// SPDX-License-Identifier: BSD-3-Clause
//
// The link to ranks of other nodes: messages of the MPI below, on a communicator of the runtime's
// own. Descriptors are probed for and then received: receives from any source that were posted
// beforehand ended in another order than they were posted in (MPICH 5.0.2 over UCX's tcp). Long
// data go from buffer to buffer.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/link.hpp"

namespace strobe::bcs::mpi {

class MpiLink final : public runtime::Link {
 public:
  /// All ranks of the job make one. No descriptor comes with more data than `most_data`.
  explicit MpiLink(std::size_t most_data);
  /// Waits until what was sent has gone. All ranks end theirs, and nothing is on its way to them.
  ~MpiLink() override;

  void send(runtime::Rank to, const runtime::OutgoingDescriptor& post) override;
  std::optional<Arrival> next() override;
  void send_data(runtime::Rank to, std::uint32_t ticket, runtime::Transfer& transfer,
                 std::size_t bytes) override;
  void receive_data(runtime::Rank from, std::uint32_t ticket, runtime::Transfer& transfer,
                    std::size_t bytes) override;
  runtime::Transfer* moved() override;
  bool is_moving() const override { return !moving_.empty(); }

 private:
  using Bytes = std::unique_ptr<std::byte[]>;
  struct Going {
    Bytes bytes;
    MPI_Request request;
  };
  struct Moving {
    runtime::Transfer* transfer;
    std::vector<MPI_Request> requests;
  };

  template <class Begin>
  void move(runtime::Transfer& transfer, std::size_t bytes, Begin&& begin);
  [[nodiscard]] bool is_complete(MPI_Request& request);

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::size_t most_bytes_;
  Going coming_;            ///< the descriptor that was probed for last
  bool is_coming_ = false;  ///< and that is not here yet
  runtime::Rank from_ = 0;  ///< who sent it
  std::deque<Going> going_;
  std::vector<Moving> moving_;
};

}  // namespace strobe::bcs::mpi
