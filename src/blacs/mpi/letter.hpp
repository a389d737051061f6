// SPDX-License-Identifier: BSD-3-Clause
//
// What processes that wait write to each other about it (debug level 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "blacs/chase.hpp"
#include "blacs/ledger.hpp"

namespace strobe::blacs::mpi {

struct Letter {
  enum class Kind : std::int32_t {
    ask,      ///< what of `need`, for which the writer waits
    answer,   ///< to that; `text` says what
    probe,    ///< of a deadlock, of somebody who waits for `need`
    goodbye,  ///< the writer has left the grid, and has done `done` for the reader
  };

  /// What it did on the wire, for ever.
  struct Done {
    std::uint64_t entered = 0;
    std::vector<Ledger::Sent> sent;

    /// Whether what is needed is among it, or is nothing that has to be done by who has left.
    [[nodiscard]] bool has(const Need& wanted) const;
  };

  Kind kind = Kind::ask;
  std::uint64_t wait = 0;  ///< that asks
  Need need;
  Probe probe;
  std::string text;
  Done done;

  [[nodiscard]] std::vector<std::byte> packed() const;
  [[nodiscard]] static Letter unpacked(std::span<const std::byte> bytes);
};

}  // namespace strobe::blacs::mpi
