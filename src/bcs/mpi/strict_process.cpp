// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/strict_process.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "bcs/monitor/emds_file.hpp"
#include "bcs/monitor/event_log.hpp"
#include "bcs/mpi/bcs_process.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/shared_memory.hpp"
#include "bcs/mpi/user_report.hpp"
#include "bcs/runtime/own_thread.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

using realtime::JobEnd;

namespace {

/// The rank whose process has the helper.
constexpr Rank helping_rank = 0;

bool are_on_one_host() {
  MPI_Comm here = MPI_COMM_NULL;
  int size = 0;
  native().Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  native().Comm_size(here, &size);
  native().Comm_free(&here);
  return size == process().endpoint.ranks();
}

/// What the protocol has not; empty if it can serve the program.
std::string reason_against(bool links_mpi) {
  const runtime::Options& options = process().endpoint.options();
  if (links_mpi) return "the program links an MPI, whose calls the protocol does not serve";
  if (options.perturbation) return "the protocol has one order of messages (--perturb)";
  if (process().hashes_data) return "the protocol hashes decisions only (--hash data)";
  if (!options.cross_memory) return "the helper needs access to the memory of ranks";
  if (!are_on_one_host()) return "the helper serves the ranks of one host, and there are several";
  return {};
}

protocol::Job job_of(std::span<const protocol::RankGroup> groups, const Variables& variables) {
  const runtime::Endpoint& endpoint = process().endpoint;
  const runtime::StridedList& node_of = endpoint.placement().node_of;
  protocol::Job job(endpoint.options().policy, {node_of.begin(), node_of.end()});
  for (const protocol::RankGroup& group : groups) {
    job.add_communicator({group.ranks, group.ranks + group.size});
  }
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  job.slice_bytes = static_cast<std::int64_t>(std::min(variables.slice_bytes, most));
  if (!endpoint.options().sends_are_synchronous) {
    job.eager_bytes = static_cast<std::int64_t>(std::min(variables.eager_limit, most));
  }
  return job;
}

int member_of(Rank rank) {
  const std::vector<Rank>& members = process().endpoint.placement().members;
  return static_cast<int>(std::ranges::find(members, rank) - members.begin());
}

/// A thread that runs on any core that is free.
template <class Run>
std::thread helper_thread(Run&& run) {
  std::thread thread = runtime::own_thread(std::forward<Run>(run));
  cpu_set_t cores;
  CPU_ZERO(&cores);
  for (int core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &cores);
  pthread_setaffinity_np(thread.native_handle(), sizeof cores, &cores);
  return thread;
}

}  // namespace

// The end of a rank.

RuntimeEnder::RuntimeEnder(realtime::Board& board, Rank rank)
    : board_(board), rank_(rank), liveness_(process().segment, member_of(rank)) {
  liveness_.watch(report_loss);
}

void RuntimeEnder::fails(const std::string& sentence) { end_job(sentence); }

void RuntimeEnder::ended(JobEnd end) {
  realtime::BoardControl& control = board_.control();
  if (end == JobEnd::deadlock) {
    // All ranks wait, so that the runtime finds the deadlock, too, and reports it.
    const runtime::WaitReport& report = board_.mailbox(rank_).waits_for;
    const std::string call = report.text;
    process().wait([] { return false; }, [] { return false; },
                   [&] {
                     return WaitDescription{
                         .text = call.empty() ? "for the other ranks" : "for " + call,
                         .ranks = {report.waits_for, report.waits_for + report.count}};
                   });
  }
  if (control.reporters.fetch_add(1, std::memory_order_relaxed) == 0) {
    end_job(control.sentences.data());
  }
  // The rank that was first ends all of them.
  for (;;) pause();
}

// The helper.

/// What rank 0 writes while the job runs.
struct StrictProcess::Recorder final : monitor::Watcher {
  std::optional<monitor::EmdsFile> emds;
  std::optional<monitor::EventLog> events;

  void ends(double /*at_s*/) override {
    if (emds) emds->flush();
  }
};

StrictProcess::StrictProcess(protocol::Job job, std::byte* memory)
    : job_(std::move(job)),
      board_(memory, job_.ranks()),
      ender_(board_, process().endpoint.rank()),
      rank_(job_, process().endpoint.rank(), board_, ender_),
      grant_(process().segment) {}

StrictProcess::~StrictProcess() {
  grant_.revoke();
  if (thread_.joinable()) thread_.join();
}

std::unique_ptr<StrictProcess> StrictProcess::start(std::span<const protocol::RankGroup> groups,
                                                    bool links_mpi, std::string& why) {
  why = reason_against(links_mpi);
  if (!why.empty()) return nullptr;
  const Variables variables = read_variables();
  protocol::Job job = job_of(groups, variables);
  const SharedMemory memory = share(MPI_COMM_WORLD, realtime::Board::bytes_for(job.ranks()));
  why = memory.why;
  if (memory.at == nullptr) return nullptr;
  std::unique_ptr<StrictProcess> started(new StrictProcess(std::move(job), memory.at));
  started->grant_.give();
  native().Barrier(MPI_COMM_WORLD);
  int is_ready = started->prepare_helper(variables) ? 1 : 0;
  native().Bcast(&is_ready, 1, MPI_INT, helping_rank, MPI_COMM_WORLD);
  if (is_ready == 0) {
    why = "the kernel does not let the helper access the memory of ranks";
    return nullptr;
  }
  process().asks_for_slice_record = false;
  if (started->helper_ != nullptr) {
    started->thread_ = helper_thread([strict = started.get()] {
      try {
        strict->helper_->run();
      } catch (const Error& error) {
        strict->board_.end(JobEnd::program_error, error.what());
      }
    });
  }
  return started;
}

bool StrictProcess::prepare_helper(const Variables& variables) {
  if (process().endpoint.rank() != helping_rank) return false;
  recorder_ = std::make_unique<Recorder>();
  monitor::Window window;
  monitor::Emds::Sink sink;
  try {
    if (!variables.emds.empty()) {
      for (protocol::NodeId node = 0; node < job_.nodes(); ++node) window.nodes.push_back(node);
      monitor::EmdsFile& file = recorder_->emds.emplace(variables.emds);
      sink = [&file](const monitor::Global& global, std::span<const monitor::Local> locals) {
        file.write(global, locals);
      };
    }
    monitor::Observer observer(monitor::Emds(std::move(window), 0, std::move(sink)));
    if (recorder_->emds) observer.watch(*recorder_);
    if (!variables.events.empty()) {
      observer.watch(recorder_->events.emplace(variables.events, job_));
    }
    helper_ = std::make_unique<realtime::Helper>(job_, board_, process().endpoint.options().slice,
                                                 std::move(observer));
  } catch (const Error& error) {
    end_job(error.what());
  }
  return helper_->can_move_data();
}

// The calls.

void StrictProcess::call(protocol::Operation& operation, protocol::CallBuffers& data,
                         protocol::Answer& answer) {
  const CallScope scope(function_of(operation), data.caller);
  rank_.call(operation, data, answer);
  if (interposer.mmds == nullptr) [[likely]]
    return;
  if (operation.call == protocol::Call::test) {
    monitor_test(operation, answer);
  } else {
    monitor_begin(operation, answer.request);
    if (operation.blocking) monitor_test({.requests = {protocol::no_request}}, answer);
  }
}

void StrictProcess::monitor_begin(const protocol::Operation& operation, protocol::Request request) {
  const std::int32_t c = operation.communicator;
  const auto context = static_cast<std::uint64_t>(c);
  const bool is_send = operation.call == protocol::Call::send;
  if (protocol::is_collective(operation.call)) {
    if (operation.call != protocol::Call::barrier) {
      add_call_bytes(static_cast<std::size_t>(operation.bytes));
    }
    interposer.mmds->calls_collective({.context = context,
                                       .got_bytes = operation.bytes,
                                       .root = operation.peer,
                                       .members = job_.size(c)});
  } else if (is_send || operation.call == protocol::Call::receive) {
    const OpenMessage open{
        .is_send = is_send,
        .message = {.operation = ++message_count_,
                    .context = context,
                    .peer = operation.peer < 0 ? operation.peer : job_.member(c, operation.peer),
                    .tag = operation.tag,
                    .size_bytes = operation.bytes}};
    messages_.insert_or_assign(request, open);
    if (is_send) {
      add_call_bytes(static_cast<std::size_t>(operation.bytes));
      interposer.mmds->sent(open.message);
    } else {
      interposer.mmds->receives(open.message);
    }
  }
}

void StrictProcess::monitor_end(const OpenMessage& open, const protocol::Answer& answer) const {
  monitor::Mmds::Message message = open.message;
  if (open.is_send) {
    interposer.mmds->send_over(message);
    return;
  }
  message.peer = job_.member(static_cast<std::int32_t>(message.context), answer.source);
  message.tag = answer.tag;
  message.size_bytes = answer.bytes;
  add_call_bytes(static_cast<std::size_t>(answer.bytes));
  interposer.mmds->received(message);
}

void StrictProcess::monitor_test(const protocol::Operation& test, const protocol::Answer& answer) {
  if (!answer.flag) return;
  for (std::size_t i = 0; i < test.requests.size(); ++i) {
    const auto found = messages_.find(test.requests[i]);
    if (found == messages_.end()) continue;
    monitor_end(found->second, answer.by_request.empty() ? answer : answer.by_request[i]);
    messages_.erase(found);
  }
}

bool StrictProcess::test_event(std::int32_t event, bool blocks, const void* caller) {
  const CallScope scope(blocks ? Function::Wait : Function::Test, caller);
  return rank_.test_event(event, blocks, caller);
}

bool StrictProcess::compare_and_write(const protocol::GlobalCondition& condition) {
  const CallScope scope(Function::Wait);
  return rank_.compare_and_write(condition);
}

void StrictProcess::finish() {
  const CallScope scope(Function::Finalize);
  rank_.finish();
  if (!thread_.joinable()) return;
  thread_.join();
  process().endpoint.add(helper_->decisions());
  std::istringstream sentences(board_.control().sentences.data());
  for (std::string sentence; std::getline(sentences, sentence);) report_to_user(sentence);
}

}  // namespace strobe::bcs::mpi
