// SPDX-License-Identifier: BSD-3-Clause
//
// A collective with random sizes and contents, and what must come of it, computed without messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.hpp"
#include "bcs/runtime/collectives/call.hpp"

namespace strobe::bcs::runtime::collectives {

class CollectiveCase {
 public:
  /// Sizes, the root, the operation and whether results replace what they are made of follow from
  /// the seed. A reduction has so many elements at least.
  CollectiveCase(CollectiveKind kind, int ranks, std::uint64_t seed,
                 std::size_t least_elements = 0);

  /// New contents, and what must come of them. The buffers stay where they are.
  void fill(std::uint64_t seed);

  /// As the rank calls it. The call is good as long as this is there.
  [[nodiscard]] Call call(int rank);
  [[nodiscard]] bool is_as_expected(int rank) const;

 private:
  struct Member {
    std::vector<std::byte> out;
    std::vector<std::byte> in;
    std::vector<std::byte> expected;
    std::vector<Piece> parts_out;
    std::vector<Piece> parts_in;
    std::vector<Edge> edges_out;
    std::vector<Edge> edges_in;
  };

  [[nodiscard]] Piece out(int rank);
  [[nodiscard]] Piece in(int rank);
  [[nodiscard]] std::vector<Piece> parts_out(int rank);
  [[nodiscard]] std::vector<Piece> parts_in(int rank);
  /// What a member gives, be it in `out` or in `in`.
  [[nodiscard]] Piece mine(int rank);
  [[nodiscard]] bool is_in_place(int rank) const;
  [[nodiscard]] std::size_t bytes(int from, int to) const;
  void draw_sizes(base::Random& random);
  /// `equal` is the size in bytes of broadcasts and reductions.
  void resize_buffers(std::size_t equal);
  void draw_neighbors(base::Random& random);
  void expect();
  void expect_neighbors();
  void expect_reduced();
  /// The contributions of the ranks from `first` to before `end`, combined on a binomial tree.
  [[nodiscard]] std::vector<std::byte> reduced(int first, int end);

  CollectiveKind kind_;
  int ranks_;
  int root_ = 0;
  bool in_place_ = false;
  std::size_t least_elements_;
  Reduction reduction_{};
  std::unique_ptr<MemoryPool> memory_ = std::make_unique<MemoryPool>();
  std::vector<std::size_t> counts_;              ///< elements, of reduce_scatter
  std::vector<std::vector<std::size_t>> bytes_;  ///< from whom, to whom
  std::vector<Member> members_;
};

/// All kinds, for tests with parameters.
[[nodiscard]] std::vector<CollectiveKind> all_kinds();

}  // namespace strobe::bcs::runtime::collectives
