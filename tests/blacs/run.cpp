// SPDX-License-Identifier: BSD-3-Clause
#include "run.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "base/format.hpp"
#include "world.hpp"

namespace strobe::blacs_test {

namespace {

// FNV-1a: the same on every machine, as std::hash is not.
std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return value;
}

}  // namespace

Run::Run(Options options)
    : options_(std::move(options)),
      watchdog_([this](const std::string& what) { end_by_hang(what); }) {}

std::string Run::place() const {
  std::string text = base::format("rank {}", world_rank());
  if (grid_ != nullptr && grid_->is_inside) {
    text += base::format(" at {{{}, {}}} of the {}x{} grid", grid_->row, grid_->column, grid_->rows,
                         grid_->columns);
  }
  return text;
}

bool Run::open(const std::string& group, const Grid* grid) {
  if (options_.list) {
    listed_.insert(group);
    return false;
  }
  if (group.find(options_.only) == std::string::npos) {
    return false;
  }
  group_ = group;
  grid_ = grid;
  cases_ = 0;
  cases_run_ = 0;
  failures_.clear();
  call_ = Call();
  watchdog_.guard(place() + ": begins with " + group_, options_.hang_after);
  return true;
}

bool Run::next() {
  // Drawn, because the cases lie in loops of which a fixed step would miss some turns altogether.
  base::Random drawn(~hash(group_) + options_.seed + 1000003 * cases_);
  const bool is_wanted = cases_ == 0 || drawn.next() % options_.every == 0;
  ++cases_;
  cases_run_ += is_wanted ? 1 : 0;
  return is_wanted;
}

base::Random Run::random() const {
  return base::Random(hash(group_) ^ (options_.seed << 32) ^ cases_);
}

void Run::doing(Call call) {
  call_ = std::move(call);
  watchdog_.guard(base::format("{}: {}", place(), describe(call_)), options_.hang_after);
}

void Run::fail(const std::string& what) {
  failures_.push_back(base::format("  {}: {}: {}\n", place(), describe(call_), what));
  // The first one is told at once as well: what went wrong may make the MPI end the run.
  if (failures_.size() == 1) {
    std::fputs(failures_.front().c_str(), stderr);
  }
}

void Run::close() {
  // Who is outside the grid waits as long as the group lasts, and those inside look after
  // themselves.
  if (grid_ != nullptr && !grid_->is_inside) {
    watchdog_.rest();
  } else {
    watchdog_.guard(base::format("{}: waits for the others at the end of {}", place(), group_),
                    options_.hang_after);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(failures_.size(), options_.shown); ++i) {
    text += failures_[i];
  }
  if (failures_.size() > options_.shown) {
    text +=
        base::format("  {}: and {} failures more\n", place(), failures_.size() - options_.shown);
  }
  text = gathered(text);

  std::uint64_t failures = 0;
  std::uint64_t cases = 0;
  for (const auto& [theirs, theirs_run] : from_all(std::pair(failures_.size(), cases_run_))) {
    failures += theirs;
    cases = std::max(cases, theirs_run);
  }
  all_failures_ += failures;
  all_cases_ += cases;
  if (world_rank() == 0) {
    const std::string where =
        grid_ == nullptr ? "" : base::format(" on {}x{}", grid_->rows, grid_->columns);
    base::print(stdout, "{}{}: {} cases, {} failures\n{}", group_, where, cases, failures, text);
    std::fflush(stdout);
  }
  watchdog_.rest();
}

bool Run::finish() {
  if (world_rank() == 0) {
    for (const std::string& group : listed_) {
      base::print(stdout, "{}\n", group);
    }
    if (!options_.list) {
      const bool is_empty = all_cases_ == 0;
      base::print(stdout, "{}: {} cases on {} processes, {} failures{}\n",
                  all_failures_ == 0 && !is_empty ? "passed" : "FAILED", all_cases_, world_size(),
                  all_failures_, is_empty ? "; nothing was tested" : "");
    }
    std::fflush(stdout);
  }
  return options_.list || (all_failures_ == 0 && all_cases_ > 0);
}

void Run::end_by_hang(const std::string& what) {
  // The thread that hangs writes no failures, so that this one may read them.
  std::string text;
  for (std::size_t i = 0; i < std::min(failures_.size(), options_.shown); ++i) {
    text += failures_[i];
  }
  text += base::format("  FAILED in {}: no progress for {} s: {}\n", group_,
                       static_cast<double>(options_.hang_after.count()) / 1000, what);
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  // The others are stuck too and have something to say; the first to end takes them along.
  std::this_thread::sleep_for(
      std::min<std::chrono::milliseconds>(options_.hang_after, std::chrono::milliseconds(1000)));
  _exit(1);
}

}  // namespace strobe::blacs_test
