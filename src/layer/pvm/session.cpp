// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/session.hpp"

#include <fcntl.h>
#include <pvm3.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/boot_id.hpp"
#include "base/format.hpp"
#include "layer/collectives.hpp"
#include "layer/pvm/errors.hpp"
#include "layer/pvm/task_monitor.hpp"
#include "schedule/exchange.hpp"
#include "strobe/error.hpp"

namespace strobe::layer::pvm {
namespace {

constexpr int table_tag = 32010;
constexpr std::string_view spawned_mark = "--spawned";

/// Identifies a process on its node. Two processes are on the same node if the boot ids are equal.
struct ProcessLocation {
  std::array<char, 64> boot_id{};
  int pid = 0;
};

ProcessLocation own_location() {
  ProcessLocation own{.pid = getpid()};
  base::boot_id().copy(own.boot_id.data(), own.boot_id.size() - 1);
  return own;
}

/// The number in `text`; 0 if the text is not a number above 0.
int positive(const char* text) {
  int number = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, number);
  return error == std::errc() && stop == end && number > 0 ? number : 0;
}

/// The file in which the daemon of this user writes its address (pvmd3(1)).
std::string address_file() {
  const char* folder = std::getenv("PVM_TMP");
  const char* machine = std::getenv("PVM_VMID");
  return base::format("{}/pvmd.{}{}{}", folder == nullptr ? "/tmp" : folder, getuid(),
                      machine == nullptr ? "" : ".", machine == nullptr ? "" : machine);
}

/// Without this check libpvm would start a daemon that continues after the program.
void check_machine_runs() {
  if (access(address_file().c_str(), R_OK) == 0) return;
  throw Error(
      "no PVM virtual machine runs for this user; start one with `pvmd &`, or use `strobe measure "
      "--layer pvm`, which starts and stops one");
}

/// Redirects the output to that of the first task; PVM writes it to the daemon's log. Tasks on
/// other nodes keep the output of PVM.
void redirect_output(const ProcessLocation& first, const ProcessLocation& own) {
  if (first.boot_id != own.boot_id) return;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    const std::string path = base::format("/proc/{}/fd/{}", first.pid, descriptor);
    const int theirs = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (theirs < 0) continue;
    dup2(theirs, descriptor);
    close(theirs);
  }
}

/// Binds each task of a node to its own core if there are enough, as MPI launchers do.
void bind_to_core(std::size_t index_on_node, std::size_t tasks_on_node) {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return;
  if (tasks_on_node > static_cast<std::size_t>(CPU_COUNT(&usable))) return;
  std::size_t index = 0;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &usable) || index++ != index_on_node) continue;
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(core, &own);
    sched_setaffinity(0, sizeof own, &own);
    return;
  }
}

/// Makes this process a task. Calls return error codes instead of printing messages.
void enroll() {
  pvm_setopt(PvmAutoErr, 0);
  check(pvm_mytid(), "pvm_mytid");
  check(pvm_setopt(PvmRoute, PvmRouteDirect), "pvm_setopt");
}

/// In the first task: spawns the others with the same program, and sends them the table of tasks.
std::vector<int> spawn(char** arguments, int tasks) {
  std::vector<int> table(static_cast<std::size_t>(tasks));
  table.front() = pvm_mytid();
  if (tasks == 1) return table;
  std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const int spawned =
      pvm_spawn(program.data(), arguments, PvmTaskDefault, nullptr, tasks - 1, table.data() + 1);
  if (spawned != tasks - 1) {
    for (int i = 1; i <= spawned; ++i) pvm_kill(table[static_cast<std::size_t>(i)]);
    // The table has the error code of a task that was not spawned.
    fail(spawned < 0 ? spawned : table[static_cast<std::size_t>(spawned) + 1], "pvm_spawn");
  }
  check(pvm_initsend(PvmDataRaw), "pvm_initsend");
  check(pvm_pkint(&tasks, 1, 1), "pvm_pkint");
  check(pvm_pkint(table.data(), tasks, 1), "pvm_pkint");
  check(pvm_mcast(table.data() + 1, tasks - 1, table_tag), "pvm_mcast");
  return table;
}

/// In the other tasks: receives the table of tasks.
std::vector<int> receive_table() {
  check(pvm_recv(check(pvm_parent(), "pvm_parent"), table_tag), "pvm_recv");
  int tasks = 0;
  check(pvm_upkint(&tasks, 1, 1), "pvm_upkint");
  std::vector<int> table(static_cast<std::size_t>(tasks));
  check(pvm_upkint(table.data(), tasks, 1), "pvm_upkint");
  return table;
}

/// The command line of this process.
std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  std::vector<std::string> arguments;
  for (std::string each; std::getline(file, each, '\0');) arguments.push_back(each);
  return arguments;
}

}  // namespace

std::optional<int> tasks_wanted() {
  const char* const text = std::getenv("STROBE_PVM_TASKS");
  if (text == nullptr) return std::nullopt;
  const int tasks = positive(text);
  if (tasks == 0) {
    throw Error(base::format("STROBE_PVM_TASKS is '{}'; set it to a number of 1 or more", text));
  }
  return tasks;
}

bool is_spawned() {
  check_machine_runs();
  pvm_setopt(PvmAutoErr, 0);
  return pvm_parent() >= 0;
}

Session::Session(int* argc, char*** argv, OnLoss on_loss) {
  char** values = *argv;
  int tasks = 1;
  int used = 0;
  const bool is_spawned = *argc > 1 && values[1] == spawned_mark;
  if (is_spawned) {
    used = 1;
  } else if (*argc > 1 && std::string_view(values[1]) == "-n") {
    tasks = *argc > 2 ? positive(values[2]) : 0;
    if (tasks == 0) throw Error("-n needs the number of tasks; give 1 or more");
    used = 2;
  } else {
    tasks = tasks_wanted().value_or(1);
  }
  arguments_.push_back(values[0]);
  arguments_.insert(arguments_.end(), values + 1 + used, values + *argc);
  *argc -= used;
  arguments_.push_back(nullptr);
  *argv = arguments_.data();

  if (!is_spawned) check_machine_runs();
  enroll();
  std::string mark(spawned_mark);
  std::vector<char*> for_spawned{mark.data()};
  for_spawned.insert(for_spawned.end(), arguments_.begin() + 1, arguments_.end());
  begin(is_spawned ? receive_table() : spawn(for_spawned.data(), tasks), is_spawned,
        std::move(on_loss));
}

Session::Session(int tasks, OnLoss on_loss) {
  check_machine_runs();
  enroll();
  const bool is_spawned = pvm::is_spawned();
  std::vector<std::string> own = own_arguments();
  std::vector<char*> for_spawned;
  for (std::size_t i = 1; i < own.size(); ++i) for_spawned.push_back(own[i].data());
  for_spawned.push_back(nullptr);
  begin(is_spawned ? receive_table() : spawn(for_spawned.data(), tasks), is_spawned,
        std::move(on_loss));
}

void Session::begin(const std::vector<int>& tasks, bool is_spawned, OnLoss on_loss) {
  tasks_ = tasks;
  all_ = std::make_unique<PvmLayer>(tasks, 0);
  const ProcessLocation own = own_location();
  std::vector<ProcessLocation> every(static_cast<std::size_t>(all_->size()));
  all_->allgather(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(every)));
  std::vector<TaskMonitor::LocalTask> others_on_node;
  std::size_t index_on_node = 0;
  for (int rank = 0; rank < all_->size(); ++rank) {
    const ProcessLocation& other = every[static_cast<std::size_t>(rank)];
    if (other.boot_id != own.boot_id) continue;
    if (rank < all_->rank().value) ++index_on_node;
    if (rank != all_->rank().value) others_on_node.push_back({rank, other.pid});
  }
  if (is_spawned) redirect_output(every.front(), own);
  bind_to_core(index_on_node, others_on_node.size() + 1);
  task_monitor_ = std::make_unique<TaskMonitor>(others_on_node, std::move(on_loss));
}

PvmLayer Session::world() {
  std::vector<Rank> members;
  for (int rank = 0; rank < all_->size(); ++rank) members.push_back({rank});
  return all_->group(members);
}

void Session::kill_others() const {
  for (const int task : tasks_) {
    if (task != pvm_mytid()) pvm_kill(task);
  }
}

Session::~Session() {
  // From now on other tasks may end.
  task_monitor_.reset();
  try {
    collectives::barrier(*all_, schedule::dissemination_barrier(collectives::position_of(*all_)));
  } catch (
      const std::exception&) {  // the virtual machine has ended, so there are no tasks to wait for
  }
  all_.reset();
  pvm_exit();
}

std::string library_version() { return pvm_version(); }

}  // namespace strobe::layer::pvm
