// SPDX-License-Identifier: BSD-3-Clause
//
// A call whose result MPI leaves open: a test, a nonblocking probe, MPI_Waitany or MPI_Waitsome. A
// file of choices may say what it finds (choices.hpp), and the log of --check has what it found, so
// that `strobe explore` knows what else it could have found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bcs/mpi/choices.hpp"
#include "bcs/mpi/request.hpp"

namespace strobe::bcs::mpi {

/// What a poll may complete. python/strobe/records/order_log.py has the same numbers.
enum class PollScope : std::uint8_t { all, any, some, probe };

class Poll {
 public:
  /// Begins a poll of these requests, by position; null or inactive ones do not count. Empty if
  /// there are no choices, or if a request has none: one of the MPI, or of several operations.
  [[nodiscard]] static std::optional<Poll> of_requests(PollScope scope, bool blocks,
                                                       std::span<Request* const> requests);
  /// Begins a nonblocking probe. Empty if there are no choices.
  [[nodiscard]] static std::optional<Poll> of_probe(const Communicator& communicator, Rank source,
                                                    std::int32_t tag);

  /// What the poll has to find; null if nothing is chosen.
  [[nodiscard]] const Choice* choice() const { return choice_; }
  /// It has found these requests of those that it was begun with. They are not delivered yet.
  void ends(std::span<const int> found, std::span<Request* const> requests) const;
  /// A probe has found this message; null: none.
  void ends(const runtime::Message* found) const;

 private:
  Poll(const Choice* choice, bool blocks);
  void learns() const;
  void check(PollScope scope, bool blocks, std::span<Request* const> requests) const;
  void end() const;

  const Choice* choice_;
  bool blocks_;
  std::uint32_t event_ = 0;  ///< of its begin (check/order_log.hpp)
};

/// At the end of the program: writes which messages receives have got of which the program does not
/// know.
void note_unseen_matches();

}  // namespace strobe::bcs::mpi
