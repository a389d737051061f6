// SPDX-License-Identifier: BSD-3-Clause
//
// The communication pattern of a broadcast or a combine (LAPACK Working Note 73, section 4 and
// appendix C). A combine uses the pattern of a broadcast in reverse.
#pragma once

namespace strobe::blacs {

class Topology {
 public:
  /// The library chooses the pattern.
  constexpr Topology() = default;

  /// The topology of the argument TOP, in lower case. An operation throws if the letter is unknown.
  [[nodiscard]] static constexpr Topology of(char letter) { return {letter, as_set}; }

  [[nodiscard]] static constexpr Topology increasing_ring() { return of('i'); }
  [[nodiscard]] static constexpr Topology decreasing_ring() { return of('d'); }
  [[nodiscard]] static constexpr Topology split_ring() { return of('s'); }
  /// Negative: decreasing rings. Without a number, the grid's setting applies.
  [[nodiscard]] static constexpr Topology multiring(int rings = as_set) { return {'m', rings}; }
  /// Combines whose result is left on all use the bidirectional exchange unless they are coherent.
  [[nodiscard]] static constexpr Topology hypercube() { return of('h'); }
  /// Without a number of branches, the grid's setting applies.
  [[nodiscard]] static constexpr Topology tree(int branches = as_set) { return {'t', branches}; }
  [[nodiscard]] static constexpr Topology fully_connected() { return of('f'); }

  [[nodiscard]] constexpr char letter() const { return letter_; }
  [[nodiscard]] constexpr bool is_free() const { return letter_ == ' '; }

  /// Rings or branches; 0 if the grid's setting applies.
  [[nodiscard]] constexpr int count() const { return count_; }

  friend constexpr bool operator==(Topology, Topology) = default;

 private:
  static constexpr int as_set = 0;
  constexpr Topology(char letter, int count) : letter_(letter), count_(count) {}

  char letter_ = ' ';
  int count_ = as_set;
};

}  // namespace strobe::blacs
