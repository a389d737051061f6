// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/library_process.hpp"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <thread>

#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/named.hpp"
#include "kernels/blas/serve.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blas {
namespace {

/// Prefixes of the variables that BLAS libraries and their threading libraries read.
constexpr std::array<std::string_view, 7> steering{"OPENBLAS_", "GOTO_", "MKL_",   "BLIS_",
                                                   "OMP_",      "KMP_",  "VECLIB_"};

bool steers(std::string_view variable) {
  return std::ranges::any_of(steering,
                             [&](std::string_view prefix) { return variable.starts_with(prefix); });
}

/// The environment, as "NAME=VALUE", of a process whose library is to have so many threads.
std::vector<std::string> environment(int threads, bool keeps_all) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (keeps_all || !steers(*entry)) variables.emplace_back(*entry);
  }
  for (const char* name : {"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
                           "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"}) {
    variables.push_back(base::format("{}={}", name, threads));
  }
  // Without this variable MKL loads a threading library that may be missing.
  if (threads == 1) variables.emplace_back("MKL_THREADING_LAYER=SEQUENTIAL");
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

Error system_error(std::string_view what, int number) {
  return Error(base::format("{}: {}", what, std::strerror(number)));
}

std::string what_ended(int status) {
  if (WIFSIGNALED(status)) {
    return base::format("crashed ({})", strsignal(WTERMSIG(status)));
  }
  return base::format("ended its process with status {}", WEXITSTATUS(status));
}

}  // namespace

NamedLibrary parse_named_library(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t slash = text.find('/');
  if (equals != std::string::npos && (slash == std::string::npos || equals < slash)) {
    const std::string name = text.substr(0, equals);
    const bool begins = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
    const bool is_word = std::ranges::none_of(name, [](char c) {
      return std::isspace(static_cast<unsigned char>(c)) != 0 || c == '=' || c == ',';
    });
    if (!begins || !is_word) {
      throw Error(
          base::format("'{}' does not name a BLAS: write NAME=PATH, where NAME is one word that "
                       "begins with a letter",
                       text));
    }
    return {name, text.substr(equals + 1)};
  }
  std::string name = std::filesystem::path(text).filename().string();
  if (name.starts_with("lib")) name.erase(0, 3);
  name = name.substr(0, name.find(".so"));
  std::ranges::replace_if(
      name, [](char c) { return std::isspace(static_cast<unsigned char>(c)) || c == '='; }, '_');
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) name = "blas" + name;
  return {name, text};
}

std::map<std::string, std::string> steering_variables() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !steers(text)) continue;
    variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

LibraryProcess::LibraryProcess(NamedLibrary library, int threads, const LibrariesOptions& options)
    : library_(std::move(library)), timeout_(options.timeout) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw system_error("cannot create a socket for a BLAS", errno);
  }
  socket_ = ends[0];
  std::vector<std::string> arguments{options.program.string(), library_.path,
                                     base::format("{}", threads)};
  std::vector<std::string> variables = environment(threads, options.keeps_environment);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], socket_descriptor);
  // The output of a library must not mix with our records.
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int failed = posix_spawn(&pid_, arguments[0].c_str(), &actions, nullptr,
                                 pointers(arguments).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (failed != 0) {
    close(socket_);
    throw system_error(arguments[0] + ", which runs the BLAS libraries, cannot be started", failed);
  }
}

LibraryProcess::~LibraryProcess() {
  if (!is_lost()) (void)end(false);
}

/// Waits for the end of the process and describes it. The process ends when its socket is closed,
/// unless it hangs.
std::string LibraryProcess::end(bool kill_it) {
  close(socket_);
  int status = 0;
  const auto begin = base::monotonic_now();
  constexpr std::chrono::milliseconds longest{1000};
  if (kill_it) kill(pid_, SIGKILL);
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (base::monotonic_now() - begin > longest) kill(pid_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  pid_ = -1;
  return what_ended(status);
}

Answer LibraryProcess::ask(const Request& request) {
  Answer answer;
  if (send(socket_, &request, sizeof request, MSG_NOSIGNAL) < 0) {
    throw Error(base::format("{} {}", library_.name, end(false)));
  }
  pollfd waited{.fd = socket_, .events = POLLIN, .revents = 0};
  const auto deadline = base::monotonic_now() + timeout_;
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - base::monotonic_now());
    const int ready = poll(&waited, 1, std::max(static_cast<int>(left.count()), 0));
    if (ready > 0) break;
    if (ready < 0 && errno == EINTR) continue;
    (void)end(true);
    throw Error(base::format("{} hung: it did not answer for {} s", library_.name,
                             static_cast<double>(timeout_.count()) / 1e3));
  }
  const ssize_t received = recv(socket_, &answer, sizeof answer, MSG_WAITALL);
  if (received != static_cast<ssize_t>(sizeof answer)) {
    throw Error(base::format("{} {}", library_.name, end(false)));
  }
  if (!answer.wrong.empty()) {
    throw Error(base::format("{}: {}", library_.name, answer.wrong.string()));
  }
  return answer;
}

Libraries::Libraries(LibrariesOptions options) : options_(std::move(options)) {
  options_.given.push_back({reference_name, reference_path});
  for (auto each = options_.given.begin(); each != options_.given.end(); ++each) {
    if (std::ranges::count(options_.given, each->name, &NamedLibrary::name) > 1) {
      throw Error(
          base::format("two BLAS libraries have the name {}: use --blas NAME=PATH", each->name));
    }
  }
}

std::vector<std::string> Libraries::names() const {
  std::vector<std::string> all;
  std::ranges::transform(options_.given, std::back_inserter(all), &NamedLibrary::name);
  return all;
}

const NamedLibrary& Libraries::named(const std::string& name) const {
  return base::named(options_.given, &NamedLibrary::name, name, "BLAS");
}

measure::LibraryFacts Libraries::describe(const std::string& name) {
  measure::LibraryFacts facts{.name = name, .path = named(name).path};
  try {
    const Answer answer = process(name, 1).ask({.kind = Request::Kind::describe});
    facts.description = answer.description.string();
    facts.core = answer.core.string();
    facts.integer_bits = answer.has_long_integers ? 64 : 32;
    facts.symbol = answer.symbol.string();
    facts.steered_by = answer.steered_by.string();
  } catch (const Error& error) {
    facts.wrong = error.what();
  }
  return facts;
}

bool Libraries::has_routine(const std::string& name, const Routine& routine, Type type) {
  const auto [place, is_new] = has_routine_.try_emplace({name, routine.name(type)}, true);
  if (!is_new) return place->second;
  try {
    const Request request{
        .kind = Request::Kind::find, .routine = index_of(routine), .spec = {.type = type}};
    place->second = process(name, 1).ask(request).has_routine;
  } catch (const Error&) {
    // The library cannot be used, which the record of the library and its cells report.
  }
  return place->second;
}

LibraryProcess& Libraries::process(const std::string& name, int threads) {
  RunningLibrary& running = processes_[{name, threads}];
  if (!running.process || running.process->is_lost()) {
    running.process = std::make_unique<LibraryProcess>(named(name), threads, options_);
    running.visited.clear();
  }
  return *running.process;
}

LibraryProcess& Libraries::process_for_visit(const std::string& name, int threads,
                                             const std::string& cell) {
  RunningLibrary& running = processes_[{name, threads}];
  if (running.visited.contains(cell)) running.process.reset();
  LibraryProcess& present = process(name, threads);
  running.visited.insert(cell);
  return present;
}

}  // namespace strobe::kernels::blas
