// SPDX-License-Identifier: BSD-3-Clause
//
// Explores every interleaving of a small program. Each state is visited once.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bcs/pretended_cluster.hpp"

namespace strobe::bcs::protocol {

/// How a run ended.
struct Outcome {
  StrobeSender::Verdict verdict = StrobeSender::Verdict::running;
  std::uint64_t hash = 0;
  std::vector<std::vector<Answer>> answers;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Explored {
  std::size_t states = 0;
  std::vector<Outcome> outcomes;        ///< all different outcomes
  std::vector<std::string> violations;  ///< of the invariants
};

struct Limits {
  std::size_t states = 1'000'000;
  std::uint32_t microstrobes = 200;  ///< limit of the length of a run in strict mode
};

[[nodiscard]] Explored explore(const Job& job, const Programs& programs, const Limits& limits = {});

/// One run in a random order of events: how it ended, and the violations found.
struct Walked {
  Outcome outcome;
  std::vector<std::string> violations;
  std::size_t steps = 0;
};

/// Faults of a run: the numbers of steps after which each strobe sender fails.
struct Faults {
  std::vector<std::size_t> strobe_sender_dies;
};

[[nodiscard]] Walked walk(const Job& job, const Programs& programs, std::uint64_t seed,
                          const Faults& faults = {});

/// Checks the messages of a run that has ended: no message may be lost, received twice, or
/// overtaken by another one with the same source, tag and communicator.
[[nodiscard]] std::vector<std::string> wrong_messages(const Programs& programs,
                                                      const Outcome& outcome);
/// Checks the exchanges of a run: a rank that completed an exchange must have exactly its parts.
[[nodiscard]] std::vector<std::string> wrong_exchanges(const Programs& programs,
                                                       const Outcome& outcome);

}  // namespace strobe::bcs::protocol
