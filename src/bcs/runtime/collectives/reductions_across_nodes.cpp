// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/reductions_across_nodes.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "bcs/runtime/collectives/exchanges.hpp"
#include "bcs/runtime/collectives/halving.hpp"
#include "bcs/runtime/collectives/partial_results.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime::collectives {
namespace {

/// Longer contributions are divided.
constexpr std::size_t most_whole_bytes = std::size_t{16} << 10;
/// The least bytes for each of several leaders of a node.
constexpr std::size_t least_bytes_of_leader = std::size_t{8} << 10;

/// What one leader of each node combines: all elements, or a share of them.
class Share {
 public:
  Share(CollectiveSchedule& plan, const NodeGroup& group, int number, Interval elements)
      : plan_(plan),
        group_(group),
        number_(number),
        elements_(elements),
        partials_(plan, group.place.size),
        is_divided_(elements.count * plan.reduction().element_bytes > most_whole_bytes &&
                    !has_crowded_step(group.nodes.count())) {}

  [[nodiscard]] int leader(int node) const { return group_.leader(node, number_); }
  [[nodiscard]] bool is_led_here() const { return leader(node()) == group_.place.rank; }
  [[nodiscard]] Interval elements() const { return elements_; }
  [[nodiscard]] Piece of(Piece whole) const { return piece(whole, elements_); }

  /// In the current round: the contributions of the node go to its leader.
  void gather(Piece mine) {
    if (!is_led_here()) return plan_.send(leader(node()), of(mine));
    for (const int member : group_.nodes.members(node())) {
      const bool is_own = member == group_.place.rank;
      arriving_.push_back(is_own ? of(mine) : plan_.room(of(mine).bytes));
      if (!is_own) plan_.receive(member, arriving_.back());
    }
  }
  /// In the round after `gather`.
  void combine_gathered() {
    const auto members = group_.nodes.members(node());
    for (std::size_t i = 0; i < members.size(); ++i) {
      partials_.add({members[i], members[i] + 1}, arriving_[i],
                    members[i] == group_.place.rank ? Overwrite::forbidden : Overwrite::allowed);
    }
  }

  /// All leaders get `result`.
  void combine_for_all(Piece result) {
    const int nodes = group_.nodes.count();
    if (is_divided_) {
      combine_parts(result, std::nullopt);
    } else if (nodes <= most_directly) {
      exchange_with_all();
      put_result(result);
    } else if (std::has_single_bit(static_cast<unsigned>(nodes))) {
      combine_in_steps();
      put_result(result);
    } else {
      combine_on_tree(0);
      if (node() == 0) put_result(result);
      pass_on(plan_, {.rank = node(), .size = nodes}, schedule::binomial, result,
              [this](int of_node) { return leader(of_node); });
      plan_.end_round();
    }
  }
  /// Whether `combine_for_root` uses `result` on this node.
  [[nodiscard]] bool uses_result() const { return is_divided_ || node() == group_.root_node(); }
  /// The leader on the root's node gets `result`.
  void combine_for_root(Piece result) {
    const int root = group_.root_node();
    if (is_divided_) {
      combine_parts(result, root);
    } else {
      combine_on_tree(root);
      if (node() == root) put_result(result);
    }
  }

 private:
  [[nodiscard]] int node() const { return group_.node(); }
  [[nodiscard]] std::size_t element_bytes() const { return plan_.reduction().element_bytes; }
  [[nodiscard]] Piece piece(Piece whole, Interval part) const {
    return whole.part(part.first * element_bytes(), part.count * element_bytes());
  }
  /// The elements of a leader after as many halvings as make `parts` parts.
  [[nodiscard]] Interval part_of(int index, int parts) const {
    const Interval whole{0, elements_.count};
    return is_divided_ ? halved(whole, index, parts) : whole;
  }
  void send(int to, Interval part) {
    plan_.send(leader(to), partials_.packed((part.first - now_.first) * element_bytes(),
                                            part.count * element_bytes()));
  }
  /// Receives the same part of the partial results of `count` nodes from `first` on. They are added
  /// after the round.
  void receive(int from, Interval part, int first, int count) {
    Incoming incoming{.ranges = group_.nodes.partial_ranges(first, count)};
    incoming.values = plan_.room(incoming.ranges.size() * part.count * element_bytes());
    plan_.receive(leader(from), incoming.values);
    incoming_.push_back(std::move(incoming));
  }
  void end_round(Interval keep) {
    plan_.end_round();
    partials_.cut((keep.first - now_.first) * element_bytes(), keep.count * element_bytes());
    now_ = keep;
    for (const Incoming& incoming : incoming_) partials_.add(incoming.ranges, incoming.values);
    incoming_.clear();
  }

  void exchange_with_all() {
    now_ = part_of(0, 1);
    group_.for_other_nodes([&](int other) {
      send(other, now_);
      receive(other, now_, other, 1);
    });
    end_round(now_);
  }

  /// Each leader combines a part; then all, or the root, get all parts.
  void combine_parts(Piece result, std::optional<int> root) {
    if (group_.nodes.count() > most_directly) {
      combine_in_steps();
      put_result(result);
      put_together(result, root);
      return;
    }
    const auto part_on = [this](int of_node) {
      const auto nodes = static_cast<std::size_t>(group_.nodes.count());
      const auto index = static_cast<std::size_t>(of_node);
      const std::size_t first = elements_.count * index / nodes;
      return Interval{first, elements_.count * (index + 1) / nodes - first};
    };
    now_ = {0, elements_.count};
    group_.for_other_nodes([&](int other) {
      send(other, part_on(other));
      receive(other, part_on(node()), other, 1);
    });
    end_round(part_on(node()));
    put_result(result);
    group_.for_other_nodes([&](int other) {
      if (!root || *root == other) plan_.send(leader(other), piece(result, part_on(node())));
      if (!root || *root == node()) plan_.receive(leader(other), piece(result, part_on(other)));
    });
    plan_.end_round();
  }

  /// Each leader combines its part, or all if they are not divided. The leaders of an incomplete
  /// upper group have nothing left afterwards.
  void combine_in_steps() {
    now_ = part_of(0, 1);
    for (int width = 1; width < group_.nodes.count(); width *= 2) {
      const HalvingStep step = HalvingStep::of(node(), width, group_.nodes.count());
      if (step.upper == 0) continue;
      const int index = node() - step.begin;
      Interval keep = now_;
      if (step.is_complete()) {
        const int partner = node() ^ width;
        keep = part_of(index, 2 * width);
        send(partner, part_of(index ^ width, 2 * width));
        receive(partner, keep, step.is_lower(node()) ? step.middle() : step.begin, width);
      } else if (step.is_lower(node())) {
        receive(step.owner_for(node()), keep, step.middle(), step.upper);
      } else {
        if (step.is_owner(node())) {
          for (const int lower : step.partners_of(node())) {
            send(lower, part_of(lower - step.begin, width));
          }
        }
        plan_.end_round();
        has_passed_on_ = true;
        return;
      }
      end_round(keep);
    }
  }

  /// The leaders give each other their parts of the result; or only the root gets them.
  void put_together(Piece result, std::optional<int> root) {
    collectives::put_together(
        plan_, node(), group_.nodes.count(), root,
        [&](int index, int parts) { return piece(result, part_of(index, parts)); },
        [this](int of_node) { return leader(of_node); });
  }

  /// The leader on the root's node gets all partial results.
  void combine_on_tree(int root) {
    now_ = part_of(0, 1);
    const int nodes = group_.nodes.count();
    const schedule::Position position{.rank = node(), .size = nodes, .root = root};
    const bool is_flat = nodes <= most_directly;
    const schedule::Neighbours kin =
        schedule::neighbours_of(is_flat ? schedule::fully_connected : schedule::binomial, position);
    for (const int child : kin.children) {
      const int distance = (child - root + nodes) % nodes;
      // The child and the nodes below it: as many as its lowest bit says, or as there are.
      const int below = is_flat ? 1 : std::min(distance & -distance, nodes - distance);
      receive(child, now_, child, below);
    }
    end_round(now_);
    if (kin.parent != schedule::no_rank) {
      send(kin.parent, now_);
      plan_.end_round();
    }
  }

  /// The combined elements of this leader.
  void put_result(Piece result) {
    if (has_passed_on_) return;
    plan_.copy(partials_.result(), piece(result, now_).at);
    plan_.end_round();
  }

  /// Partial results that arrive in this round.
  struct Incoming {
    std::vector<RankRange> ranges;
    Piece values{};
  };

  CollectiveSchedule& plan_;
  const NodeGroup& group_;
  int number_;
  Interval elements_;
  PartialResults partials_;
  std::vector<Piece> arriving_;  ///< the contributions of the node
  std::vector<Incoming> incoming_;
  Interval now_{};              ///< of the partial results; they count from the begin of the share
  bool is_divided_;             ///< among the leaders
  bool has_passed_on_ = false;  ///< its partial results to others
};

std::vector<Share> shares_of(CollectiveSchedule& plan, const NodeGroup& group, Piece whole) {
  const std::size_t elements = whole.bytes / plan.reduction().element_bytes;
  std::size_t count = 1;
  if (whole.bytes > most_whole_bytes) {
    count = std::clamp<std::size_t>(whole.bytes / least_bytes_of_leader, 1,
                                    static_cast<std::size_t>(group.nodes.fewest_members()));
  }
  std::vector<Share> shares;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = elements * i / count;
    const std::size_t end = elements * (i + 1) / count;
    shares.emplace_back(plan, group, static_cast<int>(i), Interval{first, end - first});
  }
  return shares;
}

/// The share that this member leads, with the contributions of its node; null if there is none.
Share* gather(CollectiveSchedule& plan, std::vector<Share>& shares, Piece mine) {
  for (Share& share : shares) share.gather(mine);
  plan.end_round();
  const auto own = std::ranges::find_if(shares, &Share::is_led_here);
  if (own == shares.end()) return nullptr;
  own->combine_gathered();
  return &*own;
}

void reduce(CollectiveSchedule& plan, const NodeGroup& group, const Call& call) {
  std::vector<Share> shares = shares_of(plan, group, call.mine);
  Share* const own = gather(plan, shares, call.mine);
  Piece result;
  if (own != nullptr) {
    if (group.is_root()) {
      result = own->of(call.result);
    } else if (own->uses_result()) {
      result = plan.room(own->of(call.mine).bytes);
    }
    own->combine_for_root(result);
  }
  if (group.is_root()) {
    for (const Share& share : shares) {
      if (&share != own) plan.receive(share.leader(group.node()), share.of(call.result));
    }
  } else if (own != nullptr && group.node() == group.root_node()) {
    plan.send(group.place.root, result);
  }
  plan.end_round();
}

void allreduce(CollectiveSchedule& plan, const NodeGroup& group, const Call& call) {
  std::vector<Share> shares = shares_of(plan, group, call.mine);
  Share* const own = gather(plan, shares, call.mine);
  if (own != nullptr) own->combine_for_all(own->of(call.result));
  for (const Share& share : shares) {
    const Piece result = share.of(call.result);
    if (&share == own) {
      group.for_others_here([&](int member) { plan.send(member, result); });
    } else {
      plan.receive(share.leader(group.node()), result);
    }
  }
  plan.end_round();
}

/// Each member gets its elements from the leaders that have them.
void reduce_scatter(CollectiveSchedule& plan, const NodeGroup& group, const Call& call) {
  const std::size_t element_bytes = plan.reduction().element_bytes;
  std::vector<Share> shares = shares_of(plan, group, call.mine);
  Share* const own = gather(plan, shares, call.mine);
  Piece result;
  if (own != nullptr) {
    result = plan.room(own->of(call.mine).bytes);
    own->combine_for_all(result);
  }
  std::vector<std::size_t> begins{0};
  for (const std::size_t count : call.counts) begins.push_back(begins.back() + count);
  // `give(from, to)`: the place of the elements in the share and in the result of the member.
  const auto with_common = [&](const Share& share, int member, auto&& give) {
    const auto [first, count] = share.elements();
    const std::size_t begin = begins[static_cast<std::size_t>(member)];
    const std::size_t common = std::max(first, begin);
    const std::size_t end = std::min(first + count, begins[static_cast<std::size_t>(member) + 1]);
    if (common >= end) return;
    give((common - first) * element_bytes, (common - begin) * element_bytes,
         (end - common) * element_bytes);
  };
  for (const Share& share : shares) {
    if (&share == own) {
      for (const int member : group.nodes.members(group.node())) {
        with_common(share, member, [&](std::size_t from, std::size_t to, std::size_t bytes) {
          const Piece part = result.part(from, bytes);
          if (member == group.place.rank) {
            plan.copy(part, call.result.at + to);
          } else {
            plan.send(member, part);
          }
        });
      }
    } else {
      with_common(share, group.place.rank, [&](std::size_t, std::size_t to, std::size_t bytes) {
        plan.receive(share.leader(group.node()), call.result.part(to, bytes));
      });
    }
  }
  plan.end_round();
}

}  // namespace

CollectiveSchedule reduction_across_nodes(const NodeGroup& group, const Call& call) {
  CollectiveSchedule plan(*call.memory, call.reduction);
  switch (call.signature.kind) {
    case CollectiveKind::reduce:
      reduce(plan, group, call);
      break;
    case CollectiveKind::allreduce:
      allreduce(plan, group, call);
      break;
    default:
      reduce_scatter(plan, group, call);
      break;
  }
  return plan;
}

}  // namespace strobe::bcs::runtime::collectives
