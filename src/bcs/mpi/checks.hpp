// SPDX-License-Identifier: BSD-3-Clause
//
// --check: what this process looks at in its calls, and writes down (bcs/check).
#pragma once

#include <cstdint>
#include <string>

#include "bcs/check/check_log.hpp"
#include "bcs/mpi/places.hpp"
#include "bcs/mpi/point_to_point_operation.hpp"

namespace strobe::bcs::mpi {

class Checks {
 public:
  /// Throws strobe::Error if nothing can be written into the folder.
  Checks(const std::string& folder, std::int32_t rank) : log_(folder, rank), places_(log_) {}

  // The call of this thread has initialized an operation. It may begin later, and more than once.
  void initialized_send(PointToPointOperation& operation);
  void initialized_receive(PointToPointOperation& operation);
  /// A receive has its message.
  void received(const PointToPointOperation& operation);

  [[nodiscard]] Places& places() { return places_; }
  [[nodiscard]] check::CheckLog& log() { return log_; }

 private:
  check::CheckLog log_;
  Places places_;
};

/// The source of a message in the communicator. With --check, the envelope has no room for it.
[[nodiscard]] int source_in(const Communicator& communicator, Rank source,
                            const runtime::Envelope& message);

}  // namespace strobe::bcs::mpi
