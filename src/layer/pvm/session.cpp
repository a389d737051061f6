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

#include "base/format.hpp"
#include "layer/collectives.hpp"
#include "layer/pvm/errors.hpp"
#include "layer/pvm/siblings.hpp"
#include "schedule/exchange.hpp"
#include "strobe/error.hpp"

namespace strobe::layer::pvm {
namespace {

constexpr int table_tag = 32010;
constexpr std::string_view spawned_mark = "--spawned";

/// Who a task is, for the others of its node.
struct Whereabouts {
  std::array<char, 64> boot{};
  int pid = 0;
};

Whereabouts own_whereabouts() {
  Whereabouts own{.pid = getpid()};
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  std::getline(file, boot);
  boot.copy(own.boot.data(), own.boot.size() - 1);
  return own;
}

/// A number above 0 in the whole of `text`; 0 where it is none.
int positive(const char* text) {
  int number = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, number);
  return error == std::errc() && stop == end && number > 0 ? number : 0;
}

/// Where the daemon of this user leaves its address (pvmd3(1)).
std::string address_file() {
  const char* folder = std::getenv("PVM_TMP");
  const char* machine = std::getenv("PVM_VMID");
  return base::format("{}/pvmd.{}{}{}", folder == nullptr ? "/tmp" : folder, getuid(),
                      machine == nullptr ? "" : ".", machine == nullptr ? "" : machine);
}

/// Without this look, libpvm would start a daemon by itself and leave it behind.
void check_machine_runs() {
  if (access(address_file().c_str(), R_OK) == 0) return;
  throw Error(
      "no virtual machine of PVM runs for this user: start one with `pvmd &`; `strobe measure "
      "--layer pvm` starts and halts one by itself");
}

/// Says what it says where the first task does; PVM would put it into the daemon's log. Tasks of
/// other nodes are left as they are.
void speak_through(const Whereabouts& first, const Whereabouts& own) {
  if (first.boot != own.boot) return;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    const std::string path = base::format("/proc/{}/fd/{}", first.pid, descriptor);
    const int theirs = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (theirs < 0) continue;
    dup2(theirs, descriptor);
    close(theirs);
  }
}

/// Gives each task of a node a core of its own, where they suffice, as launchers of MPIs do.
void bind_to_core(std::size_t place_on_node, std::size_t tasks_on_node) {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return;
  if (tasks_on_node > static_cast<std::size_t>(CPU_COUNT(&usable))) return;
  std::size_t place = 0;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &usable) || place++ != place_on_node) continue;
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(core, &own);
    sched_setaffinity(0, sizeof own, &own);
    return;
  }
}

/// Becomes a task, whose errors come back as codes and are said by us.
void enroll() {
  pvm_setopt(PvmAutoErr, 0);
  check(pvm_mytid(), "pvm_mytid");
  check(pvm_setopt(PvmRoute, PvmRouteDirect), "pvm_setopt");
}

/// The first task: one process each, of this same program, and the table of all to each.
std::vector<int> spawn(char** arguments, int tasks) {
  std::vector<int> table(static_cast<std::size_t>(tasks));
  table.front() = pvm_mytid();
  if (tasks == 1) return table;
  std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const int spawned =
      pvm_spawn(program.data(), arguments, PvmTaskDefault, nullptr, tasks - 1, table.data() + 1);
  if (spawned != tasks - 1) {
    for (int i = 1; i <= spawned; ++i) pvm_kill(table[static_cast<std::size_t>(i)]);
    // What stands in the table of a task that was not spawned is the reason.
    fail(spawned < 0 ? spawned : table[static_cast<std::size_t>(spawned) + 1], "pvm_spawn");
  }
  check(pvm_initsend(PvmDataRaw), "pvm_initsend");
  check(pvm_pkint(&tasks, 1, 1), "pvm_pkint");
  check(pvm_pkint(table.data(), tasks, 1), "pvm_pkint");
  check(pvm_mcast(table.data() + 1, tasks - 1, table_tag), "pvm_mcast");
  return table;
}

/// Another task: the table from the first.
std::vector<int> join() {
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
    throw Error(base::format("STROBE_PVM_TASKS is '{}', and wants a number of 1 or more", text));
  }
  return tasks;
}

bool is_spawned() {
  check_machine_runs();
  pvm_setopt(PvmAutoErr, 0);
  return pvm_parent() >= 0;
}

Session::Session(int* argc, char*** argv, OnLoss on_loss) {
  char** given = *argv;
  int tasks = 1;
  int taken = 0;
  const bool is_spawned = *argc > 1 && given[1] == spawned_mark;
  if (is_spawned) {
    taken = 1;
  } else if (*argc > 1 && std::string_view(given[1]) == "-n") {
    tasks = *argc > 2 ? positive(given[2]) : 0;
    if (tasks == 0) throw Error("-n wants the number of tasks, 1 or more");
    taken = 2;
  } else {
    tasks = tasks_wanted().value_or(1);
  }
  arguments_.push_back(given[0]);
  arguments_.insert(arguments_.end(), given + 1 + taken, given + *argc);
  *argc -= taken;
  arguments_.push_back(nullptr);
  *argv = arguments_.data();

  if (!is_spawned) check_machine_runs();
  enroll();
  std::string mark(spawned_mark);
  std::vector<char*> for_others{mark.data()};
  for_others.insert(for_others.end(), arguments_.begin() + 1, arguments_.end());
  begin(is_spawned ? join() : spawn(for_others.data(), tasks), is_spawned, std::move(on_loss));
}

Session::Session(int tasks, OnLoss on_loss) {
  check_machine_runs();
  enroll();
  const bool is_spawned = pvm::is_spawned();
  std::vector<std::string> own = own_arguments();
  std::vector<char*> for_others;
  for (std::size_t i = 1; i < own.size(); ++i) for_others.push_back(own[i].data());
  for_others.push_back(nullptr);
  begin(is_spawned ? join() : spawn(for_others.data(), tasks), is_spawned, std::move(on_loss));
}

void Session::begin(const std::vector<int>& tasks, bool is_spawned, OnLoss on_loss) {
  tasks_ = tasks;
  all_ = std::make_unique<PvmLayer>(tasks, 0);
  const Whereabouts own = own_whereabouts();
  std::vector<Whereabouts> every(static_cast<std::size_t>(all_->size()));
  all_->allgather(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(every)));
  std::vector<Siblings::Sibling> near;
  std::size_t before = 0;
  for (int rank = 0; rank < all_->size(); ++rank) {
    const Whereabouts& other = every[static_cast<std::size_t>(rank)];
    if (other.boot != own.boot) continue;
    if (rank < all_->rank().value) ++before;
    if (rank != all_->rank().value) near.push_back({rank, other.pid});
  }
  if (is_spawned) speak_through(every.front(), own);
  bind_to_core(before, near.size() + 1);
  siblings_ = std::make_unique<Siblings>(near, std::move(on_loss));
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
  // From here on the others may end.
  siblings_.reset();
  try {
    collectives::barrier(*all_, schedule::dissemination_barrier(collectives::position_of(*all_)));
  } catch (const std::exception&) {  // the virtual machine has gone: nobody is left to wait for
  }
  all_.reset();
  pvm_exit();
}

std::string library_version() { return pvm_version(); }

}  // namespace strobe::layer::pvm
