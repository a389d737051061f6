// SPDX-License-Identifier: BSD-3-Clause
//
// The begin and the end of the runtime in a process.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/mpi/collective.hpp"
#include "bcs/mpi/communicators.hpp"
#include "bcs/mpi/entry.hpp"
#include "bcs/mpi/handshake.hpp"
#include "bcs/mpi/native_link.hpp"
#include "bcs/mpi/nodes.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/run_options.hpp"
#include "bcs/mpi/sentence.hpp"
#include "bcs/mpi/shared_memory.hpp"
#include "bcs/runtime/threads.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

RunOptions options_or_end() {
  try {
    return run_options();
  } catch (const Error& error) {
    end_with(error.what());
  }
}

/// The runtime cannot serve the program, and all ranks know the same reason. All call this, and
/// come back from it only if the program may go on over its MPI alone.
void go_native_or_end(const RunOptions& options, int rank, const std::string& why) {
  const bool is_told = tell_launcher(Fact::native, why);
  if (options.or_native) {
    if (rank == 0) say("the runtime is not active, and the program runs on plain MPI: " + why);
    return;
  }
  if (rank == 0 && !is_told) {
    say("the runtime is not active: " + why + "; STROBE_OR_NATIVE=1 runs the program on plain MPI");
  }
  native().Finalize();
  std::_Exit(not_active_status);
}

int most_tag() {
  int* most = nullptr;
  int is_set = 0;
  native().Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&most), &is_set);
  return is_set != 0 ? *most : 32767;  // what the standard promises
}

/// A message that nobody asked for, as it travels to whoever has sent it.
struct Stray {
  std::int64_t from;
  std::int64_t to;
  std::int64_t tag;
  std::int64_t bytes;
  Context context;
};
constexpr int words_in_stray = sizeof(Stray) / sizeof(std::int64_t);

/// Those that this process has sent. All call this.
std::vector<Stray> own_strays() {
  const runtime::Endpoint& endpoint = process().endpoint;
  std::vector<Stray> found;
  for (const runtime::Message* message : endpoint.unreceived()) {
    found.push_back({.from = message->source,
                     .to = endpoint.rank(),
                     .tag = message->tag,
                     .bytes = static_cast<std::int64_t>(message->bytes),
                     .context = message->context});
  }
  const auto ranks = static_cast<std::size_t>(endpoint.ranks());
  std::vector<int> counts(ranks);
  std::vector<int> begins(ranks);
  const int words = static_cast<int>(found.size()) * words_in_stray;
  native().Allgather(&words, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
  int all_words = 0;
  for (std::size_t i = 0; i < ranks; ++i) {
    begins[i] = all_words;
    all_words += counts[i];
  }
  if (all_words == 0) return {};
  std::vector<Stray> all(static_cast<std::size_t>(all_words / words_in_stray));
  native().Allgatherv(found.data(), words, MPI_INT64_T, all.data(), counts.data(), begins.data(),
                      MPI_INT64_T, MPI_COMM_WORLD);
  std::erase_if(all, [&](const Stray& stray) { return stray.from != endpoint.rank(); });
  return all;
}

std::string name_of(Context context) {
  std::string name = "a communicator that is freed";
  process().communicators.for_each([&](const Communicator& communicator) {
    if (communicator.context == context) name = mpi::name_of(communicator);
  });
  return name;
}

std::vector<monitor::Unreceived> unreceived() {
  std::vector<monitor::Unreceived> sends;
  for (const Stray& stray : own_strays()) {
    sends.push_back({.to = static_cast<std::int32_t>(stray.to),
                     .tag = static_cast<std::int32_t>(stray.tag),
                     .communicator = name_of(stray.context),
                     .size_bytes = stray.bytes});
  }
  if (!sends.empty()) {
    const monitor::Unreceived& first = sends.front();
    say(base::format(
        "rank {} sent {} message{} that no rank received, the first of {} bytes with tag "
        "{} to rank {} of the job in {}",
        process().endpoint.rank(), sends.size(), sends.size() == 1 ? "" : "s", first.size_bytes,
        first.tag, first.to, first.communicator));
  }
  return sends;
}

void stop_serving() {
  stop_watching();
  process().wait(
      [] {
        process().requests.reap();
        return process().requests.abandoned().empty();
      },
      [] { return false; }, [] { return process().requests.abandoned().front()->waits_for(); });
  // Nodes speak for each other until the end of all. Who never comes to this is part of a deadlock,
  // and who has called other collectives than the others is told of it.
  Collective::perform(Form::blocking(), Collective(Kind::finalization, Form::blocking(),
                                                   *process().communicator(MPI_COMM_WORLD)));
  process().endpoint.close();
  is_serving = false;
  // What has been sent is here when all have come to this.
  native().Barrier(MPI_COMM_WORLD);
  process().endpoint.progress();
  write_record("finalized", "", {}, unreceived());
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
  const Entry entry(Function::Finalize);
  stop_serving();
  return MPI_SUCCESS;
}

/// MPI_Finalize deletes the attributes of MPI_COMM_SELF before all else, the first one last (MPI
/// 4.1, section 11.2.4): what the program does in the callbacks of its own is served.
void stop_after_callbacks() {
  int key = MPI_KEYVAL_INVALID;
  native().Comm_create_keyval(copy_nothing, stop_with_self, &key, nullptr);
  native().Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  native().Comm_free_keyval(&key);
}

std::vector<pid_t> threads_since(const std::vector<pid_t>& before) {
  std::vector<pid_t> since;
  std::ranges::set_difference(runtime::threads_of_process(), before, std::back_inserter(since));
  return since;
}

}  // namespace

void start_serving(const std::vector<pid_t>& threads_before) {
  base::end_on_failed_assertion(end_after_failed_assertion);
  RunOptions options = options_or_end();
  Nodes nodes = find_nodes(options.nodes);
  const int here = static_cast<int>(nodes.place.members.size());
  const SharedMemory memory = share(nodes.here, runtime::Segment::bytes_for(here));
  options.runtime.cores = cores_of(nodes.here);
  native().Comm_free(&nodes.here);
  if (memory.at == nullptr) {
    go_native_or_end(options, nodes.place.rank, memory.why);
    return;
  }
  std::unique_ptr<runtime::Link> link;
  if (nodes.count() > 1) link = std::make_unique<NativeLink>(runtime::most_data_with_descriptor);
  nodes.place.link = link.get();
  the_process = new Process(memory.at, nodes.place, options.runtime, std::move(link));
  native().Comm_group(MPI_COMM_WORLD, &process().world);
  process().most_tag = most_tag();
  adopt(MPI_COMM_WORLD, 0, 0);
  adopt(MPI_COMM_SELF, 0, 1);
  try {
    start_record(options);
  } catch (const Error& error) {
    end_with(error.what());
  }
  int thread_level = MPI_THREAD_SINGLE;
  native().Query_thread(&thread_level);
  if (thread_level == MPI_THREAD_MULTIPLE) {
    turns = new Turns(process().endpoint, threads_since(threads_before));
    process().endpoint.mind_threads([] { return turns->do_others_sleep(); });
    if (mmds != nullptr) mmds->expect_threads();
  }
  // From here on a rank may send to any other.
  native().Barrier(MPI_COMM_WORLD);
  process().endpoint.watch_others(report_loss);
  is_serving = true;
  tell_launcher(Fact::active);
  stop_after_callbacks();
}

int finalize_natively() {
  stop_watching();
  const ProgramsCode running;
  return native().Finalize();
}

}  // namespace strobe::bcs::mpi
