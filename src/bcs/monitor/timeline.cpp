// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/format.hpp"
#include "bcs/monitor/names.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::monitor {

using protocol::Microphase;
using protocol::NodeId;
using protocol::Rank;

namespace {

/// Microseconds, the unit of the format, in whole nanoseconds, so that nested intervals stay
/// nested.
std::string microseconds(double at_s) {
  const auto at_ns = static_cast<std::int64_t>(std::llround(at_s * 1e9));
  return base::format("{}.{:03}", at_ns / 1000, at_ns % 1000);
}

}  // namespace

Timeline::Timeline(const std::filesystem::path& file, const protocol::Job& job,
                   std::vector<NodeId> nodes)
    : job_(&job), nodes_(std::move(nodes)), file_(file, "\n]}\n") {
  std::ranges::sort(nodes_);
  nodes_.erase(std::ranges::unique(nodes_).begin(), nodes_.end());
  file_.write(R"({"displayTimeUnit":"ns","traceEvents":[)");
  name("process_name", {0, 0}, "strobe sender");
  name("thread_name", {0, 0}, "slices and microphases");
  for (const NodeId node : nodes_) {
    const std::vector<Rank>& ranks = job.ranks_on(node);
    name("process_name", {node + 1, 0}, base::format("node {}", node));
    name("thread_name", {node + 1, 0}, "microphases");
    for (const Rank rank : ranks) {
      name("thread_name", track_of(rank), base::format("rank {}", rank));
    }
    phases_.emplace_back();
    intervals_.emplace_back(ranks.size());
  }
}

bool Timeline::watches(NodeId node) const { return std::ranges::binary_search(nodes_, node); }

std::size_t Timeline::place_of(NodeId node) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) - nodes_.begin());
}

Timeline::Track Timeline::track_of(Rank rank) const {
  return {job_->node_of(rank) + 1, static_cast<std::int64_t>(job_->local(rank)) + 1};
}

Timeline::Interval& Timeline::interval_of(Rank rank) {
  return intervals_[place_of(job_->node_of(rank))][job_->local(rank)];
}

void Timeline::strobes(double at_s, std::uint32_t microstrobe) {
  // A new strobe sender repeats the last microstrobe that it knows.
  if (microstrobe <= sender_phase_.microstrobe) return;
  end_phase(at_s, sender_phase_, {});
  if (protocol::phase_of(microstrobe) == Microphase::descriptor_exchange) {
    if (is_slice_open_) end(at_s, {});
    is_slice_open_ = true;
    begin(at_s, {}, base::format("slice {}", protocol::slice_of(microstrobe)));
  }
  sender_phase_ = {.microstrobe = microstrobe, .is_open = true};
  begin(at_s, {}, name_of_phase(microstrobe));
}

void Timeline::finished_everywhere(double at_s, std::uint32_t microstrobe) {
  if (microstrobe == sender_phase_.microstrobe) end_phase(at_s, sender_phase_, {});
}

void Timeline::strobe_sender_dies(double at_s) { instant(at_s, "the strobe sender dies"); }

void Timeline::takes_over(double at_s, NodeId node) {
  instant(at_s, base::format("node {} takes over", node));
}

void Timeline::begins(double at_s, NodeId node, std::uint32_t microstrobe) {
  if (!watches(node)) return;
  Phase& phase = phases_[place_of(node)];
  if (microstrobe <= phase.microstrobe) return;
  end_phase(at_s, phase, {node + 1, 0});
  phase = {.microstrobe = microstrobe, .is_open = true};
  begin(at_s, {node + 1, 0}, name_of_phase(microstrobe));
}

void Timeline::finishes(double at_s, NodeId node, std::uint32_t microstrobe) {
  if (!watches(node)) return;
  Phase& phase = phases_[place_of(node)];
  if (microstrobe == phase.microstrobe) end_phase(at_s, phase, {node + 1, 0});
}

void Timeline::leaves(double at_s, std::uint32_t number, const protocol::Block& block) {
  if (block.kind != protocol::BlockKind::data || !watches(block.from) || !watches(block.to.first)) {
    return;
  }
  left_s_[number] = at_s;
}

void Timeline::arrives(double at_s, std::uint32_t number, NodeId /*node*/,
                       const protocol::Block& block) {
  if (block.kind != protocol::BlockKind::data) return;
  const auto left = left_s_.find(number);
  if (left == left_s_.end()) return;
  // An arrow is written when both of its ends are known.
  ++flows_;
  flow(R"("ph":"s")", left->second, block.envelope.source, block);
  flow(R"("ph":"f","bp":"e")", at_s, block.envelope.destination, block);
  left_s_.erase(left);
}

void Timeline::continues(double at_s, Rank rank, double compute_s) {
  if (!watches(job_->node_of(rank))) return;
  end_interval(at_s, rank);
  if (compute_s <= 0) return;
  interval_of(rank) = {.is_open = true, .ends_s = at_s + compute_s};
  begin(at_s, track_of(rank), "computes");
}

void Timeline::calls(double at_s, Rank rank, const protocol::Operation& /*operation*/) {
  if (watches(job_->node_of(rank))) end_interval(at_s, rank);
}

void Timeline::waits(double at_s, Rank rank, const protocol::Operation& operation) {
  if (!watches(job_->node_of(rank))) return;
  interval_of(rank) = {.is_open = true, .ends_s = HUGE_VAL};
  begin(at_s, track_of(rank), protocol::to_string(operation));
}

void Timeline::ends(double at_s) {
  end_phase(at_s, sender_phase_, {});
  if (std::exchange(is_slice_open_, false)) end(at_s, {});
  for (const NodeId node : nodes_) {
    end_phase(at_s, phases_[place_of(node)], {node + 1, 0});
    for (const Rank rank : job_->ranks_on(node)) end_interval(at_s, rank);
  }
  file_.flush();
}

void Timeline::end_phase(double at_s, Phase& phase, Track track) {
  if (std::exchange(phase.is_open, false)) end(at_s, track);
}

void Timeline::end_interval(double at_s, Rank rank) {
  Interval& open = interval_of(rank);
  if (std::exchange(open.is_open, false)) end(std::min(at_s, open.ends_s), track_of(rank));
}

void Timeline::begin(double at_s, Track track, std::string_view name) {
  event(base::format(R"("ph":"B","pid":{},"tid":{},"ts":{},"name":"{}")", track.process,
                     track.thread, microseconds(at_s), name));
}

void Timeline::end(double at_s, Track track) {
  event(base::format(R"("ph":"E","pid":{},"tid":{},"ts":{})", track.process, track.thread,
                     microseconds(at_s)));
}

void Timeline::flow(const char* kind, double at_s, Rank rank, const protocol::Block& block) {
  const Track track = track_of(rank);
  event(base::format(
      R"({},"cat":"message","id":{},"pid":{},"tid":{},"ts":{},"name":"{} to {}, tag {}","args":{{"bytes":{}}})",
      kind, flows_, track.process, track.thread, microseconds(at_s), block.envelope.source,
      block.envelope.destination, block.envelope.tag, block.size_bytes));
}

void Timeline::instant(double at_s, std::string_view name) {
  event(base::format(R"("ph":"i","s":"g","pid":0,"tid":0,"ts":{},"name":"{}")", microseconds(at_s),
                     name));
}

void Timeline::name(const char* what, Track track, std::string_view name) {
  event(base::format(R"("ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":"{}"}})",
                     track.process, track.thread, what, name));
}

void Timeline::event(std::string_view text) {
  // In one write, so that the file never ends within an event.
  std::string whole = std::exchange(is_first_, false) ? "\n{" : ",\n{";
  whole += text;
  whole += '}';
  file_.write(whole);
}

}  // namespace strobe::bcs::monitor
