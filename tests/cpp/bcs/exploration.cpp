// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/exploration.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "base/format.hpp"
#include "base/random.hpp"
#include "bcs/protocol/calls.hpp"

namespace strobe::bcs::protocol {

namespace {

using Verdict = StrobeSender::Verdict;
using What = PretendedCluster::Step::What;

bool is_stuck(const PretendedCluster& cluster) {
  return cluster.is_quiet() && std::ranges::all_of(cluster.nodes(), [](const Node& node) {
           return node.value(Variable::has_work) == 0;
         });
}

bool all_finished(const PretendedCluster& cluster) {
  return std::ranges::all_of(
      cluster.nodes(), [](const Node& node) { return node.value(Variable::all_finished) == 1; });
}

bool has_cancel(const Programs& programs) {
  return std::ranges::any_of(programs, [](const Program& program) {
    return std::ranges::any_of(
        program, [](const Line& line) { return line.operation.call == Call::cancel; });
  });
}

/// Messages that were sent and neither received nor kept as unmatched.
std::int64_t lost(const PretendedCluster& cluster) {
  std::int64_t left = 0;
  for (const Node& node : cluster.nodes()) {
    for (const Process& process : node.processes()) {
      for (const SequenceCounter& count : process.sent) left += count.next;
      left -= static_cast<std::int64_t>(process.matching.unmatched_sends().size());
      left -= process.receives;
      left += static_cast<std::int64_t>(process.matching.posted_receives().size());
    }
  }
  return left;
}

/// Checks a verdict: no process may be able to continue, and the verdict must say whether all have
/// finished.
void judge(const PretendedCluster& cluster, std::vector<std::string>& violations) {
  const Verdict verdict = cluster.strobe_sender().verdict();
  if (verdict == Verdict::running) return;
  if (!is_stuck(cluster)) violations.emplace_back("a verdict although a process can continue");
  if ((verdict == Verdict::finished) != all_finished(cluster)) {
    violations.emplace_back("a deadlock although all have finished, or the reverse");
  }
  if (!has_cancel(cluster.programs()) && lost(cluster) != 0)
    violations.emplace_back("a message is lost");
  const auto released = [](const Node& node) {
    return node.value(Variable::collectives_scheduled);
  };
  if (std::ranges::adjacent_find(cluster.nodes(), std::ranges::not_equal_to(), released) !=
      cluster.nodes().end()) {
    violations.emplace_back("nodes see writes of overlapping sets in different orders");
  }
}

Outcome outcome_of(const PretendedCluster& cluster) {
  return {.verdict = cluster.strobe_sender().verdict(),
          .hash = cluster.hash_of_decisions(),
          .answers = cluster.answers()};
}

/// If only the strobe sender can act, it must reach a verdict.
bool comes_to_a_verdict(PretendedCluster cluster) {
  constexpr int enough = 1000;
  for (int i = 0; i < enough; ++i) {
    if (cluster.strobe_sender().verdict() != Verdict::running) return true;
    const auto steps = cluster.steps();
    if (steps.empty()) return false;
    cluster.take(steps.front());
  }
  return false;
}

/// A receive and its answer.
struct Received {
  const Operation* operation = nullptr;
  Answer answer;
};

/// The receives of a rank that are known to have a message, in the order of their calls.
std::vector<Received> received_by(const Program& program, const std::vector<Answer>& answers) {
  std::vector<Received> receives;
  std::vector<std::size_t> of_start;  // its place among the receives
  for (std::size_t i = 0; i < answers.size() && i < program.size(); ++i) {
    const Operation& operation = program[i].operation;
    const bool starts = is_start(operation);
    if (starts) of_start.push_back(receives.size());
    if (operation.call == Call::receive) {
      receives.push_back({&operation, starts ? Answer{} : answers[i]});
    } else if (operation.call == Call::test && operation.requests.size() == 1 && answers[i].flag &&
               answers[i].source >= 0) {
      receives[of_start[static_cast<std::size_t>(operation.requests[0])]].answer = answers[i];
    }
  }
  std::erase_if(receives, [](const Received& received) { return received.answer.source < 0; });
  return receives;
}

/// An exchange by its number among the collectives of its rank, with the answer if there is one.
struct Exchanged {
  std::size_t number = 0;
  const Operation* operation = nullptr;
  std::optional<Answer> answer{};
};

std::vector<Exchanged> exchanges_of(const Program& program, const std::vector<Answer>& answers) {
  std::vector<Exchanged> all;
  std::vector<std::optional<std::size_t>> of_start;  // its place among the exchanges
  std::size_t number = 0;
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Operation& operation = program[i].operation;
    const bool is_answered = i < answers.size();
    if (is_exchange(operation.call)) {
      all.push_back({number, &operation, std::nullopt});
      if (operation.blocking && is_answered) all.back().answer = answers[i];
    }
    if (is_start(operation)) {
      of_start.push_back(is_exchange(operation.call) ? std::optional(all.size() - 1)
                                                     : std::nullopt);
    }
    number += is_collective(operation.call) ? 1 : 0;
    if (operation.call == Call::test && operation.requests.size() == 1 && is_answered &&
        answers[i].flag) {
      const auto place = of_start[static_cast<std::size_t>(operation.requests[0])];
      // A later test of the same request has no result.
      if (place && !all[*place].answer) all[*place].answer = answers[i];
    }
  }
  return all;
}

/// The expected answer of a rank in an exchange, derived from the calls of all ranks.
Answer expected_of(Rank rank, const std::vector<const Operation*>& calls) {
  const Operation& own = *calls[static_cast<std::size_t>(rank)];
  Answer answer;
  for (std::size_t other = 0; other < calls.size(); ++other) {
    const auto from = static_cast<Rank>(other);
    const bool is_part_expected = own.call == Call::scatter  ? from == own.peer
                                  : own.call == Call::gather ? rank == own.peer
                                                             : true;
    if (!is_part_expected) continue;
    answer.content += part_digest(from, calls[other]->content);
    answer.bytes += own.receive_bytes.empty() ? own.bytes : own.receive_bytes[other];
  }
  return answer;
}

bool takes(const Operation& receive, const std::pair<Rank, const Operation*>& message) {
  return (receive.peer == any_source || receive.peer == message.first) &&
         (receive.tag == any_tag || receive.tag == message.second->tag) &&
         receive.context == message.second->context;
}

}  // namespace

Explored explore(const Job& job, const Programs& programs, const Limits& limits) {
  Explored explored;
  const auto add = [&](std::string violation) {
    if (std::ranges::find(explored.violations, violation) == explored.violations.end()) {
      explored.violations.push_back(std::move(violation));
    }
  };
  std::unordered_multimap<std::uint64_t, std::unique_ptr<PretendedCluster>> seen;
  std::vector<const PretendedCluster*> open;
  const auto visit = [&](PretendedCluster&& cluster) {
    const std::uint64_t digest = cluster.digest();
    const auto [first, last] = seen.equal_range(digest);
    for (auto same = first; same != last; ++same) {
      if (*same->second == cluster) return;
    }
    const auto placed =
        seen.emplace(digest, std::make_unique<PretendedCluster>(std::move(cluster)));
    open.push_back(placed->second.get());
  };
  visit(PretendedCluster(std::make_shared<const Job>(job),
                         std::make_shared<const Programs>(programs)));
  while (!open.empty()) {
    const PretendedCluster& cluster = *open.back();
    open.pop_back();
    std::vector<std::string> violations;
    judge(cluster, violations);
    for (std::string& violation : violations) add(std::move(violation));
    if (is_stuck(cluster) && !comes_to_a_verdict(cluster))
      add("a deadlock or the end of the job is not detected");
    if (cluster.strobe_sender().verdict() != Verdict::running) {
      const Outcome outcome = outcome_of(cluster);
      if (std::ranges::find(explored.outcomes, outcome) == explored.outcomes.end()) {
        explored.outcomes.push_back(outcome);
      }
      continue;
    }
    if (cluster.strobe_sender().microstrobe() > limits.microstrobes) continue;
    const auto steps = cluster.steps();
    if (steps.empty()) add("no step is possible, and there is no verdict");
    for (const auto& step : steps) {
      PretendedCluster next = cluster;
      next.take(step);
      visit(std::move(next));
    }
    if (seen.size() > limits.states) {
      add(base::format("more than {} states", limits.states));
      break;
    }
  }
  explored.states = seen.size();
  return explored;
}

Walked walk(const Job& job, const Programs& programs, std::uint64_t seed, const Faults& faults) {
  constexpr std::size_t enough = 200'000;
  base::Random random(seed);
  PretendedCluster cluster(std::make_shared<const Job>(job),
                           std::make_shared<const Programs>(programs));
  Walked walked;
  auto dies = faults.strobe_sender_dies.begin();
  std::size_t since = 0;
  // Each kind of step has a random weight, so that in some runs blocks are delivered late.
  std::vector<std::uint64_t> weights(8);
  for (std::uint64_t& weight : weights) weight = 1 + random.next() % 16;
  while (cluster.strobe_sender().verdict() == Verdict::running) {
    if (dies != faults.strobe_sender_dies.end() && ++since > *dies) {
      cluster.replace_strobe_sender(
          static_cast<NodeId>(random.next() % static_cast<std::uint64_t>(job.nodes())));
      ++dies;
      since = 0;
    }
    const auto steps = cluster.steps();
    if (steps.empty() || ++walked.steps > enough) {
      walked.violations.emplace_back("there is no verdict");
      break;
    }
    std::uint64_t sum = 0;
    for (const auto& step : steps) sum += weights[static_cast<std::size_t>(step.what)];
    std::uint64_t left = random.next() % sum;
    for (const auto& step : steps) {
      const std::uint64_t weight = weights[static_cast<std::size_t>(step.what)];
      if (left < weight) {
        cluster.take(step);
        break;
      }
      left -= weight;
    }
  }
  judge(cluster, walked.violations);
  for (const ProgramError& error : cluster.errors()) {
    walked.violations.push_back(error.sentence);
  }
  walked.outcome = outcome_of(cluster);
  const auto wrong = wrong_messages(programs, walked.outcome);
  walked.violations.insert(walked.violations.end(), wrong.begin(), wrong.end());
  const auto parts = wrong_exchanges(programs, walked.outcome);
  walked.violations.insert(walked.violations.end(), parts.begin(), parts.end());
  return walked;
}

std::vector<std::string> wrong_messages(const Programs& programs, const Outcome& outcome) {
  std::vector<std::string> wrong;
  std::map<std::uint64_t, std::pair<Rank, const Operation*>> sent;
  for (std::size_t rank = 0; rank < programs.size(); ++rank) {
    for (const Line& line : programs[rank]) {
      if (line.operation.call != Call::send) continue;
      sent[line.operation.content] = {static_cast<Rank>(rank), &line.operation};
    }
  }
  std::map<std::uint64_t, int> times;
  for (std::size_t rank = 0; rank < programs.size(); ++rank) {
    const std::vector<Received> all = received_by(programs[rank], outcome.answers[rank]);
    for (std::size_t later = 0; later < all.size(); ++later) {
      const Received& received = all[later];
      const auto message = sent.find(received.answer.content);
      if (message == sent.end() || message->second.first != received.answer.source ||
          !takes(*received.operation, message->second)) {
        wrong.push_back(base::format("rank {} received a message that was not sent to it", rank));
        continue;
      }
      if (++times[message->first] > 1) {
        wrong.push_back(base::format("message {} was received twice", message->first));
      }
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        const auto before = sent.find(all[earlier].answer.content);
        // The contents of one source increase in the order of its sends.
        if (before != sent.end() && before->second.first == message->second.first &&
            before->first > message->first && takes(*all[earlier].operation, message->second) &&
            takes(*received.operation, before->second)) {
          wrong.push_back(
              base::format("message {} overtook message {}", before->first, message->first));
        }
      }
    }
  }
  return wrong;
}

std::vector<std::string> wrong_exchanges(const Programs& programs, const Outcome& outcome) {
  std::map<std::size_t, std::vector<const Operation*>> calls;  // by number, of all ranks
  std::vector<std::vector<Exchanged>> of_rank;
  for (std::size_t rank = 0; rank < programs.size(); ++rank) {
    of_rank.push_back(exchanges_of(programs[rank], outcome.answers[rank]));
    for (const Exchanged& exchanged : of_rank.back()) {
      calls[exchanged.number].push_back(exchanged.operation);
    }
  }
  std::vector<std::string> wrong;
  for (std::size_t rank = 0; rank < programs.size(); ++rank) {
    for (const Exchanged& exchanged : of_rank[rank]) {
      const auto& of_all = calls[exchanged.number];
      if (!exchanged.answer) continue;
      const bool is_right = of_all.size() == programs.size() && *exchanged.answer == [&] {
        Answer expected = expected_of(static_cast<Rank>(rank), of_all);
        expected.request = exchanged.answer->request;
        return expected;
      }();
      if (!is_right) {
        wrong.push_back(base::format("rank {} received wrong parts in collective {}", rank,
                                     exchanged.number + 1));
      }
    }
  }
  return wrong;
}

}  // namespace strobe::bcs::protocol
