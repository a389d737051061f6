// SPDX-License-Identifier: BSD-3-Clause
//
// The agreement of leaders on their tree: nodes work, send to each other, and become idle in random
// orders.
#include "bcs/runtime/global_quiescence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "base/random.hpp"
#include "support/thoroughness.hpp"

namespace strobe::bcs::runtime {
namespace {

using Kind = QuiescenceMessage::Kind;

class PretendedNodes {
 public:
  PretendedNodes(int nodes, std::uint64_t seed, int descriptors)
      : random_(seed), left_to_send_(descriptors) {
    for (int node = 0; node < nodes; ++node) nodes_.push_back({GlobalQuiescence(node, nodes), {}});
  }

  [[nodiscard]] NodeState& state(int node) { return at(node).state; }
  [[nodiscard]] bool is_quiet() const {
    return in_flight_ == 0 &&
           std::ranges::all_of(nodes_, [](const Node& node) { return node.state.is_idle; });
  }
  /// Does something on a random node. Whether a node has heard a verdict.
  bool act() {
    const auto node = static_cast<int>(random_.next() % nodes_.size());
    if (!at(node).state.is_idle) {
      work(node);
    } else if (!at(node).descriptors.empty() && random_.next() % 4 == 0) {
      at(node).descriptors.pop_front();
      --in_flight_;
      ++at(node).state.received;
      ++at(node).state.activity;
      at(node).state.is_idle = false;
    } else if (!at(node).messages.empty() && random_.next() % 2 == 0) {
      at(node).quiescence.receive(at(node).messages.front());
      at(node).messages.pop_front();
    }
    return step(node);
  }
  /// What each node has heard.
  [[nodiscard]] std::vector<std::optional<Kind>> heard() const {
    std::vector<std::optional<Kind>> all;
    for (const Node& node : nodes_) all.push_back(node.heard);
    return all;
  }
  [[nodiscard]] std::size_t most_messages() const {
    return std::ranges::max(nodes_, {}, &Node::sent).sent;
  }

 private:
  struct Node {
    GlobalQuiescence quiescence;
    NodeState state{};
    std::deque<QuiescenceMessage> messages{};
    std::deque<int> descriptors{};
    std::optional<Kind> heard{};
    std::size_t sent = 0;
  };

  Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }

  void work(int node) {
    if (left_to_send_ > 0 && random_.next() % 2 == 0) {
      --left_to_send_;
      ++in_flight_;
      ++at(node).state.sent;
      at(static_cast<int>(random_.next() % nodes_.size())).descriptors.push_back(node);
    } else if (left_to_send_ == 0 || random_.next() % 4 == 0) {
      at(node).state.is_idle = true;
    }
  }

  bool step(int node) {
    std::vector<GlobalQuiescence::Addressed> outgoing;
    const std::optional<Kind> agreed = at(node).quiescence.step(at(node).state, outgoing);
    for (const auto& [to, message] : outgoing) at(to).messages.push_back(message);
    at(node).sent += outgoing.size();
    if (agreed) at(node).heard = agreed;
    return agreed.has_value();
  }

  base::Random random_;
  int left_to_send_;
  int in_flight_ = 0;
  std::vector<Node> nodes_;
};

TEST(GlobalQuiescence, IsFoundOnceNothingMovesAndNotBefore) {
  for (const int nodes : {1, 2, 3, 9, 10, 40, 75}) {
    for (const std::uint64_t seed : thoroughness::sampled(24)) {
      PretendedNodes job(nodes, seed, 5 * nodes);
      const Kind expected = seed % 2 == 0 ? Kind::deadlock : Kind::edge;
      if (expected == Kind::edge) job.state(static_cast<int>(seed) % nodes).wanting = 1;
      int actions = 0;
      while (!job.act()) {
        ASSERT_LT(++actions, 4'000'000) << nodes << " nodes, seed " << seed;
      }
      ASSERT_TRUE(job.is_quiet()) << nodes << " nodes, seed " << seed;
      const auto all_have_heard = [&] {
        return std::ranges::all_of(job.heard(), [&](const auto& kind) { return kind == expected; });
      };
      while (!all_have_heard()) {
        job.act();
        ASSERT_LT(++actions, 8'000'000) << nodes << " nodes, seed " << seed;
      }
    }
  }
}

TEST(GlobalQuiescence, WaitsWhileAThreadOfABlockedRankMayAct) {
  PretendedNodes job(12, 1, 0);
  job.state(11).active_threads = 1;
  for (int action = 0; action < 20'000; ++action) ASSERT_FALSE(job.act());
  job.state(11).active_threads = 0;
  while (!job.act()) {
  }
}

// Their counts change forever.
TEST(GlobalQuiescence, BeginsSlicesInSpiteOfRanksThatPoll) {
  GlobalQuiescence top(0, 2);
  GlobalQuiescence other(1, 2);
  NodeState state{.is_idle = true, .wanting = 1};
  NodeState others{.is_idle = true, .polling = 2};
  const auto round = [&] {
    ++state.activity;
    others.sent += 3;
    std::vector<GlobalQuiescence::Addressed> outgoing;
    EXPECT_FALSE(top.step(state, outgoing));
    other.receive(outgoing.at(0).message);
    std::vector<GlobalQuiescence::Addressed> answers;
    // A rank of the other node computes.
    EXPECT_FALSE(other.step({.is_idle = false}, answers));
    EXPECT_TRUE(answers.empty());
    EXPECT_FALSE(other.step(others, answers));
    top.receive(answers.at(0).message);
    outgoing.clear();
    return top.step(state, outgoing);
  };
  EXPECT_EQ(round(), std::nullopt);
  EXPECT_EQ(round(), Kind::edge);
  // Only what has waited for a whole round is decided.
  state.wanting = 0;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(round(), std::nullopt);
  state.wanting = 1;
  EXPECT_EQ(round(), std::nullopt);
  EXPECT_EQ(round(), Kind::edge);
  // They poll no longer: this is proven as ever.
  others.polling = 0;
  EXPECT_EQ(round(), std::nullopt);
  // The last calls of a rank that computes now were seen once. It has not sent its message yet.
  others.polling = 1;
  EXPECT_EQ(round(), std::nullopt);
  others.polling = 0;
  EXPECT_EQ(round(), std::nullopt);
}

TEST(GlobalQuiescence, TakesFewMessagesOfEachLeader) {
  for (const int nodes : {64, 1024, 20'000}) {
    std::vector<GlobalQuiescence> leaders;
    for (int node = 0; node < nodes; ++node) leaders.emplace_back(node, nodes);
    std::vector<std::size_t> sent(leaders.size());
    const NodeState idle{.is_idle = true};
    std::deque<GlobalQuiescence::Addressed> on_the_way;
    std::vector<GlobalQuiescence::Addressed> outgoing;
    std::size_t verdicts = 0;
    const auto step = [&](int node) {
      outgoing.clear();
      const auto index = static_cast<std::size_t>(node);
      if (leaders[index].step(idle, outgoing)) ++verdicts;
      sent[index] += outgoing.size();
      on_the_way.insert(on_the_way.end(), outgoing.begin(), outgoing.end());
    };
    step(0);
    while (verdicts < leaders.size()) {
      if (on_the_way.empty()) step(0);
      const auto [node, message] = on_the_way.front();
      on_the_way.pop_front();
      leaders[static_cast<std::size_t>(node)].receive(message);
      step(node);
    }
    // Two rounds of questions and an answer each, and the verdict.
    EXPECT_LE(std::ranges::max(sent), 3U * LeaderTree::most_children + 2U) << nodes << " nodes";
  }
}

TEST(LeaderTree, LeadsFromEachNodeToTheTop) {
  for (const int nodes : {1, 2, 9, 10, 73, 74, 1000}) {
    std::vector<int> found(static_cast<std::size_t>(nodes));
    for (int node = 0; node < nodes; ++node) {
      const LeaderTree tree(node, nodes);
      EXPECT_EQ(tree.is_top(), node == 0);
      for (int child = tree.first_child(); child < tree.end_of_children(); ++child) {
        EXPECT_EQ(LeaderTree(child, nodes).parent(), node);
        EXPECT_LT(LeaderTree(child, nodes).height(), tree.height());
        ++found[static_cast<std::size_t>(child)];
      }
    }
    EXPECT_EQ(std::ranges::count(found, 1), nodes - 1);
  }
}

}  // namespace
}  // namespace strobe::bcs::runtime
