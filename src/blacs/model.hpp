// SPDX-License-Identifier: BSD-3-Clause
//
// The model that selects the topology of TOP = ' '. For a number of processes and bytes it contains
// the topology that was faster than the MPI's own collective in a measurement. `strobe fit` writes
// the model, and STROBE_BLACS_MODEL names its file. Without a model TOP = ' ' uses the MPI's own
// collective, as the reference library does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "strobe/blacs/topology.hpp"

namespace strobe::blacs {

/// The operations that have a model.
enum class Choice : std::uint8_t { broadcast, sum_on_all, sum_on_one };

class Model {
 public:
  /// An empty model.
  Model() = default;

  /// Reads lines such as `broadcast 4 8000 T 2`: from 8,000 bytes on, up to the next line of the
  /// same operation and number of processes, 4 processes use the tree of 2 branches. `machine` is
  /// the MPI's own collective. A # starts a comment. Throws strobe::Error that names the first
  /// wrong line.
  [[nodiscard]] static Model of(std::string_view text);

  /// Reads the file that the environment names. An error is stored as problem().
  [[nodiscard]] static Model of_environment();

  /// ' ' if the MPI's own collective is as fast, or if the model has no such entry.
  [[nodiscard]] Topology topology(Choice choice, int processes, std::size_t size_bytes) const;

  /// A hash of the model. All processes of a grid must have the same model. Two different models
  /// have the same hash with a probability of 1 in 65536.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }
  static constexpr int fingerprint_bits = 16;

  /// What is wrong with the file; the BLACS then do not start.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Entry {
    Choice choice{};
    int processes = 0;
    std::size_t from_bytes = 0;
    Topology topology;
  };
  [[nodiscard]] static Entry entry_of(std::string_view line);

  std::vector<Entry> entries_;  ///< sorted by operation, processes and bytes
  std::uint64_t fingerprint_ = 0;
  std::string problem_;
};

inline const Model model = Model::of_environment();

}  // namespace strobe::blacs
