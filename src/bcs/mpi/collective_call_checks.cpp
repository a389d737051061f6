// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/collective_call_checks.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/runtime/liveness.hpp"

namespace strobe::bcs::mpi {

namespace {

struct CallOfMember {
  std::uint64_t equal;
  CollectiveArguments::Data sent, received;
  std::uint32_t function;
  check::Place place;
};
constexpr int words_of_call = sizeof(CallOfMember) / sizeof(std::uint64_t);

std::string_view matched_name(std::uint32_t function) {
  std::string_view name = facts_of(static_cast<Function>(function)).name;
  for (const std::string_view end : {"_c", "_with_info"}) {
    if (name.ends_with(end)) name.remove_suffix(end.size());
  }
  return name;
}

std::vector<CallOfMember> exchange_calls(const Communicator& communicator,
                                         const CallOfMember& own) {
  std::vector<CallOfMember> all(communicator.members.size());
  const NativeCallScope inside;
  native().Allgather(&own, words_of_call, MPI_UINT64_T, all.data(), words_of_call, MPI_UINT64_T,
                     communicator.handle);
  return all;
}

std::string rank_of(const Communicator& communicator, std::size_t member) {
  return base::format("rank {}{}", member, communicator.is_inter() ? " of the remote group" : "");
}

check::Finding finding_of(check::Kind kind, const Communicator& communicator, std::string does,
                          check::Place own, std::size_t other, check::Place of_other) {
  return {.kind = kind,
          .text = std::move(does),
          .where = {{.role = "called", .rank = process().endpoint.rank(), .place = own},
                    {.role = "called", .rank = communicator.members[other], .place = of_other}}};
}

/// A rank of another node cannot tell, and a launcher needs a moment to end the job.
constexpr std::chrono::seconds longest_wait{2};
constexpr std::chrono::milliseconds between_looks{1};

/// Waits until a rank of this node reports a mismatch, for so long, and then until its process has
/// ended: a debugger may have stopped it. Whether there was one.
bool wait_for_reporter() {
  const auto& reporter = process().segment.control().reporter;
  const auto find = [&] { return reporter.load(std::memory_order_acquire); };
  const auto deadline = std::chrono::steady_clock::now() + longest_wait;
  while (find() == 0) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(between_looks);
  }
  while (runtime::is_running(find())) std::this_thread::sleep_for(between_looks);
  return true;
}

/// The MPI must not be called. Of the two ranks one reports it, and the other waits for the end.
[[noreturn]] void end_mismatch(const check::Finding& finding) {
  const bool is_first = finding.where[0].rank < finding.where[1].rank;
  if (!is_first && wait_for_reporter()) {
    std::this_thread::sleep_for(longest_wait);
    native().Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    std::_Exit(EXIT_FAILURE);
  }
  process().segment.control().reporter.store(getpid(), std::memory_order_release);
  interposer.checks->log().add(finding);
  end_job(base::format("rank {} {}", finding.where[0].rank, finding.text));
}

}  // namespace

std::uint64_t matched_function() {
  std::uint64_t hash = 0;
  for (const char letter : matched_name(static_cast<std::uint32_t>(call_state.function)))
    hash = base::hash_of(hash, static_cast<unsigned char>(letter));
  return hash;
}

void compare_calls(const Communicator& communicator, const CollectiveArguments& arguments) {
  if (interposer.checks == nullptr) [[likely]]
    return;
  const CallOfMember own{.equal = arguments.equal,
                         .sent = arguments.sent,
                         .received = arguments.received,
                         .function = static_cast<std::uint32_t>(call_state.function),
                         .place = interposer.checks->places().current()};
  const std::vector<CallOfMember> all = exchange_calls(communicator, own);
  const std::string_view name = matched_name(own.function);
  const auto found = [&](check::Kind kind, std::size_t other, std::string does) {
    return finding_of(kind, communicator, std::move(does), own.place, other, all[other].place);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (matched_name(all[i].function) == name) continue;
    end_mismatch(
        found(check::Kind::collective_mismatch, i,
              base::format("calls {} on {}, where {} calls {}", name, name_of(communicator),
                           rank_of(communicator, i), matched_name(all[i].function))));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_compared =
        arguments.among == nullptr || arguments.among->find(communicator.members[i]).has_value();
    if (!is_compared || own.equal == all[i].equal || own.equal == 0 || all[i].equal == 0) continue;
    end_mismatch(found(check::Kind::collective_mismatch, i,
                       base::format("calls {} on {} with other arguments than {}", name,
                                    name_of(communicator), rank_of(communicator, i))));
  }
  const auto differ = [](const CollectiveArguments::Data& one,
                         const CollectiveArguments::Data& other) {
    return one.signature != 0 && other.signature != 0 && one.signature != other.signature;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [here, there] :
         {std::pair(own.received, all[i].sent), std::pair(own.sent, all[i].received)}) {
      if (!differ(here, there)) continue;
      interposer.checks->log().add(
          finding_of(check::Kind::collective_type_mismatch, communicator,
                     base::format("calls {} with {{0}} on {}, where {} has {{1}}", name,
                                  name_of(communicator), rank_of(communicator, i)),
                     here.place, i, there.place));
      return;
    }
  }
}

}  // namespace strobe::bcs::mpi
