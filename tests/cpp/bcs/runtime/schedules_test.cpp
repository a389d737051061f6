// SPDX-License-Identifier: BSD-3-Clause
//
// Schedules of collectives without an endpoint: messages move in random orders, some when they are
// sent and some when they are received.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <list>
#include <numeric>
#include <optional>
#include <string>

#include "base/format.hpp"
#include "bcs/protocol/collective.hpp"
#include "bcs/runtime/collective_case.hpp"
#include "bcs/runtime/collectives/across_nodes.hpp"
#include "bcs/runtime/plan_size.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

class PretendedNode {
 public:
  explicit PretendedNode(std::uint64_t seed) : random_(seed) {}

  void add(const CollectiveSchedule& plan) { members_.push_back({.plan = &plan}); }

  /// Whether all schedules complete.
  bool run() {
    for (std::size_t rank = 0; rank < members_.size(); ++rank) begin_round(rank);
    while (move_one()) {
    }
    return std::ranges::all_of(members_, [](const Running& member) {
      return member.round >= member.plan->rounds() && member.pending == 0;
    });
  }

 private:
  struct Running {
    const CollectiveSchedule* plan;
    std::size_t round = 0;
    std::size_t pending = 0;
  };
  struct Message {
    std::size_t from;
    std::size_t to;
    std::uint16_t lane;
    Piece piece;
    std::vector<std::byte> content;
    bool is_eager = false;
  };
  struct Receive {
    std::size_t from;
    std::size_t to;
    std::uint16_t lane;
    Piece piece;
  };

  void begin_round(std::size_t rank) {
    Running& member = members_[rank];
    while (member.round < member.plan->rounds() && member.pending == 0) {
      for (const Action& action : member.plan->round(member.round)) begin(rank, action);
      if (member.pending == 0) ++member.round;
    }
  }

  void begin(std::size_t rank, const Action& action) {
    Running& member = members_[rank];
    const auto peer = static_cast<std::size_t>(action.peer);
    if (action.what == Action::What::send) {
      Message message{rank, peer, action.lane, action.piece, {}};
      if (random_.next() % 2 == 0) {
        message.is_eager = true;
        message.content.assign(action.piece.at, action.piece.at + action.piece.bytes);
      } else {
        ++member.pending;
      }
      messages_.push_back(std::move(message));
    } else if (action.what == Action::What::receive) {
      ++member.pending;
      receives_.push_back({peer, rank, action.lane, action.piece});
    } else {
      perform(action, member.plan->reduction());
    }
  }

  void end_one(std::size_t rank) {
    Running& member = members_[rank];
    if (--member.pending == 0) {
      ++member.round;
      begin_round(rank);
    }
  }

  /// Completes a random receive whose message is there.
  bool move_one() {
    std::vector<std::pair<std::list<Receive>::iterator, std::list<Message>::iterator>> possible;
    for (auto receive = receives_.begin(); receive != receives_.end(); ++receive) {
      const auto same = [&](const auto& other) {
        return other.from == receive->from && other.to == receive->to &&
               other.lane == receive->lane;
      };
      if (std::ranges::find_if(receives_.begin(), receive, same) != receive) continue;
      const auto message = std::ranges::find_if(messages_, same);
      if (message != messages_.end()) possible.emplace_back(receive, message);
    }
    if (possible.empty()) return false;
    const auto [receive, message] = possible[random_.next() % possible.size()];
    EXPECT_EQ(message->piece.bytes, receive->piece.bytes);
    const std::byte* const content =
        message->is_eager ? message->content.data() : message->piece.at;
    std::copy_n(content, message->piece.bytes, receive->piece.at);
    const std::size_t from = message->from;
    const std::size_t to = message->to;
    const bool is_eager = message->is_eager;
    receives_.erase(receive);
    messages_.erase(message);
    end_one(to);
    if (!is_eager) end_one(from);
    return true;
  }

  base::Random random_;
  std::vector<Running> members_;
  std::list<Message> messages_;
  std::list<Receive> receives_;
};

schedule::Position place_of(int rank, int ranks, const Call& call) {
  return {.rank = rank, .size = ranks, .root = call.signature.root};
}

class Schedules : public testing::TestWithParam<CollectiveKind> {};

TEST_P(Schedules, AreRightInAnyOrderOfMessages) {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (const std::uint64_t seed : thoroughness::sampled(ranks <= 4 ? 24 : 6)) {
      CollectiveCase tried(GetParam(), ranks, seed);
      std::vector<CollectiveSchedule> programs;
      for (int rank = 0; rank < ranks; ++rank) {
        const Call call = tried.call(rank);
        programs.push_back(schedule_of(place_of(rank, ranks, call), call));
      }
      for (std::uint64_t again = 0; again < 2; ++again) {
        tried.fill(seed + 100 * again);
        PretendedNode node(seed + again);
        for (const CollectiveSchedule& plan : programs) node.add(plan);
        ASSERT_TRUE(node.run()) << ranks << " ranks, seed " << seed;
        for (int rank = 0; rank < ranks; ++rank) {
          ASSERT_TRUE(tried.is_as_expected(rank))
              << ranks << " ranks, rank " << rank << ", seed " << seed << ", run " << again;
        }
      }
    }
  }
}

/// Contributions that exceed the caches arrive in the receive buffer, if that is free.
TEST(LongReductions, AreRightInAnyOrderOfMessages) {
  constexpr std::size_t elements = 300'000;
  for (const CollectiveKind kind : all_kinds()) {
    if (!is_reduction(kind)) continue;
    for (const int ranks : {2, 3}) {
      for (const std::uint64_t seed : thoroughness::sampled(8)) {
        CollectiveCase tried(kind, ranks, seed, elements);
        std::vector<CollectiveSchedule> plans;
        for (int rank = 0; rank < ranks; ++rank) {
          const Call call = tried.call(rank);
          plans.push_back(schedule_of(place_of(rank, ranks, call), call));
        }
        tried.fill(seed);
        PretendedNode node(seed);
        for (const CollectiveSchedule& plan : plans) node.add(plan);
        ASSERT_TRUE(node.run()) << described({.kind = kind}) << ", seed " << seed;
        for (int rank = 0; rank < ranks; ++rank) {
          ASSERT_TRUE(tried.is_as_expected(rank)) << described({.kind = kind}) << ", " << ranks
                                                  << " ranks, rank " << rank << ", seed " << seed;
        }
      }
    }
  }
}

/// How many messages leave a node.
std::size_t messages_between(const Nodes& nodes, const std::vector<CollectiveSchedule>& programs) {
  std::size_t messages = 0;
  for (int rank = 0; rank < static_cast<int>(programs.size()); ++rank) {
    const CollectiveSchedule& plan = programs[static_cast<std::size_t>(rank)];
    for (std::size_t round = 0; round < plan.rounds(); ++round) {
      messages += static_cast<std::size_t>(
          std::ranges::count_if(plan.round(round), [&](const Action& action) {
            return action.what == Action::What::send && nodes.of(rank) != nodes.of(action.peer);
          }));
    }
  }
  return messages;
}

/// The nodes of some ranks.
using Placements = std::vector<std::vector<int>>;

/// Alternating, in blocks, and some alone.
Placements placements_on_few_nodes() {
  return {{0, 1, 0, 1, 0, 1, 0},
          {0, 0, 0, 0, 1, 1, 1},
          {2, 2, 0, 1, 0, 0, 2},
          {5, 4, 4, 4, 4, 4, 4},
          {0, 1, 2},
          {0, 1, 2, 3}};
}
/// Alone, in blocks, alternating and at random, on numbers of nodes that are powers of two and that
/// are not.
Placements placements_on_many_nodes() {
  Placements placements;
  base::Random random(1);
  for (const int nodes : {9, 16, 19}) {
    std::vector<int> alone(static_cast<std::size_t>(nodes));
    std::iota(alone.begin(), alone.end(), 0);
    placements.push_back(alone);
    std::vector<int> blocks;
    std::vector<int> alternating;
    std::vector<int> drawn;
    for (int rank = 0; rank < 3 * nodes - 1; ++rank) {
      blocks.push_back(rank / 3);
      alternating.push_back(rank % nodes);
      drawn.push_back(static_cast<int>(random.next() % static_cast<std::uint64_t>(nodes)));
    }
    placements.insert(placements.end(), {blocks, alternating, drawn});
  }
  return placements;
}

/// Null if no members have a schedule across nodes.
std::optional<std::vector<CollectiveSchedule>> schedules_across(CollectiveCase& tried,
                                                                const Nodes& nodes) {
  std::vector<CollectiveSchedule> across;
  for (int rank = 0; rank < nodes.size(); ++rank) {
    const Call call = tried.call(rank);
    auto plan = schedule_across_nodes(nodes, place_of(rank, nodes.size(), call), call);
    if (plan) across.push_back(std::move(*plan));
  }
  if (across.empty()) return std::nullopt;
  EXPECT_EQ(across.size(), static_cast<std::size_t>(nodes.size())) << "members differ";
  return across;
}

void expect_right(CollectiveCase& tried, const std::vector<CollectiveSchedule>& plans,
                  std::uint64_t seed) {
  for (std::uint64_t again = 0; again < 2; ++again) {
    tried.fill(seed + 100 * again);
    PretendedNode node(seed + again);
    for (const CollectiveSchedule& plan : plans) node.add(plan);
    ASSERT_TRUE(node.run()) << "seed " << seed;
    for (int rank = 0; rank < static_cast<int>(plans.size()); ++rank) {
      ASSERT_TRUE(tried.is_as_expected(rank)) << "rank " << rank << ", seed " << seed;
    }
  }
}

TEST_P(Schedules, AreRightWithManyMembers) {
  for (const int ranks : {17, 20}) {
    CollectiveCase tried(GetParam(), ranks, static_cast<std::uint64_t>(ranks));
    std::vector<CollectiveSchedule> plans;
    for (int rank = 0; rank < ranks; ++rank) {
      const Call call = tried.call(rank);
      plans.push_back(schedule_of(place_of(rank, ranks, call), call));
    }
    ASSERT_NO_FATAL_FAILURE(expect_right(tried, plans, 1)) << ranks << " ranks";
  }
}

TEST_P(Schedules, AcrossNodesGiveTheSameWithNoMoreMessagesBetweenNodes) {
  for (const std::vector<int>& placement : placements_on_few_nodes()) {
    const Nodes nodes(placement);
    for (const std::uint64_t seed : thoroughness::sampled(24)) {
      CollectiveCase tried(GetParam(), nodes.size(), seed);
      std::vector<CollectiveSchedule> flat;
      for (int rank = 0; rank < nodes.size(); ++rank) {
        const Call call = tried.call(rank);
        flat.push_back(schedule_of(place_of(rank, nodes.size(), call), call));
      }
      const auto across = schedules_across(tried, nodes);
      if (!across) continue;
      EXPECT_LE(messages_between(nodes, *across), messages_between(nodes, flat));
      ASSERT_NO_FATAL_FAILURE(expect_right(tried, *across, seed));
    }
  }
}

TEST_P(Schedules, AcrossManyNodesGiveTheSame) {
  for (const std::vector<int>& placement : placements_on_many_nodes()) {
    const Nodes nodes(placement);
    for (const std::uint64_t seed : thoroughness::sampled(4)) {
      CollectiveCase tried(GetParam(), nodes.size(), seed);
      const auto across = schedules_across(tried, nodes);
      if (!across) continue;
      ASSERT_NO_FATAL_FAILURE(expect_right(tried, *across, seed))
          << nodes.count() << " nodes, " << nodes.size() << " ranks";
    }
  }
}

TEST(AcrossNodes, FewMessagesPassBetweenThem) {
  constexpr int ranks = 8;
  const Nodes nodes(std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1});
  struct Count {
    std::size_t flat;
    std::size_t across;
    bool operator==(const Count&) const = default;
  };
  const auto count = [&](CollectiveKind kind) {
    std::vector<std::byte> memory(16 * ranks);
    MemoryPool pool;
    std::vector<Piece> parts;
    for (std::size_t rank = 0; rank < ranks; ++rank) parts.push_back({&memory[8 * rank], 8});
    std::vector<CollectiveSchedule> flat;
    std::vector<CollectiveSchedule> across;
    for (int rank = 0; rank < ranks; ++rank) {
      const Call call{.signature = {.kind = kind, .bytes = 8},
                      .mine = {&memory[8 * ranks], 8},
                      .result = {&memory[8 * ranks + 8], 8},
                      .out = parts,
                      .in = parts,
                      .memory = &pool};
      flat.push_back(schedule_of(place_of(rank, ranks, call), call));
      across.push_back(*schedule_across_nodes(nodes, place_of(rank, ranks, call), call));
    }
    return Count{messages_between(nodes, flat), messages_between(nodes, across)};
  };
  EXPECT_EQ(count(CollectiveKind::barrier), (Count{8, 2}));
  EXPECT_EQ(count(CollectiveKind::broadcast), (Count{4, 1}));
  EXPECT_EQ(count(CollectiveKind::gather), (Count{4, 1}));
  EXPECT_EQ(count(CollectiveKind::scatter), (Count{4, 1}));
  EXPECT_EQ(count(CollectiveKind::allgather), (Count{32, 2}));
  EXPECT_EQ(count(CollectiveKind::reduce), (Count{4, 1}));
  EXPECT_EQ(count(CollectiveKind::allreduce), (Count{32, 2}));
}

TEST(AcrossNodes, AreNotUsedIfOneNodeHasAll) {
  const std::vector<int> placement(3, 3);
  EXPECT_FALSE(schedule_across_nodes(Nodes(placement), {.rank = 1, .size = 3}, {}).has_value());
}

/// The largest numbers among some members, one on each node. Only some members are asked, as each
/// needs only its own schedule.
PlanSize most_of(CollectiveKind kind, const Nodes& nodes, std::size_t bytes) {
  std::vector<std::byte> memory(2 * bytes);
  MemoryPool pool;
  PlanSize most;
  const int members = nodes.size();
  for (const int rank : {0, 1, members / 3, members / 2, members - 2, members - 1}) {
    const Call call{.signature = {.kind = kind, .bytes = bytes},
                    .mine = {memory.data(), bytes},
                    .result = {memory.data() + bytes, bytes},
                    .memory = &pool};
    const auto plan = schedule_across_nodes(nodes, place_of(rank, members, call), call);
    most = most_of(most, size_of(*plan));
  }
  return most;
}

TEST(AcrossNodes, OneMemberSendsFewMessagesHoweverManyNodesThereAre) {
  for (const int members : {1000, 1024, 131'072, 1'000'000}) {
    const Nodes nodes = Nodes::of_single_members(members);
    const auto log2 = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(members - 1)));
    for (const CollectiveKind kind : {CollectiveKind::barrier, CollectiveKind::broadcast,
                                      CollectiveKind::reduce, CollectiveKind::allreduce}) {
      for (const std::size_t bytes : {std::size_t{8}, std::size_t{1} << 20}) {
        const PlanSize most = most_of(kind, nodes, bytes);
        EXPECT_LE(most.messages, 3 * log2 + 16) << described({.kind = kind, .bytes = bytes});
        EXPECT_LE(most.rounds, 4 * log2 + 4) << described({.kind = kind, .bytes = bytes});
      }
    }
  }
}

/// How many copies the members of an allreduce make.
std::vector<std::size_t> copies_of_allreduce(int ranks, std::size_t bytes, bool is_in_place) {
  std::vector<std::byte> memory(2 * bytes);
  MemoryPool pool;
  const Piece mine{memory.data(), memory.size() / 2};
  const Piece result{memory.data() + mine.bytes, mine.bytes};
  std::vector<std::size_t> copies;
  for (int rank = 0; rank < ranks; ++rank) {
    const Call call{.signature = {.kind = CollectiveKind::allreduce, .bytes = mine.bytes},
                    .mine = is_in_place ? result : mine,
                    .result = result,
                    .memory = &pool};
    const CollectiveSchedule plan = schedule_of(place_of(rank, ranks, call), call);
    std::size_t all = 0;
    for (std::size_t round = 0; round < plan.rounds(); ++round) {
      all += static_cast<std::size_t>(
          std::ranges::count(plan.round(round), Action::What::copy, &Action::what));
    }
    copies.push_back(all);
  }
  return copies;
}

TEST(Reductions, CopyOnlyWhatTheyMayNotOverwrite) {
  constexpr std::size_t longer = std::size_t{16} << 20;
  // Ranks 1 and 3 combine their own contributions as the later operand.
  EXPECT_EQ(copies_of_allreduce(2, longer, false), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(copies_of_allreduce(4, longer, false), (std::vector<std::size_t>{0, 1, 0, 1}));
  // Others than the last rank copy the result of what stays in their cache to the receive buffer.
  constexpr std::size_t shorter = std::size_t{1} << 20;
  EXPECT_EQ(copies_of_allreduce(2, shorter, false), (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(copies_of_allreduce(4, shorter, false), (std::vector<std::size_t>{1, 2, 1, 1}));
  // In place, too; the last rank combines there.
  EXPECT_EQ(copies_of_allreduce(2, longer, true), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(copies_of_allreduce(4, longer, true), (std::vector<std::size_t>{1, 1, 1, 0}));
}

TEST(ReductionOrder, IsThatOfTheProtocol) {
  for (int ranks = 1; ranks <= 40; ++ranks) {
    // How the Reduce Helper combines: a rank's own contribution, then those of its children.
    const std::function<std::string(int)> helpers = [&](int rank) {
      std::string text = base::format("{}", rank);
      for (const int child : protocol::tree_neighbours(rank, ranks).children) {
        text = base::format("({} {})", text, helpers(child));
      }
      return text;
    };
    struct Partial {
      RankRange ranks;
      std::string text;
    };
    std::vector<Partial> partials;
    std::vector<int> order(static_cast<std::size_t>(ranks));
    std::iota(order.begin(), order.end(), 0);
    base::Random random(static_cast<std::uint64_t>(ranks));
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random.next() % i]);
    for (const int rank : order) {
      add_partial(partials, Partial{{rank, rank + 1}, base::format("{}", rank)}, ranks,
                  [](const Partial& lower, Partial& upper) {
                    upper.text = base::format("({} {})", lower.text, upper.text);
                  });
    }
    ASSERT_EQ(partials.size(), 1U);
    EXPECT_EQ(partials.front().text, helpers(0));
  }
}

TEST(ReductionOrder, LeavesTheSameRangesHoweverTheyWereAdded) {
  for (int ranks = 1; ranks <= 24; ++ranks) {
    for (int first = 0; first < ranks; ++first) {
      for (int end = first + 1; end <= ranks; ++end) {
        struct Partial {
          RankRange ranks;
        };
        std::vector<Partial> partials;
        for (int rank = end - 1; rank >= first; --rank) {
          add_partial(partials, Partial{{rank, rank + 1}}, ranks, [](auto&&...) {});
        }
        std::vector<RankRange> ranges;
        for (const Partial& partial : partials) ranges.push_back(partial.ranks);
        EXPECT_EQ(ranges, partial_ranges({first, end}, ranks));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfAllKinds, Schedules, testing::ValuesIn(all_kinds()),
                         [](const auto& test) {
                           std::string name = described({.kind = test.param});
                           return name.substr(0, name.find(' '));
                         });

TEST(Signatures, DifferInTheirMarksAndInWords) {
  const Signature broadcast{.kind = CollectiveKind::broadcast, .root = 0, .bytes = 8};
  Signature other = broadcast;
  EXPECT_EQ(mark_of(broadcast), mark_of(other));
  other.root = 1;
  EXPECT_NE(mark_of(broadcast), mark_of(other));
  other = broadcast;
  other.bytes = 16;
  EXPECT_NE(mark_of(broadcast), mark_of(other));
  other = broadcast;
  other.mode = CollectiveMode::non_blocking;
  EXPECT_NE(mark_of(broadcast), mark_of(other));
  EXPECT_EQ(described(Difference{.collective = 3,
                                 .own = {.rank = 1, .signature = {}},
                                 .other = {.rank = 0, .signature = broadcast}}),
            "rank 0 calls broadcast (root 0, 8 bytes) as collective 3, where rank 1 calls "
            "barrier");
  EXPECT_EQ(described({.kind = CollectiveKind::allreduce,
                       .mode = CollectiveMode::non_blocking,
                       .operation = Operator::sum,
                       .bytes = 8}),
            "non-blocking allreduce (sum, 8 bytes)");
}

}  // namespace
}  // namespace strobe::bcs::runtime::collectives
