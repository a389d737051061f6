// SPDX-License-Identifier: BSD-3-Clause
//
// A collective operation with its MPI arguments, over that of the runtime: it copies noncontiguous
// data in before and out afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/mpi/buffer_checks.hpp"
#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/reduction_operand.hpp"
#include "bcs/mpi/request.hpp"
#include "bcs/mpi/user_buffer.hpp"
#include "bcs/runtime/collectives/collectives.hpp"

namespace strobe::bcs::mpi {

namespace collectives = runtime::collectives;
using collectives::CollectiveKind;

/// A neighbor in a process topology, or MPI_PROC_NULL. Several messages between two ranks are
/// matched by their lane.
struct Neighbor {
  int rank = MPI_PROC_NULL;
  std::uint16_t lane = 0;
};

class Collective final : public RequestOperation {
 public:
  Collective(CollectiveKind kind, CallMode mode, Communicator& communicator);
  Collective(Collective&&) = default;
  ~Collective() override;

  [[nodiscard]] int size() const { return communicator_->size(); }
  [[nodiscard]] int own() const { return communicator_->rank; }

  // Its arguments. Each function is false if one is invalid; the MPI then reports the error.
  [[nodiscard]] bool set_root(int root);
  [[nodiscard]] bool is_root() const { return own() == call_.signature.root; }
  [[nodiscard]] bool set_send_buffer(const void* buffer, MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool set_receive_buffer(void* buffer, MPI_Count count, MPI_Datatype type);
  /// For the next rank, or from it.
  [[nodiscard]] bool add_send_buffer(const void* buffer, MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool add_receive_buffer(void* buffer, MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool add_neighbor_send_buffer(const Neighbor& neighbor, const void* buffer,
                                              MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool add_neighbor_receive_buffer(const Neighbor& neighbor, void* buffer,
                                                 MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool set_reduction(MPI_Op operation, MPI_Datatype type);
  [[nodiscard]] bool set_operand(const void* buffer, MPI_Count count);
  [[nodiscard]] bool set_reduction_result(void* buffer, MPI_Count count);
  /// The next rank receives so many elements of the reduced data.
  void add_result_count(MPI_Count count) { counts_.push_back(static_cast<std::size_t>(count)); }
  /// The send buffer is the receive buffer (MPI_IN_PLACE).
  void set_in_place() { is_in_place_ = true; }
  /// The size of each block, where the standard makes all ranks pass the same.
  void set_block_size(MPI_Count count, MPI_Datatype type);

  /// Runs the collective, starts it, or prepares a persistent one.
  static int perform(CallMode mode, Collective&& collective);

  void begin() override;
  [[nodiscard]] bool is_complete() const override { return operation_->is_complete(); }
  [[nodiscard]] bool is_certain(std::uint32_t slice) const override {
    const std::optional<std::uint32_t> completed = operation_->completed_in();
    return completed && *completed < slice;
  }
  void write_status(MPI_Status* status) const override;
  int deliver() override;
  [[nodiscard]] WaitDescription waits_for() const override;
  [[nodiscard]] Communicator& communicator() const override { return *communicator_; }

  /// The number of this call among those of its communicator.
  [[nodiscard]] std::uint64_t sequence() const { return sequence_; }
  /// So many times it was begun.
  [[nodiscard]] std::uint32_t starts() const { return starts_; }

  // For --check.
  void set_order(std::uint32_t event) { order_ = event; }
  [[nodiscard]] const std::uint32_t* order() const override { return &order_; }
  [[nodiscard]] CollectiveKind kind() const { return call_.signature.kind; }
  /// 0 if it has none.
  [[nodiscard]] int root() const { return call_.signature.root; }
  /// The datatype and the bytes of a block that is the same on all members.
  struct Block {
    DatatypeLayout* layout = nullptr;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] const Block& block() const { return block_; }
  /// What this rank reads and writes of the application's memory, where each is contiguous.
  struct Memory {
    std::span<const std::byte> read, written;
  };
  [[nodiscard]] Memory memory() const;
  /// Visits what this rank reads and writes, each as object_of has it.
  void for_each_object(FunctionRef<void(std::span<const std::byte>, bool is_written)> visit) const;
  [[nodiscard]] bool is_nonblocking() const {
    return call_.signature.mode != collectives::CollectiveMode::blocking;
  }
  [[nodiscard]] std::vector<CheckedBuffer>& checked_buffers() { return checked_buffers_; }
  [[nodiscard]] const std::optional<UserBuffer>& sent() const { return mine_; }
  [[nodiscard]] const std::optional<UserBuffer>& received() const { return result_; }
  [[nodiscard]] std::span<const UserBuffer> sent_to_each() const { return out_; }
  [[nodiscard]] std::span<const UserBuffer> received_from_each() const { return in_; }
  /// The member to which the block of this index goes.
  [[nodiscard]] int destination(std::size_t i) const {
    return edges_out_.empty() ? static_cast<int>(i) : edges_out_[i].neighbor;
  }

 private:
  int run();
  /// That of the next call on the communicator.
  void take_number() { sequence_ = communicator_->collectives->sequence() + 1; }
  /// Gives the monitor this call or start, with this rank's own bytes.
  void monitor_begin(std::size_t bytes);
  /// Fixes its position in the order of collectives on the communicator.
  void prepare();
  [[nodiscard]] std::string contradiction() const;
  void bind();
  /// Bytes that this rank sends; of a broadcast those that it sends or receives.
  [[nodiscard]] std::size_t own_bytes() const;
  /// Adds this call or start, with this rank's own bytes, to the hash of decisions.
  void count(std::size_t bytes);
  /// Adds the contents of what this rank got.
  void hash_results();
  void copy_in();
  void copy_out();
  template <class Visit>
  void for_each_layout(Visit&& visit);
  [[nodiscard]] WaitDescription waiting_for(std::vector<Rank> ranks) const;
  /// The error of a collective that does not match that of another rank.
  [[nodiscard]] int differs(std::string_view complaint) const;
  [[nodiscard]] int fails(std::string_view complaint) const;

  Communicator* communicator_;
  Function function_;  ///< that the application called
  collectives::Call call_;
  bool is_in_place_ = false;
  bool is_holding_ = false;
  Block block_;
  std::vector<CheckedBuffer> checked_buffers_;
  std::uint64_t sequence_ = 0;
  std::uint32_t starts_ = 0;
  std::uint64_t monitored_ = 0;  ///< its number for the monitor
  std::uint32_t order_ = 0;      ///< the event of its begin (check/order_log.hpp)
  std::uint32_t number_ = 0;     ///< of this call or start, on this rank
  std::optional<UserBuffer> mine_, result_;
  std::vector<UserBuffer> out_, in_;
  std::optional<ReductionOperand> operand_, reduction_result_;
  std::optional<Reducer> reducer_;
  // `call_` points at these.
  std::vector<collectives::Piece> out_pieces_, in_pieces_;
  std::vector<std::size_t> counts_;
  std::vector<collectives::Edge> edges_out_, edges_in_;
  std::unique_ptr<collectives::CollectiveOperation> operation_;
};

}  // namespace strobe::bcs::mpi
