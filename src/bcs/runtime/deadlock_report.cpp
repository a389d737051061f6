// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/deadlock_report.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <thread>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/format.hpp"
#include "bcs/protocol/wait_for.hpp"

namespace strobe::bcs::runtime {

namespace {

using namespace std::chrono_literals;
using WaitReports = std::map<Rank, WaitReport>;

/// Finding source lines takes a while if many ranks do so on few cores. A node that has died never
/// reports.
constexpr std::chrono::seconds report_timeout = 5s;

/// Waits until `is_done()`, or until the timeout.
template <class IsDone>
void wait_until(IsDone&& is_done) {
  const std::chrono::nanoseconds deadline = base::monotonic_now() + report_timeout;
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

void add_reports_of_this_node(Segment& segment, const Placement& placement, WaitReports& reports) {
  for (int member = 0; member < segment.ranks(); ++member) {
    const WaitReportSlot& slot = segment.wait_report(member);
    if (slot.is_given.load(std::memory_order_acquire) == 0) continue;
    reports[placement.members[static_cast<std::size_t>(member)]] = slot.report;
  }
}

void add_reports_of_other_nodes(Link& link, WaitReports& reports) {
  while (const std::optional<Link::Arrival> arrival = link.next()) {
    if (arrival->descriptor->kind != DescriptorKind::wait_report) continue;
    std::memcpy(&reports[arrival->from], arrival->data, sizeof(WaitReport));
  }
}

/// A wait report from shared memory or from another node.
void ensure_legal(const WaitReport& report, int ranks) {
  base::ensure(report.count >= 0 &&
                   static_cast<std::size_t>(report.count) <= std::size(report.waits_for) &&
                   std::ranges::find(report.text, '\0') != std::end(report.text),
               "the wait report of a rank has a wrong length or no end");
  const std::span<const Rank> awaited(report.waits_for, static_cast<std::size_t>(report.count));
  base::ensure(std::ranges::all_of(awaited, [&](Rank rank) { return rank >= 0 && rank < ranks; }),
               "the wait report of a rank names a rank that is not in the job");
}

std::vector<std::string> report_lines(const WaitReports& reports, int ranks) {
  std::vector<std::string> lines;
  std::vector<protocol::WaitFor> graph;
  for (const auto& [rank, report] : reports) {
    ensure_legal(report, ranks);
    lines.push_back(base::format("rank {} {}", rank, report.text));
    protocol::WaitFor edge;
    edge.waiting.rank = rank;
    edge.ranks = std::make_shared<const std::vector<Rank>>(report.waits_for,
                                                           report.waits_for + report.count);
    graph.push_back(std::move(edge));
  }
  const std::vector<Rank> cycle = protocol::cycle_of(graph);
  if (!cycle.empty()) lines.push_back(protocol::cycle_text(cycle));
  return lines;
}

}  // namespace

std::vector<std::string> collect_deadlock_report(Segment& segment, const Placement& placement,
                                                 std::string_view text,
                                                 const std::vector<Rank>& waits_for) {
  const WaitReport report = wait_report_of(text, waits_for);
  const Rank first_leader = placement.leaders.front();
  if (placement.link != nullptr && placement.members.front() != first_leader) {
    placement.link->send(first_leader, {.kind = DescriptorKind::wait_report,
                                        .data = reinterpret_cast<const std::byte*>(&report),
                                        .data_bytes = sizeof report});
    return {};
  }
  const auto own = std::ranges::find(placement.members, placement.rank) - placement.members.begin();
  WaitReportSlot& slot = segment.wait_report(static_cast<Rank>(own));
  slot.report = report;
  slot.is_given.store(1, std::memory_order_release);
  const std::uint32_t given =
      segment.control().reported.fetch_add(1, std::memory_order_acq_rel) + 1;
  const bool is_last = given == segment.control().deadlocked.load(std::memory_order_relaxed);
  if (placement.link == nullptr ? !is_last : placement.rank != first_leader) return {};
  WaitReports reports;
  if (placement.link != nullptr) {
    wait_until([&] {
      add_reports_of_other_nodes(*placement.link, reports);
      add_reports_of_this_node(segment, placement, reports);
      return reports.size() == static_cast<std::size_t>(placement.ranks);
    });
    for (Rank rank = 0; rank < placement.ranks; ++rank) {
      reports.try_emplace(rank, wait_report_of("has not reported: its node does not respond", {}));
    }
  } else {
    add_reports_of_this_node(segment, placement, reports);
  }
  return report_lines(reports, placement.ranks);
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
