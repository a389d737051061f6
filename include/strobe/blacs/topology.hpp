// SPDX-License-Identifier: BSD-3-Clause
//
// The pattern that a broadcast or a combine takes (LAPACK Working Note 73, section 4 and appendix
// C). A combine takes it backwards.
#pragma once

namespace strobe::blacs {

class Topology {
 public:
  /// The library chooses.
  constexpr Topology() = default;

  /// As the argument TOP has it, in lower case; what is no topology is refused when it is used.
  [[nodiscard]] static constexpr Topology of(char letter) { return {letter, as_set}; }

  [[nodiscard]] static constexpr Topology increasing_ring() { return of('i'); }
  [[nodiscard]] static constexpr Topology decreasing_ring() { return of('d'); }
  [[nodiscard]] static constexpr Topology split_ring() { return of('s'); }
  /// So many rings, less than zero where they decrease; without a number, as the grid is set.
  [[nodiscard]] static constexpr Topology multiring(int rings = as_set) { return {'m', rings}; }
  /// Of combines that are left on all, and need not be coherent, the bidirectional exchange.
  [[nodiscard]] static constexpr Topology hypercube() { return of('h'); }
  /// With so many branches; without a number, as the grid is set.
  [[nodiscard]] static constexpr Topology tree(int branches = as_set) { return {'t', branches}; }
  [[nodiscard]] static constexpr Topology fully_connected() { return of('f'); }

  [[nodiscard]] constexpr char letter() const { return letter_; }
  [[nodiscard]] constexpr bool is_free() const { return letter_ == ' '; }

  /// Rings or branches; 0 where the grid's settings say how many.
  [[nodiscard]] constexpr int count() const { return count_; }

  friend constexpr bool operator==(Topology, Topology) = default;

 private:
  static constexpr int as_set = 0;
  constexpr Topology(char letter, int count) : letter_(letter), count_(count) {}

  char letter_ = ' ';
  int count_ = as_set;
};

}  // namespace strobe::blacs
