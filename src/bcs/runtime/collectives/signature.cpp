// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/signature.hpp"

#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "base/join.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

struct Known {
  std::string_view name;
  bool has_root = false;
  bool has_bytes = false;
};

/// In the order of the kinds.
constexpr Known kinds[] = {
    {.name = "barrier"},
    {.name = "broadcast", .has_root = true, .has_bytes = true},
    {.name = "gather", .has_root = true, .has_bytes = true},
    {.name = "gatherv", .has_root = true},
    {.name = "scatter", .has_root = true, .has_bytes = true},
    {.name = "scatterv", .has_root = true},
    {.name = "allgather", .has_bytes = true},
    {.name = "allgatherv"},
    {.name = "alltoall", .has_bytes = true},
    {.name = "alltoallv"},
    {.name = "alltoallw"},
    {.name = "reduce", .has_root = true, .has_bytes = true},
    {.name = "allreduce", .has_bytes = true},
    {.name = "reduce_scatter", .has_bytes = true},
    {.name = "reduce_scatter_block", .has_bytes = true},
    {.name = "scan", .has_bytes = true},
    {.name = "exscan", .has_bytes = true},
    {.name = "neighbor_allgather"},
    {.name = "neighbor_allgatherv"},
    {.name = "neighbor_alltoall"},
    {.name = "neighbor_alltoallv"},
    {.name = "neighbor_alltoallw"},
    {.name = "finalization"},
};
static_assert(std::size(kinds) == static_cast<std::size_t>(CollectiveKind::finalization) + 1);

constexpr std::string_view modes[] = {"", "non-blocking ", "persistent "};

constexpr std::string_view operators[] = {
    "",
    "maximum",
    "minimum",
    "sum",
    "product",
    "logical and",
    "bitwise and",
    "logical or",
    "bitwise or",
    "logical xor",
    "bitwise xor",
    "maximum and its place",
    "minimum and its place",
    "replace",
    "no operation",
    "an operation of the program",
};
static_assert(std::size(operators) == static_cast<std::size_t>(Operator::users) + 1);

constexpr std::string_view elements[] = {"", " of integers", " of floating-point numbers",
                                         " of complex numbers", " of logical values"};
static_assert(std::size(elements) == static_cast<std::size_t>(Element::logical) + 1);

}  // namespace

std::string_view name_of(CollectiveKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

std::uint32_t mark_of(const Signature& signature) {
  const std::uint64_t small = static_cast<std::uint64_t>(signature.kind) |
                              static_cast<std::uint64_t>(signature.mode) << 8 |
                              static_cast<std::uint64_t>(signature.operation) << 16 |
                              static_cast<std::uint64_t>(signature.element) << 24 |
                              static_cast<std::uint64_t>(signature.root) << 32;
  return static_cast<std::uint32_t>(base::hash_of(signature.bytes, small) >> 32);
}

std::string described(const Signature& signature) {
  const Known& known = kinds[static_cast<std::size_t>(signature.kind)];
  std::vector<std::string> details;
  if (signature.operation != Operator::none) {
    details.emplace_back(operators[static_cast<std::size_t>(signature.operation)]);
  }
  if (known.has_root) details.push_back(base::format("root {}", signature.root));
  if (known.has_bytes) {
    details.push_back(base::format("{} bytes{}", signature.bytes,
                                   elements[static_cast<std::size_t>(signature.element)]));
  }
  const std::string_view mode = modes[static_cast<std::size_t>(signature.mode)];
  return details.empty() ? base::format("{}{}", mode, known.name)
                         : base::format("{}{} ({})", mode, known.name, base::join(details, ", "));
}

std::string described(const Difference& difference) {
  const auto& [collective, own, other] = difference;
  const auto& [first, second] =
      own.rank < other.rank ? std::pair(own, other) : std::pair(other, own);
  return base::format("rank {} calls {} as collective {}, where rank {} calls {}", first.rank,
                      described(first.signature), collective, second.rank,
                      described(second.signature));
}

}  // namespace strobe::bcs::runtime::collectives
