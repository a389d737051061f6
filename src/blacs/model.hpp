// SPDX-License-Identifier: BSD-3-Clause
//
// What TOP = ' ' stands for: the topology that was measured to be faster than the machine's own
// collective operation, for so many processes and bytes. `strobe fit` writes it, STROBE_BLACS_MODEL
// names its file, and without one the machine's own is taken, as the reference library does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "strobe/blacs/topology.hpp"

namespace strobe::blacs {

/// What is chosen for by itself.
enum class Choice : std::uint8_t { broadcast, sum_on_all, sum_on_one };

class Model {
 public:
  /// Nothing is known.
  Model() = default;

  /// Of lines such as `broadcast 4 8000 T 2`: from 8,000 bytes on, up to the next line of the same
  /// operation and processes, 4 processes take the tree of 2 branches; `machine` stands for the
  /// machine's own. What follows a # is a comment. Throws strobe::Error that says which line is
  /// none.
  [[nodiscard]] static Model of(std::string_view text);

  /// Of the file that the environment names; what is wrong with it is the `problem`.
  [[nodiscard]] static Model of_environment();

  /// ' ' where the machine's own is as fast, or nothing is known.
  [[nodiscard]] Topology topology(Choice choice, int processes, std::size_t size_bytes) const;

  /// All processes of a grid must have the same model: this differs where models do, but for some
  /// few in a hundred thousand.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }
  static constexpr int fingerprint_bits = 16;

  /// What is wrong with the file; the BLACS do not start with it.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Entry {
    Choice choice{};
    int processes = 0;
    std::size_t from_bytes = 0;
    Topology topology;
  };
  [[nodiscard]] static Entry entry_of(std::string_view line);

  std::vector<Entry> entries_;  ///< ascending in operation, processes and bytes
  std::uint64_t fingerprint_ = 0;
  std::string problem_;
};

inline const Model model = Model::of_environment();

}  // namespace strobe::blacs
