// SPDX-License-Identifier: BSD-3-Clause
//
// A collective as the application asks for it, over that of the runtime: what each member gives and
// gets, packed before and unpacked afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/mpi/call_mode.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/reduction_operand.hpp"
#include "bcs/mpi/request.hpp"
#include "bcs/mpi/user_buffer.hpp"
#include "bcs/runtime/collectives/collectives.hpp"

namespace strobe::bcs::mpi {

namespace collectives = runtime::collectives;
using collectives::CollectiveKind;

/// MPI_PROC_NULL is nobody. Several messages between two members are matched within a lane.
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

  // What it is made of. Each is false where an argument is wrong, which the MPI is to say.
  [[nodiscard]] bool set_root(int root);
  [[nodiscard]] bool is_root() const { return own() == call_.signature.root; }
  [[nodiscard]] bool set_send_buffer(const void* buffer, MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool set_receive_buffer(void* buffer, MPI_Count count, MPI_Datatype type);
  /// For the next member, or from it.
  [[nodiscard]] bool add_send_buffer(const void* buffer, MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool add_receive_buffer(void* buffer, MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool add_neighbor_send_buffer(const Neighbor& neighbor, const void* buffer,
                                              MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool add_neighbor_receive_buffer(const Neighbor& neighbor, void* buffer,
                                                 MPI_Count count, MPI_Datatype type);
  [[nodiscard]] bool set_reduction(MPI_Op operation, MPI_Datatype type);
  [[nodiscard]] bool set_operand(const void* buffer, MPI_Count count);
  [[nodiscard]] bool set_reduction_result(void* buffer, MPI_Count count);
  /// Elements of what is reduced, for the next member.
  void add_result_count(MPI_Count count) { counts_.push_back(static_cast<std::size_t>(count)); }
  /// What it gives lies where it gets it (MPI_IN_PLACE).
  void set_in_place() { is_in_place_ = true; }
  /// Of all that one member sends another, where all members know that alike.
  void set_block_size(MPI_Count count, MPI_Datatype type);

  /// Does it, or begins it, or prepares it.
  static int perform(CallMode mode, Collective&& collective);

  void begin() override;
  [[nodiscard]] bool is_complete() const override { return operation_->is_complete(); }
  void write_status(MPI_Status* status) const override;
  int deliver() override;
  [[nodiscard]] WaitDescription waits_for() const override;
  [[nodiscard]] Communicator& communicator() const override { return *communicator_; }

 private:
  int run();
  /// Takes its place in the order of the communicator's collectives.
  void prepare();
  [[nodiscard]] std::string contradiction() const;
  void bind();
  /// That this member gives; of a broadcast, those that it sends or gets.
  [[nodiscard]] std::size_t own_bytes() const;
  void copy_in();
  void copy_out();
  template <class Visit>
  void for_each_layout(Visit&& visit);
  [[nodiscard]] WaitDescription waiting_for(std::vector<Rank> ranks) const;
  /// The error of a call that does not fit what others of the communicator call.
  [[nodiscard]] int fails(std::string_view complaint) const;

  Communicator* communicator_;
  collectives::Call call_;
  bool is_in_place_ = false;
  bool is_holding_ = false;
  std::optional<UserBuffer> mine_, result_;
  std::vector<UserBuffer> out_, in_;
  std::optional<ReductionOperand> operand_, reduction_result_;
  std::optional<Reducer> reducer_;
  // What the call points at.
  std::vector<collectives::Piece> out_pieces_, in_pieces_;
  std::vector<std::size_t> counts_;
  std::vector<collectives::Edge> edges_out_, edges_in_;
  std::unique_ptr<collectives::CollectiveOperation> operation_;
};

}  // namespace strobe::bcs::mpi
