// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/global_variables.hpp"

#include <algorithm>
#include <utility>

namespace strobe::bcs::api {

std::int64_t GlobalVariables::value(Rank rank, std::int32_t variable) const {
  const auto found = copies_.find(rank);
  return found == copies_.end() ? 0 : found->second[static_cast<std::size_t>(variable)];
}

void GlobalVariables::write(Rank rank, std::int32_t variable, std::int64_t value) {
  copies_[rank][static_cast<std::size_t>(variable)] = value;
}

void GlobalVariables::transfer(const protocol::Job& job, const protocol::GlobalTransfer& transfer) {
  const auto write_to = [&](Rank member) {
    std::int32_t variable = transfer.first;
    for (const std::int64_t value : transfer.values) {
      write(job.member(transfer.communicator, member), variable++, value);
    }
  };
  if (transfer.destination != protocol::all_members) return write_to(transfer.destination);
  for (Rank member = 0; member < job.size(transfer.communicator); ++member) write_to(member);
}

void GlobalVariables::compare_later(Rank rank, std::uint32_t slice,
                                    const protocol::GlobalCondition& condition) {
  called_.push_back({rank, slice, condition});
}

void GlobalVariables::compare(const protocol::Job& job, std::uint32_t before) {
  std::ranges::sort(called_, {}, &Called::rank);
  std::erase_if(called_, [&](const Called& called) {
    if (called.slice >= before) return false;
    answers_[called.rank] = perform(job, called.condition);
    return true;
  });
}

bool GlobalVariables::take_answer(Rank rank) { return answers_.extract(rank).mapped(); }

bool GlobalVariables::perform(const protocol::Job& job,
                              const protocol::GlobalCondition& condition) {
  const Rank size = job.size(condition.communicator);
  for (Rank member = 0; member < size; ++member) {
    const Rank rank = job.member(condition.communicator, member);
    if (!protocol::holds(value(rank, condition.variable), condition.comparison, condition.value)) {
      return false;
    }
  }
  if (condition.write == protocol::no_variable) return true;
  for (Rank member = 0; member < size; ++member) {
    write(job.member(condition.communicator, member), condition.write, condition.new_value);
  }
  return true;
}

}  // namespace strobe::bcs::api
