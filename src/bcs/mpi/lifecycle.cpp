// SPDX-License-Identifier: BSD-3-Clause
//
// Starts and stops the runtime in a process.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/calls_before_init.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/collective.hpp"
#include "bcs/mpi/communicators.hpp"
#include "bcs/mpi/debugger_stop.hpp"
#include "bcs/mpi/device_memory.hpp"
#include "bcs/mpi/gang.hpp"
#include "bcs/mpi/handshake.hpp"
#include "bcs/mpi/launcher.hpp"
#include "bcs/mpi/mpi_link.hpp"
#include "bcs/mpi/nodes.hpp"
#include "bcs/mpi/ordered_accesses.hpp"
#include "bcs/mpi/poll.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/run_options.hpp"
#include "bcs/mpi/shared_memory.hpp"
#include "bcs/mpi/thread_choices.hpp"
#include "bcs/mpi/thread_level.hpp"
#include "bcs/mpi/user_report.hpp"
#include "bcs/runtime/progress_thread.hpp"
#include "bcs/runtime/threads.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

RunOptions options_or_end() {
  try {
    return run_options();
  } catch (const Error& error) {
    report_and_exit(error.what());
  }
}

/// Null without --share, and if no row is free.
std::unique_ptr<Gang> gang_or_end(const RunOptions& options) {
  if (!options.variables.share) return nullptr;
  try {
    return Gang::join();
  } catch (const Error& error) {
    report_and_exit(error.what());
  }
}

std::string no_row_is_free() {
  return base::format("{} jobs share a host already, which are as many as --share allows",
                      runtime::most_rows);
}

/// The runtime cannot serve the job, and all ranks know the same reason. All ranks call this; it
/// returns only if the application may run on its MPI alone.
void pass_through_or_end(const RunOptions& options, int rank, const std::string& why) {
  const bool is_told = report_to_launcher(HandshakeFact::native, why);
  if (options.variables.or_native) {
    if (rank == 0)
      report_to_user("the runtime is not active, and the program runs on plain MPI: " + why);
    return;
  }
  if (rank == 0 && !is_told) {
    report_to_user("the runtime is not active: " + why +
                   "; set STROBE_OR_NATIVE=1 to run the program on plain MPI");
  }
  native().Finalize();
  std::_Exit(not_active_status);
}

int tag_upper_bound() {
  int* most = nullptr;
  int is_set = 0;
  native().Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&most), &is_set);
  return is_set != 0 ? *most : 32767;  // the minimum of the standard
}

/// A message that its receiver has not received, as the receiver reports it to the sender.
struct UnreceivedMessage {
  std::int64_t from;
  std::int64_t to;
  std::int64_t tag;
  std::int64_t bytes;
  Context context;
  std::uint64_t mark;
};
constexpr int words_of_message = sizeof(UnreceivedMessage) / sizeof(std::int64_t);

/// Messages of the application from this process that were not received. Collective over all ranks.
std::vector<UnreceivedMessage> unreceived_sends() {
  const runtime::Endpoint& endpoint = process().endpoint;
  std::vector<UnreceivedMessage> found;
  for (const runtime::Message* message : endpoint.unreceived()) {
    found.push_back({.from = message->source,
                     .to = endpoint.rank(),
                     .tag = message->envelope.tag,
                     .bytes = static_cast<std::int64_t>(message->envelope.bytes),
                     .context = message->envelope.context,
                     .mark = message->envelope.mark});
  }
  if (process().strict != nullptr) {
    for (const protocol::Envelope& envelope : process().strict->unreceived()) {
      found.push_back({.from = envelope.source,
                       .to = envelope.destination,
                       .tag = envelope.tag,
                       .bytes = envelope.bytes,
                       .context = envelope.context,
                       .mark = envelope.mark});
    }
  }
  // Those of collectives that are not complete are no sends of the application.
  std::erase_if(found, [](const UnreceivedMessage& message) {
    return (message.context & runtime::of_collectives) != 0;
  });
  const auto ranks = static_cast<std::size_t>(endpoint.ranks());
  std::vector<int> counts(ranks);
  std::vector<int> begins(ranks);
  const int words = static_cast<int>(found.size()) * words_of_message;
  native().Allgather(&words, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
  int all_words = 0;
  for (std::size_t i = 0; i < ranks; ++i) {
    begins[i] = all_words;
    all_words += counts[i];
  }
  if (all_words == 0) return {};
  std::vector<UnreceivedMessage> all(static_cast<std::size_t>(all_words / words_of_message));
  native().Allgatherv(found.data(), words, MPI_INT64_T, all.data(), counts.data(), begins.data(),
                      MPI_INT64_T, MPI_COMM_WORLD);
  std::erase_if(all,
                [&](const UnreceivedMessage& message) { return message.from != endpoint.rank(); });
  return all;
}

std::string name_of(Context context) {
  std::string name = "a freed communicator";
  process().communicators.for_each([&](const Communicator& communicator) {
    if (communicator.context == context) name = mpi::name_of(communicator);
  });
  return name;
}

std::vector<monitor::Unreceived> unreceived() {
  std::vector<monitor::Unreceived> sends;
  CallSite first_site;
  for (const UnreceivedMessage& message : unreceived_sends()) {
    if (process().kept_sends.contains({message.context, static_cast<Rank>(message.to),
                                       static_cast<std::int32_t>(message.tag)})) {
      continue;
    }
    const CallSite site = process().send_sites.find(message.context, static_cast<Rank>(message.to),
                                                    static_cast<std::int32_t>(message.tag));
    if (sends.empty()) first_site = site;
    sends.push_back({.to = static_cast<std::int32_t>(message.to),
                     .tag = static_cast<std::int32_t>(message.tag),
                     .communicator = name_of(message.context),
                     .size_bytes = message.bytes,
                     .sent_at = recorded(site)});
    if (interposer.checks != nullptr) {
      interposer.checks->not_received(sends.back(),
                                      check::MessageMark(static_cast<std::uint32_t>(message.mark)));
    }
  }
  // With --check, `strobe run` prints a finding for each line that sent one.
  const bool is_told = interposer.checks != nullptr && is_under_strobe_run();
  if (!sends.empty() && !is_told) {
    const monitor::Unreceived& first = sends.front();
    const std::string line = describe(first_site);
    const std::string which = base::format(
        "{} bytes with tag {} to world rank {} on {}{}; each send needs a matching receive",
        first.size_bytes, first.tag, first.to, first.communicator,
        line.empty() ? "" : " (" + line + ")");
    report_to_user(base::format("rank {} sent {} message{} that no rank received{} {}",
                                process().endpoint.rank(), sends.size(),
                                sends.size() == 1 ? "" : "s",
                                sends.size() == 1 ? ":" : ", the first one", which));
  }
  return sends;
}

void stop_progress_thread() {
  if (interposer.progress == nullptr) return;
  interposer.turns->leave();
  delete std::exchange(interposer.progress, nullptr);
  interposer.turns->enter();
}

/// Ranks of other nodes may have to get rid of data that no rank has received, and take part then.
void barrier_with_progress() {
  runtime::Endpoint& endpoint = process().endpoint;
  const auto make_progress = [&] {
    endpoint.progress();
    sched_yield();
  };
  while (endpoint.is_moving()) make_progress();
  MPI_Request request = MPI_REQUEST_NULL;
  native().Ibarrier(MPI_COMM_WORLD, &request);
  for (int is_over = 0; is_over == 0; make_progress()) {
    native().Test(&request, &is_over, MPI_STATUS_IGNORE);
  }
}

void stop_runtime() {
  stop_watching();
  if (interposer.checks != nullptr) interposer.checks->last_call_ended();
  process().wait(
      [] {
        process().requests.recycle_complete();
        return process().requests.detached().empty();
      },
      [] { return false; }, [] { return process().requests.detached().front()->waits_for(); });
  // The last collective: a rank that never calls MPI_Finalize is part of a deadlock, and one that
  // calls another collective instead gets a mismatch.
  Collective::perform(CallMode::blocking(),
                      Collective(CollectiveKind::finalization, CallMode::blocking(),
                                 *process().communicator(MPI_COMM_WORLD)));
  note_unseen_matches();
  if (interposer.checks != nullptr) interposer.checks->last_collective_ended();
  stop_progress_thread();
  if (process().strict != nullptr) process().strict->finish();
  process().endpoint.close();
  interposer.is_serving = false;
  // After this barrier all messages have arrived.
  if (process().link != nullptr) {
    barrier_with_progress();
  } else {
    native().Barrier(MPI_COMM_WORLD);
    process().endpoint.progress();
  }
  if (process().asks_for_slice_record && process().endpoint.rank() == 0) {
    report_to_user(
        "--emds and --events wrote nothing: the protocol's microphases only serve programs in "
        "--mode strict");
  }
  if (interposer.checks != nullptr) interposer.checks->all_ranks_stopped();
  write_record("finalized", "", {}, unreceived());
  process().gang.reset();
  process().requests.end();
  process().link.reset();
  native().Group_free(&process().world);
}

int copy_nothing(MPI_Comm /*comm*/, int /*key*/, void* /*extra*/, void* /*value*/, void* /*copy*/,
                 int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}

int stop_with_self(MPI_Comm /*comm*/, int /*key*/, void* /*value*/, void* /*extra*/) {
  const CallScope entry(Function::Finalize);
  stop_runtime();
  return MPI_SUCCESS;
}

/// MPI_Finalize first deletes the attributes of MPI_COMM_SELF, the oldest one last (MPI 4.1,
/// section 11.2.4). The runtime stops in the callback of the oldest, and so serves those of the
/// application.
void stop_after_callbacks() {
  int key = MPI_KEYVAL_INVALID;
  native().Comm_create_keyval(copy_nothing, stop_with_self, &key, nullptr);
  native().Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  native().Comm_free_keyval(&key);
}

/// Notes what a rank that is killed while it waits would leave unknown.
void note_before_sleep() {
  interposer.last_call.search_before_sleep();
  write_record_of_waiting_rank();
}

std::vector<pid_t> threads_since(const std::vector<pid_t>& before) {
  std::vector<pid_t> since;
  std::ranges::set_difference(runtime::threads_of_process(), before, std::back_inserter(since));
  return since;
}

/// In strict mode the protocol serves the messages. If it cannot, the runtime does, in slices.
void start_strict() {
  if (process().endpoint.options().policy != protocol::strict || interposer.runs_bcs_program)
    return;
  std::string why;
  process().strict = StrictMessages::start(why);
  if (process().strict == nullptr && process().endpoint.rank() == 0) report_no_microphases(why);
}

/// Throws strobe::Error if --check is given and its findings cannot be written.
void start_checks(const RunOptions& options) {
  if (options.variables.checks.empty()) return;
  if (options.variables.record.empty())
    throw Error("STROBE_CHECKS needs STROBE_RECORD, the folder for what is found; set both");
  const bool looks_at_buffers = options.variables.checks.find("buffers") != std::string::npos;
  interposer.checks =
      new Checks(options.variables.record, process().endpoint.rank(), looks_at_buffers);
  add_calls_before_init(interposer.checks->log());
  report_errors_of_mpi();
  interposer.checks->log().call_for_findings([](const check::Finding& finding) {
    stop_for_debugger(check::name_of(finding.kind),
                      base::format("rank {} {}", process().endpoint.rank(), finding.text));
  });
}

}  // namespace

void start_runtime(const std::vector<pid_t>& threads_before) {
  base::set_assertion_handler(end_after_failed_assertion);
  RunOptions options = options_or_end();
  if (const std::string why = why_alone(options.variables); !why.empty()) {
    pass_through_or_end(options, rank_by_launcher().value_or(0), why);
    return;
  }
  Nodes nodes = find_nodes(options.variables.nodes.value_or(0));
  const int here = static_cast<int>(nodes.placement.members.size());
  const SharedMemory memory = share(nodes.here, runtime::Segment::bytes_for(here));
  options.runtime.cores = cores_of(nodes.here);
  options.runtime.do_nodes_share_cores = do_nodes_share_cores(nodes);
  native().Comm_free(&nodes.here);
  std::unique_ptr<Gang> gang = gang_or_end(options);
  if (options.variables.share && gang == nullptr) {
    pass_through_or_end(options, nodes.placement.rank, no_row_is_free());
    return;
  }
  if (memory.at == nullptr) {
    pass_through_or_end(options, nodes.placement.rank, memory.why);
    return;
  }
  if (options.runtime.has_progress_thread && !is_progress_thread_allowed()) {
    pass_through_or_end(options, nodes.placement.rank,
                        "--progress thread calls the MPI from a thread of its own, and this MPI "
                        "does not provide MPI_THREAD_MULTIPLE");
    return;
  }
  std::unique_ptr<runtime::Link> link;
  if (nodes.count() > 1) {
    link = std::make_unique<MpiLink>(runtime::most_data_with_descriptor, tag_upper_bound());
  }
  nodes.placement.link = link.get();
  interposer.process = new Process(memory.at, nodes.placement, options.runtime, std::move(link));
  native().Comm_group(MPI_COMM_WORLD, &process().world);
  if (gang != nullptr) {
    gang->start(process().segment, options.runtime.cores);
    process().gang = std::move(gang);
  }
  process().tag_upper_bound = tag_upper_bound();
  process().stops_at_errors = options.variables.break_on_error.value_or(0) != 0;
  process().hashes_data = options.variables.hash == "data";
  process().asks_for_slice_record =
      !options.variables.emds.empty() || !options.variables.events.empty();
  find_devices();
  register_communicator(MPI_COMM_WORLD, 0, 0);
  register_communicator(MPI_COMM_SELF, 0, 1);
  try {
    start_record(options);
    start_checks(options);
    if (!options.variables.choices.empty()) {
      process().choices =
          Choices(options.variables.choices, process().endpoint.rank(), process().endpoint.ranks());
      process().accesses = std::make_unique<OrderedAccesses>(process().endpoint, process().choices);
    }
  } catch (const Error& error) {
    report_and_exit(error.what());
  }
  const runtime::ThreadTurns::Others others{
      .of_application = thread_level_of_program() == MPI_THREAD_MULTIPLE,
      .for_progress = options.runtime.has_progress_thread};
  if (others.of_application || others.for_progress) {
    interposer.turns =
        new runtime::ThreadTurns(process().endpoint, others, threads_since(threads_before));
  }
  if (others.of_application) {
    process().endpoint.watch_threads([] {
      const bool do_they_sleep = interposer.turns->do_others_sleep();
      if (do_they_sleep && process().strict != nullptr) process().strict->note_sleep_of_others();
      return do_they_sleep;
    });
    if (interposer.mmds != nullptr) interposer.mmds->expect_threads();
    if (process().choices.are_given()) choose_threads();
  }
  // After this barrier a rank may send to any other.
  native().Barrier(MPI_COMM_WORLD);
  process().endpoint.watch_others(report_loss);
  process().endpoint.call_before_sleep(note_before_sleep);
  interposer.is_serving = true;
  report_to_launcher(HandshakeFact::active);
  hold_presence(nodes.placement.rank);
  interposer.last_call.start(nodes.placement.rank, call_state.function, call_state.caller);
  // From here on the end of a rank is told with its name.
  start_strict();
  stop_after_callbacks();
  if (others.for_progress)
    interposer.progress = new runtime::ProgressThread(process().endpoint, *interposer.turns);
  if (options.variables.gdb == nodes.placement.rank) {
    stop_for_debugger(stop::start, base::format("rank {} has started", nodes.placement.rank));
    // The debugger may stop at errors, too.
    process().stops_at_errors = true;
  }
}

int finalize_mpi() {
  stop_watching();
  if (interposer.checks != nullptr) interposer.checks->begin_finalize();
  const UserCodeScope running;
  return native().Finalize();
}

}  // namespace strobe::bcs::mpi
