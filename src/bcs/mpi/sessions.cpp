// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/sessions.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/launcher.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/thread_level.hpp"
#include "bcs/mpi/user_report.hpp"
#include "bcs/runtime/own_thread.hpp"
#include "bcs/runtime/threads.hpp"

namespace strobe::bcs::mpi {

namespace {

/// The sessions of this process. Sessions may begin in several threads at once.
struct Sessions {
  std::mutex lock;
  int open = 0;
  bool is_world_hidden = false;  ///< the MPI is initialized, and the program has not done it
  int thread_level = MPI_THREAD_SINGLE;
  std::optional<MPI_Session> current;
};
constinit Sessions sessions;

int requested_thread_level(MPI_Info info) {
  constexpr std::array<std::pair<std::string_view, int>, 4> levels{
      {{"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
       {"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
       {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
       {"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE}}};
  std::array<char, 64> text{};
  int is_set = 0;
  int length = static_cast<int>(text.size());
  if (info != MPI_INFO_NULL) {
    native().Info_get_string(info, "thread_level", &length, text.data(), &is_set);
  }
  for (const auto& [name, level] : levels) {
    if (is_set != 0 && name == text.data()) return level;
  }
  return MPI_THREAD_SINGLE;
}

/// The runtime starts in all ranks together. One that begins no session would keep the others
/// waiting without a word: some MPIs within MPI_Init_thread, others in a barrier after it.
class LongWaitReport {
 public:
  LongWaitReport()
      : rank_(rank_by_launcher()), thread_(runtime::own_thread([this] { report_if_long(); })) {}
  LongWaitReport(const LongWaitReport&) = delete;
  LongWaitReport& operator=(const LongWaitReport&) = delete;
  ~LongWaitReport() {
    {
      const std::scoped_lock guard(lock_);
      is_over_ = true;
    }
    ended_.notify_one();
    thread_.join();
  }

 private:
  void report_if_long() {
    constexpr std::chrono::seconds long_wait{10};
    constexpr int last_to_report = 1;  // one rank says it, or the other if that one is missing
    std::unique_lock guard(lock_);
    if (ended_.wait_for(guard, long_wait, [this] { return is_over_; })) return;
    if (rank_.value_or(0) > last_to_report) return;
    report_to_user(base::format(
        "{} waits in MPI_Session_init for ranks that have not called it; under strobe run all "
        "ranks have to call MPI_Init or MPI_Session_init",
        rank_ ? base::format("rank {}", *rank_) : "a rank"));
  }

  /// From the launcher, since the MPI is not initialized; read here, as the MPI may set variables
  /// meanwhile.
  const std::optional<int> rank_;
  std::mutex lock_;
  std::condition_variable ended_;
  bool is_over_ = false;
  std::thread thread_;
};

void finalize_at_exit() {
  int is_finalized = 0;
  native().Finalized(&is_finalized);
  // A rank with an open session ends like one without MPI_Finalize.
  if (is_finalized != 0 || sessions.open != 0) return;
  const CallScope call(Function::Session_finalize);
  finalize_mpi();
}

/// Returns the MPI's error.
int start_hidden_world(MPI_Info info) {
  const std::vector<pid_t> threads_before = runtime::threads_of_process();
  const int wanted = requested_thread_level(info);
  {
    const LongWaitReport report;
    const int error = init_for_program(nullptr, nullptr, wanted, &sessions.thread_level);
    if (error != MPI_SUCCESS) return error;
    sessions.is_world_hidden = true;
    native().Barrier(MPI_COMM_WORLD);
  }
  start_runtime(threads_before);
  std::atexit(finalize_at_exit);
  return MPI_SUCCESS;
}

bool is_world_initialized() {
  int flag = 0;
  native().Initialized(&flag);
  return flag != 0;
}

/// Whether the runtime, which has started, can serve a session with this info.
bool is_level_served(MPI_Info info) {
  return requested_thread_level(info) <= thread_level_of_program() || !CallScope::is_served();
}

}  // namespace

bool show_hidden_world() {
  const std::lock_guard lock(sessions.lock);
  return std::exchange(sessions.is_world_hidden, false);
}

std::optional<MPI_Session> current_session() {
  const std::lock_guard lock(sessions.lock);
  return sessions.current;
}

namespace handlers {

int session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
  interposer.has_finalized = false;  // calls are allowed again
  if (session == nullptr || native().Session_init == nullptr) return pass_through;
  const std::lock_guard lock(sessions.lock);
  if (!is_world_initialized()) {
    if (const int error = start_hidden_world(info); error != MPI_SUCCESS) return error;
  } else if (!is_level_served(info)) {
    report_to_user(
        "a session asks for a higher thread level than MPI_Init or the first session did, by which "
        "the runtime has started; ask for it there");
    return MPI_ERR_UNSUPPORTED_OPERATION;
  }
  const int error = native().Session_init(info, errhandler, session);
  if (error == MPI_SUCCESS) {
    ++sessions.open;
    sessions.current = *session;
  }
  return error;
}

int session_finalize(MPI_Session* session) {
  if (session == nullptr) return pass_through;
  const MPI_Session ended = *session;
  const int error = native().Session_finalize(session);
  if (error != MPI_SUCCESS) return error;
  if (CallScope::is_served()) process().session_buffers.erase(ended);
  const std::lock_guard lock(sessions.lock);
  --sessions.open;
  if (sessions.current == ended) sessions.current.reset();
  return MPI_SUCCESS;
}

int group_from_session_pset(MPI_Session session, const char* /*pset_name*/,
                            MPI_Group* /*newgroup*/) {
  const std::lock_guard lock(sessions.lock);
  sessions.current = session;
  return pass_through;
}

int initialized(int* flag) {
  if (flag == nullptr || !sessions.is_world_hidden) return pass_through;
  *flag = 0;
  return MPI_SUCCESS;
}

}  // namespace handlers

}  // namespace strobe::bcs::mpi
