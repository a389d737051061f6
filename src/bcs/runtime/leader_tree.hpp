// SPDX-License-Identifier: BSD-3-Clause
//
// The tree of nodes on which their leaders agree and report. Node 0 is at the top. A leader sends
// few messages, however many nodes there are.
#pragma once

#include <algorithm>

namespace strobe::bcs::runtime {

class LeaderTree {
 public:
  static constexpr int most_children = 8;

  LeaderTree(int node, int nodes) : node_(node), nodes_(nodes) {}

  [[nodiscard]] bool is_top() const { return node_ == 0; }
  [[nodiscard]] int parent() const { return (node_ - 1) / most_children; }
  [[nodiscard]] int first_child() const { return std::min(node_ * most_children + 1, nodes_); }
  [[nodiscard]] int end_of_children() const {
    return std::min(node_ * most_children + 1 + most_children, nodes_);
  }
  [[nodiscard]] int children() const { return end_of_children() - first_child(); }
  /// How many levels of nodes there are below this one.
  [[nodiscard]] int height() const {
    int height = 0;
    for (long first = node_; (first = first * most_children + 1) < nodes_;) ++height;
    return height;
  }

 private:
  int node_;
  int nodes_;
};

}  // namespace strobe::bcs::runtime
