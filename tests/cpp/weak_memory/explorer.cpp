// SPDX-License-Identifier: BSD-3-Clause
#include "weak_memory/explorer.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/api/fiber.hpp"

namespace strobe::weak_memory {
namespace {

constexpr std::size_t stack_bytes = 256 << 10;

/// What the program demanded does not hold.
struct Failed {
  std::string demand;
};

class Thread {
 public:
  enum class Wants { step, relax, nothing };

  Thread(const std::function<void()>& body, std::string& failure)
      : fiber_(stack_bytes, [this, &body, &failure] {
          try {
            body();
          } catch (const Failed& failed) {
            failure = failed.demand;
          } catch (const std::exception& error) {
            failure = error.what();
          }
          wants = Wants::nothing;
        }) {}

  void resume() { fiber_.resume(); }
  /// Waits for its turn.
  void request(Wants what) {
    wants = what;
    fiber_.wait();
  }

  Wants wants = Wants::nothing;
  Step step;
  std::uint64_t read = 0;  ///< the answer
  bool is_exclusive = false;
  bool sleeps = false;

 private:
  bcs::api::Fiber fiber_;
};

class Explorer {
 public:
  Explorer(const Program& program, const Options& options)
      : program_(program), options_(options), execution_(static_cast<int>(count())) {}

  Outcome run_all() {
    pending_.push_back(execution_);
    while (outcome_.failure.empty() && !pending_.empty()) {
      execution_ = std::move(pending_.back());
      pending_.pop_back();
      run();
    }
    return std::move(outcome_);
  }

  [[nodiscard]] bool is_in_thread() const { return current_ != nullptr; }
  [[nodiscard]] Thread& current() { return *current_; }
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  [[nodiscard]] Execution& execution() { return execution_; }

  /// The order of a site, unless it is weakened.
  std::memory_order order_of(const Step& step) {
    if (step.order == std::memory_order_relaxed) return step.order;
    const Site site{.file = step.where.file_name(),
                    .line = step.where.line(),
                    .column = step.where.column(),
                    .order = step.order,
                    .is_fence = step.kind == Kind::fence};
    if (std::ranges::find(outcome_.sites, site) == outcome_.sites.end()) {
      outcome_.sites.push_back(site);
    }
    return options_.weakened == site ? std::memory_order_relaxed : step.order;
  }

 private:
  [[nodiscard]] std::size_t count() const { return program_.threads.size(); }

  /// The executions that follow from a graph: one is run to its end, and the others are kept.
  void run() {
    threads_.clear();
    failure_.clear();
    program_.begin();
    for (const std::function<void()>& body : program_.threads) {
      threads_.push_back(std::make_unique<Thread>(body, failure_));
    }
    for (const std::unique_ptr<Thread>& thread : threads_) resume(*thread);
    replay();
    while (failure_.empty()) {
      const std::optional<int> next = next_thread();
      if (!next) {
        end();
        break;
      }
      if (execution_.events().size() >= options_.events_most) {
        ++outcome_.given_up;
        return;
      }
      if (!extend(*next)) return;
      failure_ = execution_.race();
      if (failure_.empty()) answer(*next, execution_.last(*next));
    }
    if (!failure_.empty()) outcome_.failure = failure_ + told();
  }

  /// The threads take the steps of the graph again.
  void replay() {
    failure_ = execution_.race();
    for (EventId id = 0; failure_.empty() && id < execution_.events().size(); ++id) {
      const Event event = execution_.events()[id];
      if (event.thread < 0) continue;
      const Thread& thread = *threads_[static_cast<std::size_t>(event.thread)];
      base::ensure(thread.wants == Thread::Wants::step && thread.step.kind == event.step.kind &&
                       thread.step.address == event.step.address,
                   "a program is not the same in each run");
      answer(event.thread, event);
    }
  }

  void answer(int thread, const Event& event) {
    Thread& answered = *threads_[static_cast<std::size_t>(thread)];
    answered.read = event.read;
    answered.is_exclusive = event.is_exclusive;
    resume(answered);
  }

  void resume(Thread& thread) {
    current_ = &thread;
    thread.resume();
    current_ = nullptr;
  }

  /// A thread that is within an exchange, or else the first that can take a step.
  [[nodiscard]] std::optional<int> next_thread() const {
    std::optional<int> first;
    for (std::size_t i = 0; i < count(); ++i) {
      if (threads_[i]->wants != Thread::Wants::step) continue;
      const Step& step = threads_[i]->step;
      if (step.kind == Kind::store && step.is_exclusive) return static_cast<int>(i);
      if (!first) first = static_cast<int>(i);
    }
    return first;
  }

  /// A thread takes its step; false if there is no execution in which the graph goes on.
  bool extend(int thread) {
    const Step& step = threads_[static_cast<std::size_t>(thread)]->step;
    if (step.kind != Kind::load && step.kind != Kind::store) {
      execution_.add(thread, step);
      return execution_.is_sequentially_consistent();
    }
    std::vector<Execution> ways = step.kind == Kind::load ? execution_.with_load(thread, step)
                                                          : execution_.with_store(thread, step);
    if (step.kind == Kind::store)
      std::ranges::move(execution_.revisited_by(thread, step), std::back_inserter(pending_));
    if (ways.empty()) return false;
    execution_ = std::move(ways.back());
    ways.pop_back();
    std::ranges::move(ways, std::back_inserter(pending_));
    return true;
  }

  /// No thread can take a step: all have ended, or some of them poll.
  void end() {
    const auto polls = [](const std::unique_ptr<Thread>& thread) {
      return thread->wants == Thread::Wants::relax;
    };
    const auto first = std::ranges::find_if(threads_, polls);
    if (first != threads_.end()) {
      const std::string stuck =
          base::format("thread {} {}, and nobody will change that", first - threads_.begin(),
                       (*first)->sleeps ? "sleeps" : "polls");
      for (const std::unique_ptr<Thread>& thread : threads_) {
        if (polls(thread) && goes_on(*thread)) {
          ++outcome_.unfinished;
          return;
        }
      }
      failure_ = stuck;
      return;
    }
    ++outcome_.executions;
    has_ended_ = true;
    try {
      program_.end();
    } catch (const Failed& failed) {
      failure_ = failed.demand;
    }
    has_ended_ = false;
  }

  /// Whether a thread leaves its loop, or changes something, if it reads what was stored last.
  bool goes_on(Thread& thread) {
    for (;;) {
      resume(thread);
      if (thread.wants == Thread::Wants::relax) return false;
      if (thread.wants == Thread::Wants::nothing || thread.step.kind == Kind::store ||
          thread.step.kind == Kind::plain_store) {
        return true;
      }
      if (thread.step.kind != Kind::load) continue;
      thread.read = *execution_.last_value(thread.step.address);
      thread.is_exclusive =
          thread.step.expected ? thread.read == *thread.step.expected : thread.step.is_exclusive;
    }
  }

  [[nodiscard]] std::string told() const {
    std::string text;
    for (const Event& event : execution_.events()) {
      if (event.thread < 0) continue;
      text += "\n  " + described(event);
      if (event.source != none) text += base::format(", reads {}", event.read);
      if (event.step.kind == Kind::store) text += base::format(", writes {}", event.step.written);
    }
    return text;
  }

  const Program& program_;
  const Options options_;
  std::vector<Execution> pending_;
  Execution execution_;
  std::vector<std::unique_ptr<Thread>> threads_;
  Thread* current_ = nullptr;
  bool has_ended_ = false;
  std::string failure_;
  Outcome outcome_;
};

Explorer* explorer = nullptr;

/// The current thread takes a step, whose order is not that of a site.
std::uint64_t take(const Step& step, std::uint64_t initially) {
  Thread& thread = explorer->current();
  thread.step = step;
  if (step.kind == Kind::load || step.kind == Kind::store) {
    explorer->execution().begin_with(step.address, initially);
  }
  thread.request(Thread::Wants::step);
  return thread.read;
}

std::memory_order of_load(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  return order == std::memory_order_release ? std::memory_order_relaxed : order;
}

std::memory_order of_store(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_release;
  return order == std::memory_order_acquire ? std::memory_order_relaxed : order;
}

/// The same, with an exchange.
Exchanged take_exchange(const Step& step,
                        std::uint64_t (*modify)(std::uint64_t read, std::uint64_t operand),
                        std::uint64_t initially) {
  Step load = step;
  load.kind = Kind::load;
  load.is_exclusive = !step.expected;
  load.order = of_load(step.order);
  const std::uint64_t read = take(load, initially);
  if (!explorer->current().is_exclusive) return {.read = read, .has_written = false};
  Step store = step;
  store.kind = Kind::store;
  store.is_exclusive = true;
  store.expected.reset();
  store.order = of_store(step.order);
  if (modify != nullptr) store.written = modify(read, step.written);
  take(store, initially);
  return {.read = read, .has_written = true};
}

}  // namespace

Outcome explore(const Program& program, const Options& options) {
  Explorer exploring(program, options);
  explorer = &exploring;
  Outcome outcome = exploring.run_all();
  explorer = nullptr;
  return outcome;
}

void ensure(bool holds, const std::string& demand) {
  if (!holds) throw Failed{demand};
}

bool is_in_thread() { return explorer != nullptr && explorer->is_in_thread(); }

std::uint64_t perform(const Step& step, std::uint64_t initially) {
  Step taken = step;
  taken.order = explorer->order_of(step);
  if (step.kind == Kind::fence && taken.order == std::memory_order_relaxed) return 0;
  return take(taken, initially);
}

Exchanged exchange(const Step& step,
                   std::uint64_t (*modify)(std::uint64_t read, std::uint64_t operand),
                   std::uint64_t initially) {
  Step taken = step;
  taken.order = explorer->order_of(step);
  // The site is one, whether the comparison succeeds or fails.
  if (taken.order != step.order) taken.failure_order = std::memory_order_relaxed;
  return take_exchange(taken, modify, initially);
}

std::uint64_t final_value(Address address, std::uint64_t initially) {
  if (explorer == nullptr || !explorer->has_ended()) return initially;
  return explorer->execution().last_value(address).value_or(initially);
}

void relax() {
  if (is_in_thread()) explorer->current().request(Thread::Wants::relax);
}

namespace {

/// The kernel's lock for those who sleep on a word, as a location of its own, which counts the
/// calls that wake them. Who takes it after another one sees what that one has stored.
std::uint64_t lock_sleepers(Address word, std::uint64_t wakes, std::source_location where) {
  const auto add = [](std::uint64_t read, std::uint64_t operand) { return read + operand; };
  return take_exchange({.order = std::memory_order_acq_rel,
                        .address = word + 1,
                        .written = wakes,
                        .where = where},
                       add, 0)
      .read;
}

}  // namespace

void sleep_on(Address word, std::uint64_t expected, std::uint64_t initially,
              std::source_location where) {
  const std::uint64_t wakes = lock_sleepers(word, 0, where);
  const Step look{.kind = Kind::load, .address = word, .bytes = 4, .where = where};
  if (take(look, initially) != expected) return;
  const Step wait{
      .kind = Kind::load, .order = std::memory_order_acquire, .address = word + 1, .where = where};
  Thread& thread = explorer->current();
  thread.sleeps = true;
  while (take(wait, 0) == wakes) relax();
  thread.sleeps = false;
}

void wake(Address word, std::source_location where) { (void)lock_sleepers(word, 1, where); }

std::string described(const Site& site) {
  static constexpr std::string_view orders[] = {"relaxed", "consume", "acquire",
                                                "release", "acq_rel", "seq_cst"};
  return base::format("{}:{} ({}{})", site.file.substr(site.file.rfind('/') + 1), site.line,
                      site.is_fence ? "fence, " : "", orders[static_cast<std::size_t>(site.order)]);
}

}  // namespace strobe::weak_memory
