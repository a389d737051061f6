// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/deadlock_report.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <thread>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "bcs/runtime/leader_tree.hpp"
#include "bcs/runtime/link.hpp"
#include "bcs/runtime/wait_reports.hpp"

namespace strobe::bcs::runtime {

namespace {

using namespace std::chrono_literals;

/// Finding source lines takes a while if many ranks do so on few cores. A node that has died never
/// reports.
constexpr std::chrono::seconds report_timeout = 5s;
/// A leader waits so much longer for each level of nodes below its children.
constexpr std::chrono::seconds timeout_per_level = 1s;
/// The reports of several nodes go in messages of at most so many bytes.
constexpr std::size_t fragment_bytes = 4096;
/// In `Envelope::mark`.
constexpr std::uint32_t more_follows = 1;

/// Waits until `is_done()`, or until the timeout.
template <class IsDone>
void wait_until(IsDone&& is_done, std::chrono::seconds timeout = report_timeout) {
  const std::chrono::nanoseconds deadline = base::monotonic_now() + timeout;
  while (!is_done() && base::monotonic_now() < deadline) std::this_thread::sleep_for(1ms);
}

WaitReport wait_report_of(std::string_view text, const std::vector<Rank>& waits_for) {
  WaitReport report{};
  const std::size_t count = std::min(waits_for.size(), std::size(report.waits_for));
  std::copy_n(waits_for.begin(), count, report.waits_for);
  report.count = static_cast<std::int32_t>(count);
  // The last byte stays 0 if the text is cut off.
  std::memcpy(report.text, text.data(), std::min(text.size(), sizeof report.text - 1));
  return report;
}

bool have_all_here_reported(Segment& segment) {
  const Control& control = segment.control();
  return control.reported.load(std::memory_order_acquire) ==
         control.deadlocked.load(std::memory_order_relaxed);
}

/// A wait report from shared memory.
void ensure_legal(const WaitReport& report, int ranks) {
  base::ensure(report.count >= 0 &&
                   static_cast<std::size_t>(report.count) <= std::size(report.waits_for) &&
                   std::ranges::find(report.text, '\0') != std::end(report.text),
               "the wait report of a rank has a wrong length or no end");
  const std::span<const Rank> awaited(report.waits_for, static_cast<std::size_t>(report.count));
  base::ensure(std::ranges::all_of(awaited, [&](Rank rank) { return rank >= 0 && rank < ranks; }),
               "the wait report of a rank names a rank that is not in the job");
}

void add_reports_of_this_node(Segment& segment, const Placement& placement, WaitReports& reports) {
  for (int member = 0; member < segment.ranks(); ++member) {
    const WaitReportSlot& slot = segment.wait_report(member);
    if (slot.is_given.load(std::memory_order_acquire) == 0) continue;
    ensure_legal(slot.report, placement.ranks);
    const auto count = static_cast<std::size_t>(slot.report.count);
    reports.add(placement.members[static_cast<std::size_t>(member)], slot.report.text,
                std::span(slot.report.waits_for).first(count));
  }
}

/// The reports of the nodes below this one, from the leaders of its children.
void add_reports_from_below(const Placement& placement, const LeaderTree& tree,
                            WaitReports& reports) {
  std::map<Rank, std::vector<std::byte>> incomplete;
  int missing = tree.children();
  const auto take_arrivals = [&] {
    while (const std::optional<Link::Arrival> arrival = placement.link->next()) {
      const Descriptor& descriptor = *arrival->descriptor;
      if (descriptor.kind != DescriptorKind::wait_report) continue;
      base::ensure(descriptor.location.end <= fragment_bytes,
                   "a part of the wait reports of another node is too long");
      std::vector<std::byte>& bytes = incomplete[arrival->from];
      bytes.insert(bytes.end(), arrival->data, arrival->data + descriptor.location.end);
      if (descriptor.envelope.mark == more_follows) continue;
      reports.merge(bytes, placement.ranks, placement.nodes());
      --missing;
    }
    return missing == 0;
  };
  wait_until(take_arrivals, report_timeout + (tree.height() - 1) * timeout_per_level);
}

void send_reports(Link& link, Rank to, const std::vector<std::byte>& packed) {
  for (std::size_t first = 0; first < packed.size(); first += fragment_bytes) {
    const std::size_t bytes = std::min(fragment_bytes, packed.size() - first);
    OutgoingDescriptor outgoing{
        .kind = DescriptorKind::wait_report, .data = packed.data() + first, .data_bytes = bytes};
    outgoing.envelope.mark = first + bytes < packed.size() ? more_follows : 0;
    link.send(to, outgoing);
  }
}

/// What the leader of a node reports for it and for those below; at the top the lines for the user.
std::vector<std::string> report_for_node(Segment& segment, const Placement& placement) {
  const int node = placement.node();
  const auto nodes = placement.nodes();
  const LeaderTree tree(node, nodes);
  WaitReports reports;
  wait_until([&] { return have_all_here_reported(segment); });
  add_reports_of_this_node(segment, placement, reports);
  reports.add_node(node);
  add_reports_from_below(placement, tree, reports);
  if (!tree.is_top()) {
    const Rank parent = placement.leader(tree.parent());
    send_reports(*placement.link, parent, reports.packed());
    return {};
  }
  for (Rank rank = 0; rank < placement.ranks; ++rank) {
    if (!reports.has_node(placement.node(rank))) {
      reports.add(rank, "did not report: a node does not respond", {});
    }
  }
  return reports.lines();
}

}  // namespace

std::vector<std::string> collect_deadlock_report(Segment& segment, const Placement& placement,
                                                 std::string_view text,
                                                 const std::vector<Rank>& waits_for) {
  const auto own = std::ranges::find(placement.members, placement.rank) - placement.members.begin();
  WaitReportSlot& slot = segment.wait_report(static_cast<Rank>(own));
  slot.report = wait_report_of(text, waits_for);
  slot.is_given.store(1, std::memory_order_release);
  const std::uint32_t given =
      segment.control().reported.fetch_add(1, std::memory_order_acq_rel) + 1;
  if (placement.link != nullptr) {
    if (placement.rank != placement.members.front()) return {};
    return report_for_node(segment, placement);
  }
  if (given != segment.control().deadlocked.load(std::memory_order_relaxed)) return {};
  WaitReports reports;
  add_reports_of_this_node(segment, placement, reports);
  return reports.lines();
}

void wait_for_deadlock_report(Segment& segment, const Placement& placement) {
  wait_until([&] {
    if (placement.link == nullptr) return have_all_here_reported(segment);
    // The MPI below makes progress only when it is called.
    [[maybe_unused]] const auto arrival = placement.link->next();
    return false;
  });
  // Leaves time for the rank that has the report to print it.
  std::this_thread::sleep_for(200ms);
}

}  // namespace strobe::bcs::runtime
