// SPDX-License-Identifier: BSD-3-Clause
//
// Creation of communicators, which SKaMPI measures (Reussner and others 2002), with their release.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo communicators_info() {
  return {
      .name = "communicators",
      .title = "Creation of communicators",
      .family = measure::Family::collective,
      .axes = {{.name = "operation", .choices = {"duplicate", "split", "create", "create_group"}},
               measure::ranks_axis()},
      .axis = "",
      .time =
          "the creation of a communicator and its release, from the first entry to the last "
          "exit",
      .source = "SKaMPI 5, collective measurements: MPI_Comm_dup and MPI_Comm_split",
      .members = measure::first_ranks,
      .timing = measure::Timing::completion};
}

/// operation=duplicate has all ranks in the same order; split has the even and the odd ranks, in
/// descending order; create and create_group have the even ranks, and the odd ranks take part in
/// create only.
template <layer::CommunicatorCreation L>
class Communicators final : public measure::Kernel {
 public:
  Communicators(L& layer, const measure::Point& point)
      : layer_(layer), operation_(operation_of(measure::word_at(point, "operation"))) {
    for (int rank = 0; rank < layer_.size(); rank += 2) even_.push_back(layer::Rank{rank});
  }

  void prepare(std::uint64_t /*seed*/) override {}

  void run(std::int64_t repetitions) override {
    if (operation_ == Operation::create_group && !is_even()) return;
    base::repeat(repetitions, [&] { (void)make(); });
  }

  /// Looks at one more communicator: its size, the rank of this process, and the sum of the ranks
  /// that its members have in the layer.
  [[nodiscard]] measure::Verdict verify() override {
    if (operation_ == Operation::create_group && !is_even()) return {};
    auto made = make();
    const bool is_member =
        operation_ == Operation::duplicate || operation_ == Operation::split || is_even();
    if (made.has_this() != is_member) return wrong("membership", made.has_this(), is_member);
    if (!is_member) return {};
    const std::vector<int> members = this->members();
    const auto own = std::ranges::find(members, layer_.rank().value) - members.begin();
    if (made.rank().value != own) return wrong("rank", made.rank().value, own);
    if (std::cmp_not_equal(made.size(), members.size())) {
      return wrong("size", made.size(), static_cast<std::int64_t>(members.size()));
    }
    std::int64_t sum = 0;
    for (const int member : members) sum += member + 1;
    const std::int64_t found = made.sum(layer_.rank().value + 1);
    return found == sum ? measure::Verdict{} : wrong("sum over its members", found, sum);
  }

 private:
  enum class Operation { duplicate, split, create, create_group };

  static Operation operation_of(const std::string& word) {
    if (word == "duplicate") return Operation::duplicate;
    if (word == "split") return Operation::split;
    if (word == "create") return Operation::create;
    if (word == "create_group") return Operation::create_group;
    throw Error("unknown operation on communicators: " + word);
  }

  [[nodiscard]] static measure::Verdict wrong(const char* what, std::int64_t found,
                                              std::int64_t wanted) {
    return {.bytes = 0,
            .wrong = base::format("the {} of the new communicator is {} and should be {}", what,
                                  found, wanted)};
  }

  [[nodiscard]] bool is_even() const { return layer_.rank().value % 2 == 0; }

  /// The ranks in the layer of the members of this process's communicator, in its order.
  [[nodiscard]] std::vector<int> members() const {
    std::vector<int> ranks;
    for (int rank = 0; rank < layer_.size(); ++rank) {
      if (operation_ == Operation::duplicate || rank % 2 == layer_.rank().value % 2) {
        ranks.push_back(rank);
      }
    }
    if (operation_ == Operation::split) std::ranges::reverse(ranks);
    return ranks;
  }

  [[nodiscard]] auto make() {
    switch (operation_) {
      case Operation::duplicate:
        return layer_.duplicate();
      case Operation::split:
        return layer_.split(layer_.rank().value % 2, layer_.size() - layer_.rank().value);
      case Operation::create:
        return layer_.create(even_);
      case Operation::create_group:
        break;
    }
    return layer_.create_group(even_);
  }

  L& layer_;
  Operation operation_;
  std::vector<layer::Rank> even_;
};

}  // namespace strobe::kernels
