// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collective_case.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>

namespace strobe::bcs::runtime::collectives {
namespace {

/// Elements for all ranks together, unless a test asks for more.
constexpr std::size_t most_scattered = 36'000;

/// x -> a x + b: their composition is associative and not commutative.
struct Affine {
  std::uint64_t a;
  std::uint64_t b;
};

void compose(const void* /*with*/, const std::byte* earlier, std::byte* later, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Affine first;
    Affine second;
    std::memcpy(&first, earlier + i * sizeof(Affine), sizeof(Affine));
    std::memcpy(&second, later + i * sizeof(Affine), sizeof(Affine));
    second = {.a = first.a * second.a, .b = first.b * second.a + second.b};
    std::memcpy(later + i * sizeof(Affine), &second, sizeof(Affine));
  }
}

/// Rounded, so that another order of contributions gives another result.
void add(const void* /*with*/, const std::byte* earlier, std::byte* later, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    double first;
    double second;
    std::memcpy(&first, earlier + i * sizeof(double), sizeof(double));
    std::memcpy(&second, later + i * sizeof(double), sizeof(double));
    second = first + second;
    std::memcpy(later + i * sizeof(double), &second, sizeof(double));
  }
}

std::size_t drawn_count(base::Random& random) {
  // Some fit into the shared buffers, and some do not.
  constexpr std::size_t counts[] = {0, 1, 2, 3, 17, 64, 500, 3000, 9001};
  return counts[random.next() % std::size(counts)];
}

bool is_neighborhood(CollectiveKind kind) { return kind >= CollectiveKind::neighbor_allgather; }
bool has_equal_sizes(CollectiveKind kind) {
  return kind == CollectiveKind::gather || kind == CollectiveKind::scatter ||
         kind == CollectiveKind::allgather || kind == CollectiveKind::alltoall;
}

std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

}  // namespace

std::vector<CollectiveKind> all_kinds() {
  std::vector<CollectiveKind> kinds;
  for (int kind = 0; kind <= static_cast<int>(CollectiveKind::neighbor_alltoallw); ++kind) {
    kinds.push_back(static_cast<CollectiveKind>(kind));
  }
  return kinds;
}

CollectiveCase::CollectiveCase(CollectiveKind kind, int ranks, std::uint64_t seed,
                               std::size_t least_elements)
    : kind_(kind), ranks_(ranks), least_elements_(least_elements), members_(index(ranks)) {
  base::Random random(seed);
  root_ = static_cast<int>(random.next() % index(ranks));
  in_place_ = random.next() % 3 == 0;
  if (random.next() % 2 == 0) {
    reduction_ = {.combine = add, .element_bytes = sizeof(double)};
  } else {
    reduction_ = {.combine = compose, .element_bytes = sizeof(Affine)};
  }
  if (is_neighborhood(kind)) {
    draw_neighbors(random);
  } else {
    draw_sizes(random);
  }
}

bool CollectiveCase::is_in_place(int rank) const {
  if (!in_place_) return false;
  const bool at_the_root = kind_ == CollectiveKind::gather || kind_ == CollectiveKind::gatherv ||
                           kind_ == CollectiveKind::scatter || kind_ == CollectiveKind::scatterv ||
                           kind_ == CollectiveKind::reduce;
  return !at_the_root || rank == root_;
}

std::size_t CollectiveCase::bytes(int from, int to) const { return bytes_[index(from)][index(to)]; }

void CollectiveCase::draw_sizes(base::Random& random) {
  // What is scattered has a part for each rank, and each rank combines all of it.
  const bool scatters =
      kind_ == CollectiveKind::reduce_scatter || kind_ == CollectiveKind::reduce_scatter_block;
  const std::size_t most_drawn = scatters ? most_scattered / index(ranks_) : most_scattered;
  const auto drawn_elements = [&] {
    return least_elements_ + std::min(drawn_count(random), most_drawn);
  };
  std::size_t equal =
      is_reduction(kind_) ? drawn_elements() * reduction_.element_bytes : drawn_count(random);
  // Longer broadcasts use the rendezvous.
  if (kind_ == CollectiveKind::broadcast) equal *= 8;
  bytes_.assign(index(ranks_), std::vector<std::size_t>(index(ranks_), equal));
  if (!has_equal_sizes(kind_) && !is_reduction(kind_) && kind_ != CollectiveKind::broadcast) {
    for (int from = 0; from < ranks_; ++from) {
      for (int to = 0; to < ranks_; ++to) bytes_[index(from)][index(to)] = drawn_count(random);
    }
  }
  if (kind_ == CollectiveKind::allgatherv) {
    for (std::vector<std::size_t>& sizes : bytes_) std::ranges::fill(sizes, sizes.front());
  }
  // In place, receive sizes are those of the sends.
  if (in_place_ && (kind_ == CollectiveKind::alltoallv || kind_ == CollectiveKind::alltoallw)) {
    for (int from = 0; from < ranks_; ++from) {
      for (int to = 0; to < from; ++to) bytes_[index(from)][index(to)] = bytes(to, from);
    }
  }
  counts_.assign(index(ranks_), equal / reduction_.element_bytes);
  if (kind_ == CollectiveKind::reduce_scatter) {
    for (std::size_t& count : counts_) count = drawn_elements();
  }
  resize_buffers(equal);
}

void CollectiveCase::resize_buffers(std::size_t equal) {
  const std::size_t scattered =
      reduction_.element_bytes * std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  for (int rank = 0; rank < ranks_; ++rank) {
    Member& member = members_[index(rank)];
    std::size_t out = 0;
    std::size_t in = 0;
    for (int other = 0; other < ranks_; ++other) {
      out += bytes(rank, other);
      in += bytes(other, rank);
    }
    const bool is_root = rank == root_;
    switch (kind_) {
      case CollectiveKind::barrier:
        break;
      case CollectiveKind::broadcast:
        member.in.resize(equal);
        break;
      case CollectiveKind::gather:
      case CollectiveKind::gatherv:
        member.out.resize(bytes(rank, root_));
        member.in.resize(is_root ? in : 0);
        break;
      case CollectiveKind::scatter:
      case CollectiveKind::scatterv:
        member.out.resize(is_root ? out : 0);
        member.in.resize(bytes(root_, rank));
        break;
      case CollectiveKind::allgather:
      case CollectiveKind::allgatherv:
        member.out.resize(bytes(rank, 0));
        member.in.resize(in);
        break;
      case CollectiveKind::reduce_scatter:
      case CollectiveKind::reduce_scatter_block:
        member.out.resize(scattered);
        member.in.resize(in_place_ ? scattered : counts_[index(rank)] * reduction_.element_bytes);
        break;
      case CollectiveKind::reduce:
      case CollectiveKind::allreduce:
      case CollectiveKind::scan:
      case CollectiveKind::exscan:
        member.out.resize(equal);
        member.in.resize(equal);
        break;
      default:
        member.out.resize(out);
        member.in.resize(in);
        break;
    }
  }
}

void CollectiveCase::draw_neighbors(base::Random& random) {
  struct Drawn {
    int from;
    int to;
    std::size_t bytes;
    std::uint16_t lane;
  };
  std::vector<Drawn> drawn(random.next() % (3 * index(ranks_)));
  for (Drawn& edge : drawn) {
    edge = {.from = static_cast<int>(random.next() % index(ranks_)),
            .to = static_cast<int>(random.next() % index(ranks_)),
            .bytes = drawn_count(random),
            .lane = static_cast<std::uint16_t>(random.next() % 2)};
  }
  for (const Drawn& edge : drawn) {
    members_[index(edge.from)].out.resize(members_[index(edge.from)].out.size() + edge.bytes);
    members_[index(edge.to)].in.resize(members_[index(edge.to)].in.size() + edge.bytes);
  }
  std::vector<std::size_t> out(index(ranks_));
  std::vector<std::size_t> in(index(ranks_));
  for (const Drawn& edge : drawn) {
    Member& from = members_[index(edge.from)];
    Member& to = members_[index(edge.to)];
    from.edges_out.push_back({.neighbor = edge.to,
                              .piece = {from.out.data() + out[index(edge.from)], edge.bytes},
                              .lane = edge.lane});
    to.edges_in.push_back({.neighbor = edge.from,
                           .piece = {to.in.data() + in[index(edge.to)], edge.bytes},
                           .lane = edge.lane});
    out[index(edge.from)] += edge.bytes;
    in[index(edge.to)] += edge.bytes;
  }
}

Piece CollectiveCase::out(int rank) {
  std::vector<std::byte>& bytes = members_[index(rank)].out;
  return {bytes.data(), bytes.size()};
}

Piece CollectiveCase::in(int rank) {
  std::vector<std::byte>& bytes = members_[index(rank)].in;
  return {bytes.data(), bytes.size()};
}

std::vector<Piece> CollectiveCase::parts_out(int rank) {
  const bool arrives_in_place =
      is_in_place(rank) && kind_ >= CollectiveKind::alltoall && kind_ <= CollectiveKind::alltoallw;
  if (arrives_in_place) return parts_in(rank);
  const bool gives = kind_ >= CollectiveKind::alltoall || rank == root_;
  std::vector<Piece> parts;
  std::size_t first = 0;
  for (int other = 0; other < ranks_ && gives; ++other) {
    parts.push_back(out(rank).part(first, bytes(rank, other)));
    first += bytes(rank, other);
  }
  return parts;
}

std::vector<Piece> CollectiveCase::parts_in(int rank) {
  const bool gathers = kind_ == CollectiveKind::gather || kind_ == CollectiveKind::gatherv;
  std::vector<Piece> parts;
  std::size_t first = 0;
  for (int other = 0; other < ranks_ && (!gathers || rank == root_); ++other) {
    parts.push_back(in(rank).part(first, bytes(other, rank)));
    first += bytes(other, rank);
  }
  return parts;
}

Piece CollectiveCase::mine(int rank) {
  if (kind_ == CollectiveKind::scatter || kind_ == CollectiveKind::scatterv) {
    return is_in_place(rank) ? parts_out(rank)[index(rank)] : in(rank);
  }
  if (!is_in_place(rank)) return out(rank);
  return is_reduction(kind_) ? in(rank) : parts_in(rank)[index(rank)];
}

Call CollectiveCase::call(int rank) {
  Member& member = members_[index(rank)];
  if (is_neighborhood(kind_)) {
    return {
        .signature = {.kind = kind_}, .edges_out = member.edges_out, .edges_in = member.edges_in};
  }
  member.parts_out = parts_out(rank);
  member.parts_in = parts_in(rank);
  const bool is_one_of_blocks = has_equal_sizes(kind_) || kind_ == CollectiveKind::broadcast;
  Call call{.signature = {.kind = kind_,
                          .operation = is_reduction(kind_) ? Operator::users : Operator::none,
                          .root = root_,
                          .bytes = is_one_of_blocks      ? bytes(0, 0)
                                   : is_reduction(kind_) ? mine(rank).bytes
                                                         : 0},
            .mine = mine(rank),
            .result = in(rank),
            .out = member.parts_out,
            .in = member.parts_in,
            .counts = counts_,
            .reduction = reduction_,
            .memory = memory_.get()};
  if (kind_ == CollectiveKind::scatter || kind_ == CollectiveKind::scatterv)
    call.result = call.mine;
  if (kind_ == CollectiveKind::reduce_scatter || kind_ == CollectiveKind::reduce_scatter_block) {
    call.result.bytes = counts_[index(rank)] * reduction_.element_bytes;
  }
  return call;
}

bool CollectiveCase::is_as_expected(int rank) const {
  return members_[index(rank)].in == members_[index(rank)].expected;
}

void CollectiveCase::fill(std::uint64_t seed) {
  base::Random random(seed);
  const auto draw = [&](Piece piece) {
    if (is_reduction(kind_) && reduction_.combine == add) {
      for (std::size_t i = 0; i + sizeof(double) <= piece.bytes; i += sizeof(double)) {
        const double value = random.uniform() - 0.3;
        std::memcpy(piece.at + i, &value, sizeof value);
      }
      return;
    }
    for (std::size_t i = 0; i < piece.bytes; ++i)
      piece.at[i] = static_cast<std::byte>(random.next());
  };
  for (int rank = 0; rank < ranks_; ++rank) {
    draw(out(rank));
    draw(in(rank));
  }
  expect();
}

void CollectiveCase::expect() {
  for (Member& member : members_) member.expected = member.in;
  if (is_neighborhood(kind_)) return expect_neighbors();
  if (is_reduction(kind_)) return expect_reduced();
  for (int rank = 0; rank < ranks_; ++rank) {
    std::vector<std::byte>& expected = members_[index(rank)].expected;
    auto put = [&, first = std::size_t{0}](Piece piece) mutable {
      std::copy_n(piece.at, piece.bytes, expected.data() + first);
      first += piece.bytes;
    };
    switch (kind_) {
      case CollectiveKind::barrier:
        break;
      case CollectiveKind::broadcast:
        put(in(root_));
        break;
      case CollectiveKind::scatter:
      case CollectiveKind::scatterv:
        if (!is_in_place(rank)) put(parts_out(root_)[index(rank)]);
        break;
      case CollectiveKind::gather:
      case CollectiveKind::gatherv:
        if (rank != root_) break;
        [[fallthrough]];
      case CollectiveKind::allgather:
      case CollectiveKind::allgatherv:
        for (int other = 0; other < ranks_; ++other) put(mine(other));
        break;
      default:
        for (int other = 0; other < ranks_; ++other) put(parts_out(other)[index(rank)]);
        break;
    }
  }
}

void CollectiveCase::expect_neighbors() {
  std::map<std::tuple<int, int, std::uint16_t>, std::vector<Piece>> sent;
  for (int rank = 0; rank < ranks_; ++rank) {
    for (const Edge& edge : members_[index(rank)].edges_out) {
      sent[{rank, edge.neighbor, edge.lane}].push_back(edge.piece);
    }
  }
  for (int rank = 0; rank < ranks_; ++rank) {
    Member& member = members_[index(rank)];
    for (const Edge& edge : member.edges_in) {
      std::vector<Piece>& pieces = sent[{edge.neighbor, rank, edge.lane}];
      std::copy_n(pieces.front().at, pieces.front().bytes,
                  member.expected.data() + (edge.piece.at - member.in.data()));
      pieces.erase(pieces.begin());
    }
  }
}

std::vector<std::byte> CollectiveCase::reduced(int first, int end) {
  const std::size_t bytes = mine(0).bytes;
  if (end - first == 1) return {mine(first).at, mine(first).at + bytes};
  const int lower = static_cast<int>(std::bit_ceil(static_cast<unsigned>(end - first))) / 2;
  std::vector<std::byte> earlier = reduced(first, first + lower);
  std::vector<std::byte> later = reduced(first + lower, end);
  reduction_({earlier.data(), bytes}, later.data());
  return later;
}

void CollectiveCase::expect_reduced() {
  const std::size_t bytes = mine(0).bytes;
  std::vector<std::vector<std::byte>> until;
  for (int end = 1; end <= ranks_; ++end) until.push_back(reduced(0, end));
  const std::vector<std::byte>& sum = until.back();
  std::size_t first = 0;
  for (int rank = 0; rank < ranks_; ++rank) {
    std::vector<std::byte>& expected = members_[index(rank)].expected;
    const auto put = [&](const std::byte* from, std::size_t count) {
      std::copy_n(from, count, expected.data());
    };
    switch (kind_) {
      case CollectiveKind::reduce:
        if (rank == root_) put(sum.data(), bytes);
        break;
      case CollectiveKind::allreduce:
        put(sum.data(), bytes);
        break;
      case CollectiveKind::scan:
        put(until[index(rank)].data(), bytes);
        break;
      case CollectiveKind::exscan:
        if (rank > 0) put(until[index(rank - 1)].data(), bytes);
        break;
      default: {
        const std::size_t count = counts_[index(rank)] * reduction_.element_bytes;
        put(sum.data() + first, count);
        first += count;
        break;
      }
    }
  }
}

}  // namespace strobe::bcs::runtime::collectives
