// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/emds.hpp"

#include <algorithm>
#include <utility>

namespace strobe::bcs::monitor {

using protocol::Microphase;
using protocol::microphases;
using protocol::phase_of;

namespace {

std::uint32_t slice_of(std::uint32_t microstrobe) { return (microstrobe - 1) / microphases; }

}  // namespace

bool Window::holds(protocol::NodeId node) const {
  return std::ranges::find(nodes, node) != nodes.end();
}

Emds::Emds(Window window) : window_(std::move(window)) {
  node_slice_begin_s_.resize(window_.nodes.size());
  node_phase_begin_s_.resize(window_.nodes.size());
}

std::size_t Emds::place_of(protocol::NodeId node) const {
  return static_cast<std::size_t>(std::ranges::find(window_.nodes, node) - window_.nodes.begin());
}

void Emds::microstrobe(std::uint32_t number, double at_s) {
  phase_begin_s_ = at_s;
  if (phase_of(number) != Microphase::descriptor_exchange) return;
  const double elapsed_s = at_s - std::exchange(slice_begin_s_, at_s);
  const std::uint32_t slice = slice_of(number);
  if (!window_.holds_slice(slice)) return;
  globals_.push_back({.slice = slice, .getts_s = slice == 0 ? 0.0 : elapsed_s});
}

Global* Emds::global_of(std::uint32_t number) {
  const bool is_kept = !globals_.empty() && globals_.back().slice == slice_of(number);
  return is_kept ? &globals_.back() : nullptr;
}

void Emds::question_in_vain(std::uint32_t number) {
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
  const std::size_t place = place_of(node);
  node_phase_begin_s_[place] = at_s;
  if (phase_of(number) != Microphase::descriptor_exchange) return;
  const double elapsed_s = at_s - std::exchange(node_slice_begin_s_[place], at_s);
  if (window_.holds_slice(slice_of(number))) {
    locals_.push_back({.slice = slice_of(number),
                       .node = node,
                       .letts_s = slice_of(number) == 0 ? 0.0 : elapsed_s});
  }
}

void Emds::finished(protocol::NodeId node, const protocol::SliceCounts& counts,
                    std::uint32_t number, double at_s) {
  const auto local = std::find_if(locals_.rbegin(), locals_.rend(),
                                  [&](const Local& kept) { return kept.node == node; });
  if (local == locals_.rend() || local->slice != slice_of(number)) return;
  const std::size_t place = place_of(node);
  const double took_s = at_s - node_phase_begin_s_[place];
  if (phase_of(number) == Microphase::descriptor_exchange) local->ltdem_s = took_s;
  if (phase_of(number) == Microphase::message_scheduling) local->ltmsm_s = took_s;
  local->ltts_s = at_s - node_slice_begin_s_[place];
  local->counts = counts;
}

}  // namespace strobe::bcs::monitor
