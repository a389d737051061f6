// SPDX-License-Identifier: BSD-3-Clause
//
// MMDS: how one process spends its time, between its calls and in them (section 5.1 of the paper).
// Every tick belongs to one of two distributions, computation between blocking calls and
// communication in them, so that their sum is the run time exactly.
//
// Reading the clock twice is most of what watching costs. The time of a call that does not block is
// in neither distribution, so that a sample is enough for it: the first calls of each function are
// timed, and later ones by chance, each for as many as were left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/tick_clock.hpp"
#include "bcs/monitor/call_log.hpp"
#include "bcs/monitor/distribution.hpp"
#include "bcs/monitor/mmds_options.hpp"
#include "bcs/monitor/slice_log.hpp"

namespace strobe::bcs::monitor {

/// A monitored function; the interposer refers to it by its index.
struct Function {
  const char* name = "";
  /// Whether the process may wait in it. The time of other functions belongs to the computation
  /// around them, as in the paper.
  bool blocks = true;
};

/// Statistics of one primitive.
struct Primitive {
  std::uint64_t count = 0;
  std::uint64_t timed = 0;  ///< of these
  // Of the timed ones; the total stands for all.
  base::Ticks smallest = UINT64_MAX;
  base::Ticks largest = 0;
  base::Ticks total = 0;
  std::uint64_t size_bytes = 0;  ///< of all calls together
  /// Both only if the primitive was selected and called.
  std::unique_ptr<Distribution> latencies{};
  std::unique_ptr<Distribution> sizes{};

  [[nodiscard]] Primitive copy() const {
    const auto copied = [](const std::unique_ptr<Distribution>& distribution) {
      return distribution == nullptr ? nullptr : std::make_unique<Distribution>(*distribution);
    };
    return {count, timed, smallest, largest, total, size_bytes, copied(latencies), copied(sizes)};
  }
};

/// Communication with one other rank.
struct Partner {
  std::uint64_t messages = 0;  ///< sent to it
  std::uint64_t size_bytes = 0;
  base::Ticks waited = 0;  ///< in calls that wait for this rank alone
};

/// The size of a call without data, such as a barrier.
inline constexpr std::int64_t no_size = -1;

/// The metrics of one process between `start` and `finish`.
class Mmds {
 public:
  /// `functions` must outlive this object. Partners are ranks of the whole job.
  Mmds(std::span<const Function> functions, std::int32_t job_size, const MmdsOptions& options);

  /// From now on several threads may call, in turns.
  void expect_threads() {
    has_threads_ = true;
    time_all_calls();
  }
  void time_all_calls() { timed_one_in_ = 1; }

  /// MPI_Init returns.
  void start(base::Ticks now) {
    begin_ = last_left_ = now;
    if (log_ == nullptr) return;
    CallLog::measure_readings();
    CallLog::begin_computation();
  }
  /// A record that is written now has the run until now, at the end of a call.
  void mark_end(base::Ticks now) { end_ = std::max(now, last_left_); }
  /// Calls `write()` as if a call that has not returned had ended now. Only one thread calls.
  template <class Write>
  void as_if_left(std::uint32_t function, base::Ticks entered, base::Ticks now,
                  std::int64_t size_bytes, Write&& write) {
    Primitive& primitive = primitives_[function];
    const Distribution computation = computation_;
    const Distribution communication = communication_;
    const base::Ticks last_left = last_left_;
    Primitive before = std::exchange(primitive, primitive.copy());
    add_call(function, entered, now, size_bytes, false);
    write();
    primitive = std::move(before);
    computation_ = computation;
    communication_ = communication;
    last_left_ = last_left;
  }
  /// The process calls MPI_Finalize, or ends.
  void finish(base::Ticks now);

  /// So many calls of a function that does not block are timed before sampling begins.
  static constexpr std::uint64_t first_timed = 1000;
  static constexpr base::Ticks untimed = 0;

  /// A call begins: now, or `untimed`.
  [[nodiscard]] base::Ticks entered(std::uint32_t function) {
    if (log_ != nullptr) [[unlikely]]
      static_cast<void>(CallLog::end_computation());
    const std::uint32_t one_in = timed_one_in(function);
    return one_in == 1 || random_.below(one_in) == 0 ? base::ticks_now() : untimed;
  }
  /// A call returns in this slice. `size_bytes` is the size of its data, or `no_size`. `now` means
  /// nothing if the call is untimed. `site` is a number of the call log.
  void left(std::uint32_t function, base::Ticks entered, base::Ticks now, std::int64_t size_bytes,
            const Slice& slice = {}, std::uint32_t site = LoggedCall::no_site) {
    const auto lock = lock_if_needed();
    add_call(function, entered, now, size_bytes, true);
    if (slices_ != nullptr) {
      slices_->left(slice, functions_[function].blocks ? now - entered : 0, moved_);
    }
    if (log_ != nullptr) [[unlikely]]
      log_->add(logged_call(function, entered, now, size_bytes, slice.number, site));
    messages_ += moved_.sent;
    moved_ = {};
    if (log_ != nullptr) [[unlikely]]
      CallLog::begin_computation();
  }
  /// The same, async-signal-safe: it takes no lock and no memory.
  void left_in_handler(std::uint32_t function, base::Ticks entered, base::Ticks now,
                       std::int64_t size_bytes, const Slice& slice);
  /// As `finish`, async-signal-safe.
  void finish_in_handler(base::Ticks now);
  /// The current call begins a collective. Returns its number, from 0.
  std::uint64_t begins(LoggedCollective collective) {
    const auto lock = lock_if_needed();
    ++moved_.collectives;
    if (log_ != nullptr) [[unlikely]] {
      collective.begun = base::ticks_now();
      log_->add(collective);
    }
    return collectives_++;
  }
  /// The collective of this number is over.
  void collective_over(std::uint64_t number) {
    const auto lock = lock_if_needed();
    if (log_ != nullptr) [[unlikely]]
      log_->is_over(number, base::ticks_now());
  }
  /// A message to or from a rank of the job. `operation` identifies it among those that are not
  /// complete. The peer of a receive is negative if it is not known yet.
  struct Message {
    std::uint64_t operation = 0;
    std::uint64_t context = 0;
    std::int32_t peer = 0;
    std::int32_t tag = 0;
    std::int64_t size_bytes = 0;
  };
  void sent(const Message& message) {
    const auto lock = lock_if_needed();
    Partner& partner = partners_[static_cast<std::size_t>(message.peer)];
    ++partner.messages;
    partner.size_bytes += static_cast<std::uint64_t>(message.size_bytes);
    ++moved_.sent;
    moved_.sent_bytes += static_cast<std::uint64_t>(message.size_bytes);
    log(LoggedMessage::send_begun, message);
  }
  void receives(const Message& message) {
    const auto lock = lock_if_needed();
    log(LoggedMessage::receive_begun, message);
  }
  /// A receive is complete, and has its source and size.
  void received(const Message& message) {
    const auto lock = lock_if_needed();
    ++moved_.received;
    moved_.received_bytes += static_cast<std::uint64_t>(message.size_bytes);
    log(LoggedMessage::received, message);
  }
  /// An event for the log, which counts as no message of the application.
  void logs(LoggedMessage::Event event, const Message& message) {
    const auto lock = lock_if_needed();
    log(event, message);
  }
  /// A receive was cancelled.
  void cancelled(const Message& message) {
    const auto lock = lock_if_needed();
    log(LoggedMessage::cancelled, message);
  }
  /// A send is complete.
  void send_over(const Message& message) {
    const auto lock = lock_if_needed();
    log(LoggedMessage::send_over, message);
  }
  /// This process waited for this rank of the job, and for no other.
  void waited(std::int32_t peer, base::Ticks ticks) {
    const auto lock = lock_if_needed();
    partners_[static_cast<std::size_t>(peer)].waited += ticks;
  }

  /// For so long the thread that called `finish` had computed after its last call, by its processor
  /// time; 0 without a call log.
  [[nodiscard]] std::uint64_t last_computed_ns() const { return last_computed_ns_; }
  [[nodiscard]] base::Ticks begin_tick() const { return begin_; }
  [[nodiscard]] base::Ticks run_ticks() const { return end_ - begin_; }
  [[nodiscard]] const Distribution& computation() const { return computation_; }
  [[nodiscard]] const Distribution& communication() const { return communication_; }
  [[nodiscard]] std::span<const Function> functions() const { return functions_; }
  [[nodiscard]] const Primitive& primitive(std::uint32_t function) const {
    return primitives_[function];
  }
  [[nodiscard]] std::span<const Partner> partners() const { return partners_; }
  /// The number of messages that completed calls have sent.
  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  /// The number of collectives that were begun.
  [[nodiscard]] std::uint64_t collectives() const { return collectives_; }
  /// The number of events for the log, which may have dropped some.
  [[nodiscard]] std::uint64_t events() const { return events_; }
  /// Null if it was not selected.
  [[nodiscard]] const CallLog* call_log() const { return log_.get(); }
  [[nodiscard]] CallLog* call_log() { return log_.get(); }
  [[nodiscard]] const SliceLog* slice_log() const { return slices_.get(); }

 private:
  void log(LoggedMessage::Event event, const Message& message) {
    if (log_ != nullptr) [[unlikely]]
      add_to_log(event, message);
  }
  void add_to_log(LoggedMessage::Event event, const Message& message);
  /// One in so many of the next calls of the function is timed.
  [[nodiscard]] std::uint32_t timed_one_in(std::uint32_t function) const {
    if (timed_one_in_ == 1 || functions_[function].blocks) return 1;
    return primitives_[function].count < first_timed ? 1 : timed_one_in_;
  }
  void add_call(std::uint32_t function, base::Ticks entered, base::Ticks now,
                std::int64_t size_bytes, bool may_make_room) {
    // For how many calls the time of this one stands.
    const std::uint32_t weight = entered == untimed ? 0 : timed_one_in(function);
    if (count(function, entered, now, size_bytes, weight) == 1 && may_make_room) [[unlikely]]
      make_room(function);
    distribute(function, now - entered, size_bytes, weight);
  }
  /// Returns the number of calls of the function so far.
  std::uint64_t count(std::uint32_t function, base::Ticks entered, base::Ticks now,
                      std::int64_t size_bytes, std::uint32_t weight) {
    Primitive& primitive = primitives_[function];
    ++primitive.count;
    if (size_bytes > 0) primitive.size_bytes += static_cast<std::uint64_t>(size_bytes);
    if (weight == 0) return primitive.count;
    const base::Ticks spent = now - entered;
    ++primitive.timed;
    primitive.smallest = std::min(primitive.smallest, spent);
    primitive.largest = std::max(primitive.largest, spent);
    primitive.total += weight * spent;
    if (!functions_[function].blocks) return primitive.count;
    // If calls of several threads overlap, each adds only time that no other has added.
    if (entered >= last_left_) {
      computation_.add(entered - last_left_);
      communication_.add(spent);
      last_left_ = now;
    } else if (now > last_left_) {
      communication_.add(now - last_left_);
      last_left_ = now;
    }
    return primitive.count;
  }
  void distribute(std::uint32_t function, base::Ticks spent, std::int64_t size_bytes,
                  std::uint32_t weight) {
    Primitive& primitive = primitives_[function];
    if (primitive.latencies == nullptr) return;
    if (weight != 0) primitive.latencies->add(spent, weight);
    if (size_bytes >= 0) primitive.sizes->add(static_cast<std::uint64_t>(size_bytes));
  }
  [[nodiscard]] static LoggedCall logged_call(std::uint32_t function, base::Ticks entered,
                                              base::Ticks now, std::int64_t size_bytes,
                                              std::uint32_t slice, std::uint32_t site) {
    return {.entered = entered,
            .left = now,
            .size_bytes = size_bytes,
            .function = function,
            .slice = slice,
            .site = site};
  }
  void make_room(std::uint32_t function);
  void end(base::Ticks now);
  [[nodiscard]] std::unique_lock<std::mutex> lock_if_needed() {
    return has_threads_ ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
  }

  std::span<const Function> functions_;
  MmdsOptions options_;
  Distribution computation_;
  Distribution communication_;
  std::vector<Primitive> primitives_;  ///< by function
  std::vector<Partner> partners_;      ///< by rank
  Moved moved_;                        ///< by the current call
  std::uint64_t messages_ = 0;
  std::uint64_t collectives_ = 0;  ///< begun
  std::uint64_t events_ = 0;
  std::unique_ptr<CallLog> log_;
  std::unique_ptr<SliceLog> slices_;
  base::Ticks begin_ = 0;
  base::Ticks last_left_ = 0;
  base::Ticks end_ = 0;
  std::uint64_t last_computed_ns_ = 0;
  std::uint32_t timed_one_in_;
  base::Random random_{1};
  bool has_threads_ = false;
  std::mutex mutex_;
};

}  // namespace strobe::bcs::monitor
