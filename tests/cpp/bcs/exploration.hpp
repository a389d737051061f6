// SPDX-License-Identifier: BSD-3-Clause
//
// Every interleaving of a small program, each state once.
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
  std::vector<Outcome> outcomes;        ///< that differ
  std::vector<std::string> violations;  ///< of what must hold in every state
};

struct Limits {
  std::size_t states = 1'000'000;
  std::uint32_t microstrobes = 200;  ///< of a clock, after which a run is not followed any more
};

[[nodiscard]] Explored explore(const Job& job, const Programs& programs, const Limits& limits = {});

/// One run, in an order that is drawn. What is wrong with it, or nothing; and how it ended.
struct Walked {
  Outcome outcome;
  std::vector<std::string> violations;
  std::size_t steps = 0;
};

/// What goes wrong on the way: strobe senders die, each after so many steps more.
struct Faults {
  std::vector<std::size_t> strobe_sender_dies;
};

[[nodiscard]] Walked walk(const Job& job, const Programs& programs, std::uint64_t seed,
                          const Faults& faults = {});

/// What must hold of a run that ended: no message was lost, doubled or overtaken by another one of
/// the same source, tag and communicator.
[[nodiscard]] std::vector<std::string> wrong_messages(const Programs& programs,
                                                      const Outcome& outcome);
/// And of its exchanges on all ranks: whoever came to the end of one has all parts, and only those.
[[nodiscard]] std::vector<std::string> wrong_exchanges(const Programs& programs,
                                                       const Outcome& outcome);

}  // namespace strobe::bcs::protocol
