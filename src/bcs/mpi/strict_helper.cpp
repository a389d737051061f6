// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/strict_helper.hpp"

#include <sched.h>

#include <algorithm>
#include <future>
#include <limits>
#include <optional>
#include <utility>

#include "base/format.hpp"
#include "bcs/monitor/emds_file.hpp"
#include "bcs/monitor/event_log.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/shared_memory.hpp"
#include "bcs/mpi/thread_level.hpp"
#include "bcs/runtime/own_thread.hpp"
#include "bcs/runtime/threads.hpp"
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
std::string reason_against() {
  const runtime::Options& options = process().endpoint.options();
  if (options.perturbation) return "the protocol has one order of messages (--perturb)";
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
struct StrictHelper::Recorder final : monitor::Watcher {
  std::optional<monitor::EmdsFile> emds;
  std::optional<monitor::EventLog> events;

  void ends(double /*at_s*/) override {
    if (emds) emds->flush();
  }
};

StrictHelper::StrictHelper(protocol::Job job, std::byte* memory)
    : job_(std::move(job)),
      board_(memory, job_.ranks()),
      ender_(board_, process().endpoint.rank()),
      grant_(process().segment) {}

StrictHelper::~StrictHelper() {
  grant_.revoke();
  if (thread_.joinable()) thread_.join();
}

std::unique_ptr<StrictHelper> StrictHelper::make(std::span<const protocol::RankGroup> groups,
                                                 std::string& why) {
  why = reason_against();
  if (!why.empty()) return nullptr;
  protocol::Job job = job_of(groups, read_variables());
  const SharedMemory memory = share(MPI_COMM_WORLD, realtime::Board::bytes_for(job.ranks()));
  why = memory.why;
  if (memory.at == nullptr) return nullptr;
  return std::unique_ptr<StrictHelper>(new StrictHelper(std::move(job), memory.at));
}

bool StrictHelper::start(std::string& why) {
  grant_.give();
  native().Barrier(MPI_COMM_WORLD);
  int is_ready = prepare() ? 1 : 0;
  native().Bcast(&is_ready, 1, MPI_INT, helping_rank, MPI_COMM_WORLD);
  if (is_ready == 0) {
    why = "the kernel does not let the helper access the memory of ranks";
    return false;
  }
  process().asks_for_slice_record = false;
  if (helper_ == nullptr) return true;
  std::promise<pid_t> started;
  thread_ = helper_thread([this, &started] {
    started.set_value(runtime::this_thread_id());
    try {
      helper_->run();
    } catch (const Error& error) {
      board_.end(JobEnd::program_error, error.what());
    }
  });
  const pid_t helper = started.get_future().get();
  // It never does by itself what a thread of the application waits for.
  if (interposer.turns != nullptr) interposer.turns->exempt(helper);
  return true;
}

void StrictHelper::join() {
  if (!thread_.joinable()) return;
  thread_.join();
  process().endpoint.add(helper_->decisions());
}

std::vector<protocol::Envelope> StrictHelper::unreceived() const {
  return helper_ == nullptr ? std::vector<protocol::Envelope>() : helper_->unreceived();
}

bool StrictHelper::prepare() {
  if (process().endpoint.rank() != helping_rank) return false;
  const Variables variables = read_variables();
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
  helper_->call_after_answer([](Rank rank) {
    runtime::Endpoint& endpoint = process().endpoint;
    if (endpoint.is_here(rank)) endpoint.wake(rank);
  });
  if (helper_->can_move_data()) return true;
  ender_.check();  // a rank may have ended
  return false;
}

// The messages of MPI.

StrictMessages::StrictMessages(std::unique_ptr<StrictHelper> helper)
    : helper_(std::move(helper)),
      rank_(helper_->job(), process().endpoint.rank(), helper_->board(), helper_->ender(),
            thread_level_of_program() == MPI_THREAD_MULTIPLE) {}

std::unique_ptr<StrictMessages> StrictMessages::start(std::string& why) {
  std::unique_ptr<StrictHelper> helper = StrictHelper::make({}, why);
  if (helper == nullptr) return nullptr;
  std::unique_ptr<StrictMessages> messages(new StrictMessages(std::move(helper)));
  if (!messages->helper_->start(why)) return nullptr;
  process().endpoint.offload_to(messages->rank_);
  return messages;
}

void StrictMessages::finish() {
  rank_.finish();
  helper_->join();
  process().endpoint.end_offload();
}

}  // namespace strobe::bcs::mpi
