// SPDX-License-Identifier: BSD-3-Clause
//
// How nodes agree that nobody can go on: the paper's Compare-And-Write, after Mattern's four
// counters
// ("Algorithms for distributed termination detection", 1987). The first node asks all others in
// rounds; each answers when it is idle. Where two rounds after each other find every node as it
// was, and as many descriptors received as sent, all were idle when the first of them had ended,
// and nothing was on its way.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace strobe::bcs::runtime {

/// What a node knows of itself.
struct Sample {
  bool is_idle = false;              ///< all of its ranks are blocked
  std::uint64_t activity = 0;        ///< grows whenever a rank goes on
  std::uint64_t sent = 0;            ///< descriptors to other nodes
  std::uint64_t received = 0;        ///< and from them
  std::uint32_t wanting = 0;         ///< ranks that want an edge
  std::uint32_t active_threads = 0;  ///< ranks of which another thread may yet do something

  friend bool operator==(const Sample&, const Sample&) = default;
};

/// What one leader says to another.
struct Word {
  enum class What : std::uint8_t { ask, answer, edge, stuck };
  What what = What::ask;
  std::uint32_t round = 0;
  Sample sample{};
};

class GlobalQuiescence {
 public:
  struct Letter {
    int node;
    Word word;
  };

  GlobalQuiescence(int node, int nodes)
      : node_(node), answers_(static_cast<std::size_t>(nodes)), last_(answers_) {}

  void hear(int node, const Word& word);
  /// Goes on from what was heard and from what this node is now; what is to be sent is added to
  /// `letters`. An edge or a stop that all nodes have agreed on is returned once.
  std::optional<Word::What> step(const Sample& own, std::vector<Letter>& letters);

 private:
  void ask(const Sample& own, std::vector<Letter>& letters);
  [[nodiscard]] bool has_all_answers() const;

  int node_;
  std::uint32_t round_ = 0;
  bool is_asking_ = false;
  bool is_asked_ = false;                       ///< and has not answered
  std::optional<Word::What> decided_;           ///< heard, and not yet done
  std::vector<std::optional<Sample>> answers_;  ///< of this round, by node; the first node's
  std::vector<std::optional<Sample>> last_;     ///< of the round before
};

}  // namespace strobe::bcs::runtime
