// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that MPI_Mprobe or MPI_Improbe has matched, and their handles.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "bcs/check/kinds.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/matching.hpp"

namespace strobe::bcs::mpi {

struct MatchedMessage {
  runtime::OwnedMessage message;
  Communicator* communicator = nullptr;  ///< which it is an operation of
  check::Place place = 0;                ///< of the probe, with --check
};

class MatchedMessages {
 public:
  MPI_Message add(MatchedMessage claimed);
  /// Null if the handle is of the MPI.
  [[nodiscard]] MatchedMessage* find(MPI_Message handle) const { return claimed_.find(handle); }
  [[nodiscard]] runtime::OwnedMessage take(MPI_Message handle) {
    return std::move(claimed_.remove(handle)->message);
  }
  template <class Visit>
  void for_each(Visit&& visit) {
    claimed_.for_each(visit);
  }

 private:
  HandleMap<MPI_Message, MatchedMessage> claimed_;
  std::uint32_t handles_ = 0;
};

}  // namespace strobe::bcs::mpi
