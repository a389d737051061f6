// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/testimony.hpp"

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
using Statements = std::map<Rank, Statement>;

/// To find lines of sources takes a while where many do so on few cores; a node that died never
/// says anything.
constexpr std::chrono::seconds patience = 5s;

/// Until it is so, or for long enough.
template <class IsSo>
void wait_until(IsSo&& is_so) {
  const std::chrono::nanoseconds deadline = base::monotonic_now() + patience;
  while (!is_so() && base::monotonic_now() < deadline) std::this_thread::sleep_for(1ms);
}

Statement statement_of(std::string_view text, const std::vector<Rank>& waits_for) {
  Statement statement{};
  const std::size_t count = std::min(waits_for.size(), std::size(statement.waits_for));
  std::copy_n(waits_for.begin(), count, statement.waits_for);
  statement.count = static_cast<std::int32_t>(count);
  // What is cut off ends in zeros.
  std::memcpy(statement.text, text.data(), std::min(text.size(), sizeof statement.text - 1));
  return statement;
}

bool have_all_here_testified(Segment& segment) {
  const Control& control = segment.control();
  return control.testified.load(std::memory_order_acquire) ==
         control.stuck.load(std::memory_order_relaxed);
}

void add_those_here(Segment& segment, const Place& place, Statements& statements) {
  for (int member = 0; member < segment.ranks(); ++member) {
    const Testimony& testimony = segment.testimony(member);
    if (testimony.is_given.load(std::memory_order_acquire) == 0) continue;
    statements[place.members[static_cast<std::size_t>(member)]] = testimony.statement;
  }
}

void add_those_abroad(Link& link, Statements& statements) {
  while (const std::optional<Link::Arrival> arrival = link.next()) {
    if (arrival->slot->kind != Kind::statement) continue;
    std::memcpy(&statements[arrival->from], arrival->data, sizeof(Statement));
  }
}

/// A statement as it lies in shared memory, or has come from another node.
void ensure_legal(const Statement& statement, int ranks) {
  base::ensure(statement.count >= 0 &&
                   static_cast<std::size_t>(statement.count) <= std::size(statement.waits_for) &&
                   std::ranges::find(statement.text, '\0') != std::end(statement.text),
               "a rank says of itself what has no end");
  const std::span<const Rank> awaited(statement.waits_for,
                                      static_cast<std::size_t>(statement.count));
  base::ensure(std::ranges::all_of(awaited, [&](Rank rank) { return rank >= 0 && rank < ranks; }),
               "a rank waits for one that is not of the job");
}

std::vector<std::string> verdict(const Statements& statements, int ranks) {
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

std::vector<std::string> testify(Segment& segment, const Place& place, std::string_view text,
                                 const std::vector<Rank>& waits_for) {
  const Statement statement = statement_of(text, waits_for);
  const Rank speaker = place.leaders.front();
  if (place.link != nullptr && place.members.front() != speaker) {
    place.link->send(speaker, {.kind = Kind::statement,
                               .data = reinterpret_cast<const std::byte*>(&statement),
                               .data_bytes = sizeof statement});
    return {};
  }
  const auto own = std::ranges::find(place.members, place.rank) - place.members.begin();
  Testimony& testimony = segment.testimony(static_cast<Rank>(own));
  testimony.statement = statement;
  testimony.is_given.store(1, std::memory_order_release);
  const std::uint32_t given =
      segment.control().testified.fetch_add(1, std::memory_order_acq_rel) + 1;
  const bool is_last = given == segment.control().stuck.load(std::memory_order_relaxed);
  if (place.link == nullptr ? !is_last : place.rank != speaker) return {};
  Statements statements;
  if (place.link != nullptr) {
    wait_until([&] {
      add_those_abroad(*place.link, statements);
      add_those_here(segment, place, statements);
      return statements.size() == static_cast<std::size_t>(place.ranks);
    });
    for (Rank rank = 0; rank < place.ranks; ++rank) {
      statements.try_emplace(rank, statement_of("says nothing: its node does not answer", {}));
    }
  } else {
    add_those_here(segment, place, statements);
  }
  return verdict(statements, place.ranks);
}

void wait_for_verdict(Segment& segment, const Place& place) {
  wait_until([&] {
    if (place.link == nullptr) return have_all_here_testified(segment);
    // The MPI below sends nothing while nobody calls it.
    [[maybe_unused]] const auto arrival = place.link->next();
    return false;
  });
  // And who has it says it.
  std::this_thread::sleep_for(200ms);
}

}  // namespace strobe::bcs::runtime
