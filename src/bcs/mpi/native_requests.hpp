// SPDX-License-Identifier: BSD-3-Clause
//
// The requests of an array that are the MPI's own, and their completion by the MPI. The MPI gets
// the call that the application made, for these requests alone, as a test if the application waits,
// and its answer is final. Nothing asks beforehand which of them are complete: each inquiry queries
// a generalized request again, which ROMIO's answer only once, and inactive requests would count as
// complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// Which requests of an array a call completes: MPI_Waitall, MPI_Waitany, MPI_Waitsome.
enum class CompletionScope : std::uint8_t { all, any, some };

/// One call on an array of requests.
struct CompletionCall {
  CompletionScope scope;
  bool blocks;     ///< MPI_Wait...
  bool completes;  ///< false: MPI_Request_get_status_..., which leaves requests as they are
};

class NativeRequests {
 public:
  explicit NativeRequests(bool wants_statuses) : wants_statuses_(wants_statuses) {}

  void add(std::size_t index, MPI_Request handle) {
    indices_.push_back(index);
    handles_.push_back(handle);
  }

  [[nodiscard]] bool is_empty() const { return handles_.empty(); }
  /// The index in the application's array of the first one.
  [[nodiscard]] std::size_t first_index() const { return indices_.front(); }

  /// Has the MPI test for what the call wants. True if that gives the call its result: as many
  /// requests as the scope wants are complete, or there is an error. If all are inactive, none is
  /// left here.
  bool complete(const CompletionCall& call);

  [[nodiscard]] bool has_result() const { return error_ != MPI_SUCCESS || !completed_.empty(); }
  [[nodiscard]] int error() const { return error_; }
  /// How many requests are complete. The i-th one has a lower index than the next.
  [[nodiscard]] std::size_t completed_count() const { return completed_.size(); }
  [[nodiscard]] std::size_t completed_index(std::size_t i) const {
    return indices_[completed_[i].first];
  }
  /// The status of the i-th complete one. MPI_ERROR is set if `sets_error`, as MPI wants it in an
  /// array of statuses.
  void write_status(std::size_t i, bool sets_error, MPI_Status* status) const;

  /// Writes the handles into the application's array, as the MPI has left them.
  void write_handles(MPI_Request* array) const {
    for (std::size_t i = 0; i < handles_.size(); ++i) array[indices_[i]] = handles_[i];
  }

 private:
  // Each calls the MPI, notes what is complete, and is false if nothing is and nothing is active.
  bool complete_all(const CompletionCall& call, MPI_Status* statuses);
  void complete_next(MPI_Status* statuses);
  bool complete_any(const CompletionCall& call, MPI_Status* status);
  bool complete_some(const CompletionCall& call, MPI_Status* statuses);

  bool wants_statuses_;
  std::vector<std::size_t> indices_;  ///< in the application's array
  std::vector<MPI_Request> handles_;
  int error_ = MPI_SUCCESS;
  std::size_t next_ = 0;  ///< of MPI_Waitall, which has completed the requests before
  int error_of_all_ = MPI_SUCCESS;
  std::vector<MPI_Status> statuses_;  ///< none if the application ignores them
  /// Positions in `handles_`, ascending, and those of their statuses in `statuses_`.
  std::vector<std::pair<std::size_t, std::size_t>> completed_;
};

}  // namespace strobe::bcs::mpi
