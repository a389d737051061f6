// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/emds.hpp"

#include <algorithm>
#include <utility>

namespace strobe::bcs::monitor {

using protocol::Microphase;
using protocol::phase_of;
using protocol::slice_of;

Emds::Emds(Window window, std::int64_t most_bytes, Sink sink)
    : window_(std::move(window)), most_bytes_(most_bytes), sink_(std::move(sink)) {
  std::ranges::sort(window_.nodes);
  window_.nodes.erase(std::ranges::unique(window_.nodes).begin(), window_.nodes.end());
  for (const protocol::NodeId node : window_.nodes) watched_.push_back({.node = node});
}

std::ptrdiff_t Emds::place_of(protocol::NodeId node) const {
  const auto found = std::ranges::lower_bound(window_.nodes, node);
  return found != window_.nodes.end() && *found == node ? found - window_.nodes.begin() : -1;
}

void Emds::microstrobe(std::uint32_t number, double at_s) {
  if (number <= microstrobe_) return;
  microstrobe_ = number;
  phase_begin_s_ = at_s;
  if (phase_of(number) != Microphase::descriptor_exchange) return;
  // All nodes have finished the slice before, so it is complete.
  close();
  const double elapsed_s = at_s - std::exchange(slice_begin_s_, at_s);
  const std::uint32_t slice = slice_of(number);
  if (window_.contains_slice(slice)) {
    open_ = {.slice = slice, .getts_s = slice == 0 ? 0.0 : elapsed_s};
  }
}

void Emds::close() {
  if (!open_) return;
  of_slice_.clear();
  for (Watched& watched : watched_) {
    if (std::exchange(watched.is_open, false)) of_slice_.push_back(watched.local);
  }
  if (sink_) sink_(*open_, of_slice_);
  globals_.push_back(*open_);
  locals_.insert(locals_.end(), of_slice_.begin(), of_slice_.end());
  open_.reset();
  const auto kept_bytes = [&] {
    return static_cast<std::int64_t>(globals_.size() * sizeof(Global) +
                                     locals_.size() * sizeof(Local));
  };
  while (kept_bytes() > most_bytes_ && !globals_.empty()) {
    const std::uint32_t oldest = globals_.front().slice;
    globals_.pop_front();
    while (!locals_.empty() && locals_.front().slice == oldest) locals_.pop_front();
    ++dropped_slices_;
  }
}

Global* Emds::global_of(std::uint32_t number) {
  return open_ && number == microstrobe_ ? &*open_ : nullptr;
}

void Emds::unsuccessful_poll(std::uint32_t number) {
  Global* const global = global_of(number);
  if (global == nullptr) return;
  ++global->usrts;
  if (phase_of(number) == Microphase::descriptor_exchange) ++global->usrdem;
  if (phase_of(number) == Microphase::message_scheduling) ++global->usrmsm;
}

void Emds::finished_everywhere(std::uint32_t number, double at_s) {
  Global* const global = global_of(number);
  if (global == nullptr) return;
  const double took_s = at_s - phase_begin_s_;
  if (phase_of(number) == Microphase::descriptor_exchange) global->gtdem_s = took_s;
  if (phase_of(number) == Microphase::message_scheduling) global->gtmsm_s = took_s;
  global->gtts_s = at_s - slice_begin_s_;
}

void Emds::begun(protocol::NodeId node, std::uint32_t number, double at_s) {
  Watched& watched = watched_[static_cast<std::size_t>(place_of(node))];
  if (number <= watched.microstrobe) return;
  watched.microstrobe = number;
  watched.phase_begin_s = at_s;
  if (phase_of(number) != Microphase::descriptor_exchange) return;
  const double elapsed_s = at_s - std::exchange(watched.slice_begin_s, at_s);
  const std::uint32_t slice = slice_of(number);
  watched.is_open = window_.contains_slice(slice);
  watched.local = {
      .slice = slice, .node = node, .letts_s = slice == 0 ? 0.0 : elapsed_s, .counts = {}};
}

void Emds::finished(protocol::NodeId node, const protocol::SliceCounts& counts,
                    std::uint32_t number, double at_s) {
  Watched& watched = watched_[static_cast<std::size_t>(place_of(node))];
  if (!watched.is_open || number != watched.microstrobe) return;
  Local& local = watched.local;
  const double took_s = at_s - watched.phase_begin_s;
  if (phase_of(number) == Microphase::descriptor_exchange) local.ltdem_s = took_s;
  if (phase_of(number) == Microphase::message_scheduling) local.ltmsm_s = took_s;
  local.ltts_s = at_s - watched.slice_begin_s;
  local.counts = counts;
}

void Emds::busy(protocol::NodeId node, double seconds) {
  Watched& watched = watched_[static_cast<std::size_t>(place_of(node))];
  if (!watched.is_open) return;
  watched.local.ltr_s[static_cast<std::size_t>(phase_of(watched.microstrobe))] += seconds;
}

}  // namespace strobe::bcs::monitor
