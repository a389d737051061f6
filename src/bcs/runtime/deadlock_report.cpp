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

/// To find lines of sources takes a while where many do so on few cores; a node that died never
/// says anything.
constexpr std::chrono::seconds patience = 5s;

/// Until it is so, or for long enough.
template <class IsSo>
void wait_until(IsSo&& is_so) {
  const std::chrono::nanoseconds deadline = base::monotonic_now() + patience;
  while (!is_so() && base::monotonic_now() < deadline) std::this_thread::sleep_for(1ms);
}

WaitReport wait_report_of(std::string_view text, const std::vector<Rank>& waits_for) {
  WaitReport statement{};
  const std::size_t count = std::min(waits_for.size(), std::size(statement.waits_for));
  std::copy_n(waits_for.begin(), count, statement.waits_for);
  statement.count = static_cast<std::int32_t>(count);
  // What is cut off ends in zeros.
  std::memcpy(statement.text, text.data(), std::min(text.size(), sizeof statement.text - 1));
  return statement;
}

bool have_all_here_reported(Segment& segment) {
  const Control& control = segment.control();
  return control.reported.load(std::memory_order_acquire) ==
         control.deadlocked.load(std::memory_order_relaxed);
}

void add_reports_of_this_node(Segment& segment, const Placement& placement,
                              WaitReports& statements) {
  for (int member = 0; member < segment.ranks(); ++member) {
    const WaitReportSlot& slot = segment.wait_report(member);
    if (slot.is_given.load(std::memory_order_acquire) == 0) continue;
    statements[placement.members[static_cast<std::size_t>(member)]] = slot.report;
  }
}

void add_reports_of_other_nodes(Link& link, WaitReports& statements) {
  while (const std::optional<Link::Arrival> arrival = link.next()) {
    if (arrival->slot->kind != DescriptorKind::wait_report) continue;
    std::memcpy(&statements[arrival->from], arrival->data, sizeof(WaitReport));
  }
}

/// A statement as it lies in shared memory, or has come from another node.
void ensure_legal(const WaitReport& statement, int ranks) {
  base::ensure(statement.count >= 0 &&
                   static_cast<std::size_t>(statement.count) <= std::size(statement.waits_for) &&
                   std::ranges::find(statement.text, '\0') != std::end(statement.text),
               "the wait report of a rank has a wrong length or no end");
  const std::span<const Rank> awaited(statement.waits_for,
                                      static_cast<std::size_t>(statement.count));
  base::ensure(std::ranges::all_of(awaited, [&](Rank rank) { return rank >= 0 && rank < ranks; }),
               "the wait report of a rank names a rank that is not in the job");
}

std::vector<std::string> verdict(const WaitReports& statements, int ranks) {
  std::vector<std::string> lines;
  std::vector<protocol::WaitFor> graph;
  for (const auto& [rank, statement] : statements) {
    ensure_legal(statement, ranks);
    lines.push_back(base::format("rank {} {}", rank, statement.text));
    protocol::WaitFor edge;
    edge.waiting.rank = rank;
    edge.ranks = std::make_shared<const std::vector<Rank>>(statement.waits_for,
                                                           statement.waits_for + statement.count);
    graph.push_back(std::move(edge));
  }
  const std::vector<Rank> cycle = protocol::cycle_of(graph);
  if (!cycle.empty()) lines.push_back(protocol::drawn(cycle));
  return lines;
}

}  // namespace

std::vector<std::string> collect_deadlock_report(Segment& segment, const Placement& placement,
                                                 std::string_view text,
                                                 const std::vector<Rank>& waits_for) {
  const WaitReport statement = wait_report_of(text, waits_for);
  const Rank speaker = placement.leaders.front();
  if (placement.link != nullptr && placement.members.front() != speaker) {
    placement.link->send(speaker, {.kind = DescriptorKind::wait_report,
                                   .data = reinterpret_cast<const std::byte*>(&statement),
                                   .data_bytes = sizeof statement});
    return {};
  }
  const auto own = std::ranges::find(placement.members, placement.rank) - placement.members.begin();
  WaitReportSlot& slot = segment.wait_report(static_cast<Rank>(own));
  slot.report = statement;
  slot.is_given.store(1, std::memory_order_release);
  const std::uint32_t given =
      segment.control().reported.fetch_add(1, std::memory_order_acq_rel) + 1;
  const bool is_last = given == segment.control().deadlocked.load(std::memory_order_relaxed);
  if (placement.link == nullptr ? !is_last : placement.rank != speaker) return {};
  WaitReports statements;
  if (placement.link != nullptr) {
    wait_until([&] {
      add_reports_of_other_nodes(*placement.link, statements);
      add_reports_of_this_node(segment, placement, statements);
      return statements.size() == static_cast<std::size_t>(placement.ranks);
    });
    for (Rank rank = 0; rank < placement.ranks; ++rank) {
      statements.try_emplace(rank, wait_report_of("says nothing: its node does not answer", {}));
    }
  } else {
    add_reports_of_this_node(segment, placement, statements);
  }
  return verdict(statements, placement.ranks);
}

void wait_for_deadlock_report(Segment& segment, const Placement& placement) {
  wait_until([&] {
    if (placement.link == nullptr) return have_all_here_reported(segment);
    // The MPI below sends nothing while nobody calls it.
    [[maybe_unused]] const auto arrival = placement.link->next();
    return false;
  });
  // And who has it says it.
  std::this_thread::sleep_for(200ms);
}

}  // namespace strobe::bcs::runtime
