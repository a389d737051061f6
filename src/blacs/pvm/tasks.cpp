// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/pvm/tasks.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "blacs/handle_table.hpp"
#include "blacs/levels.hpp"
#include "blacs/observed_call.hpp"
#include "blacs/pvm/machine.hpp"
#include "layer/collectives.hpp"
#include "schedule/rooted.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs::pvm {
namespace {

/// The sets of tasks with this task, except the set of all. Never destroyed, because sets that a
/// program leaves open are removed at its end.
HandleTable<PvmLayer*>& sets() {
  static HandleTable<PvmLayer*>& one = *new HandleTable<PvmLayer*>;
  return one;
}

PvmLayer& layer_of(int set) {
  if (set == all_tasks) return world();
  PvmLayer** const found = sets().find(set - 1);
  if (found == nullptr) throw Error(base::format("system context {} does not exist", set));
  return **found;
}

PvmLayer group_of(PvmLayer& parent, std::span<const int> ranks) {
  std::vector<layer::Rank> members;
  for (const int rank : ranks) members.push_back({rank});
  return parent.group(members);
}

}  // namespace

int rank_in(int set) { return layer_of(set).rank().value; }

int size_of(int set) { return layer_of(set).size(); }

bool exists(int set) { return set == all_tasks || sets().find(set - 1) != nullptr; }

Tasks::Tasks(PvmLayer layer) : layer_(std::make_unique<PvmLayer>(std::move(layer))) {
  sets().add(layer_.get());
}

Tasks::~Tasks() {
  if (layer_) sets().remove(handle() - 1);
}

Tasks Tasks::of(int parent, std::span<const int> ranks, int /*tag*/) {
  return Tasks(group_of(layer_of(parent), ranks));
}

Tasks Tasks::part(std::span<const int> ranks, int /*tag*/) const {
  return Tasks(group_of(*layer_, ranks));
}

int Tasks::handle() const {
  int set = -1;
  sets().each([&](int number, const PvmLayer* each) {
    if (each == layer_.get()) set = number + 1;
  });
  return set;
}

void Tasks::send(ConstBytes out, int rank, int id) {
  if (levels.timing != 0) [[unlikely]] {
    if (ObservedCall* const call = ObservedCall::current()) call->count_sent(out.size());
  }
  layer_->send(out, {rank}, {id});
}

std::size_t Tasks::receive_counted(Bytes in, int rank, int id) {
  if (levels.timing == 0) [[likely]]
    return layer_->receive_counted(in, {rank}, {id});
  const auto begin = std::chrono::steady_clock::now();
  const std::size_t size_bytes = layer_->receive_counted(in, {rank}, {id});
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
  if (ObservedCall* const call = ObservedCall::current()) call->count_wait(waited.count());
  return size_bytes;
}

bool Tasks::has_arrived(int rank, int id) { return layer_->probe_now({rank}, {id}).has_value(); }

void Tasks::broadcast(Bytes both, int root) {
  const schedule::Position position = layer::collectives::position_of(*layer_, {root});
  layer::collectives::broadcast(*layer_, schedule::broadcast(schedule::binomial, position), both);
}

}  // namespace strobe::blacs::pvm
