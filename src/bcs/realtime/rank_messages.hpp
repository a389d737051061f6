// SPDX-License-Identifier: BSD-3-Clause
//
// The messages of a rank that calls MPI, in strict mode: it posts its transfers as descriptors, and
// the helper runs the protocol for them (helper.hpp). MPI's communicators are contexts of the
// protocol's communicator of all ranks, so that the helper need not know them.
//
// The rank numbers its requests as protocol::Node does, and takes a complete one at once.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "bcs/protocol/job.hpp"
#include "bcs/realtime/rank_mailbox.hpp"
#include "bcs/runtime/message_offload.hpp"

namespace strobe::bcs::realtime {

using runtime::Context;
using runtime::Message;
using runtime::Transfer;

class RankMessages final : public runtime::MessageOffload {
 public:
  /// All of them must outlive this object. `has_threads`: several threads of the process call MPI.
  RankMessages(const protocol::Job& job, Rank rank, Board& board, RankEnder& ender,
               bool has_threads);

  [[nodiscard]] bool begin_send(Transfer& send) override;
  void begin_receive(Transfer& receive) override;
  void begin_receive_of(const Message& claimed, Transfer& receive) override;
  void begin_collective(const runtime::OffloadedCollective& collective,
                        Transfer& transfer) override;
  [[nodiscard]] bool cancel(Transfer& receive) override;
  [[nodiscard]] bool begin_cancel(const Transfer& send) override;

  [[nodiscard]] const Message* look(Context context, Rank source, std::int32_t tag) override;
  [[nodiscard]] const Message* expected(Context context, Rank source, std::int32_t tag) override;
  [[nodiscard]] bool claim(const Message& found, Message& claimed) override;

  void take_completed(FunctionRef<void(Transfer&)> complete) override;
  [[nodiscard]] bool has_work() override;
  [[nodiscard]] bool has_begun() const override { return begun_ != 0; }
  void begin_wait() override;
  void end_wait() override;
  [[nodiscard]] std::uint32_t deadlocked() const override;
  void service_sent() override { control_.services_sent.fetch_add(1, std::memory_order_release); }
  void service_took() override {
    // The helper has to see first that this rank may continue.
    end_wait();
    control_.services_took.fetch_add(1, std::memory_order_release);
  }
  [[nodiscard]] std::uint32_t slice() const override {
    return control_.slice.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::int64_t slice_ns() const override {
    return control_.slice_ns.load(std::memory_order_relaxed);
  }

  /// The other threads of this process, while this one waits, sleep until it wakes them.
  void note_sleep_of_others();
  /// Waits until all processes of the job end.
  void finish();

 private:
  /// The descriptor of a wait that has no answer yet.
  struct Wait {
    std::uint32_t number;
    std::vector<PostedProbe> probes;
  };
  struct Started {
    Transfer* transfer = nullptr;  ///< null: the number is free
    CompletionWord completion{};
  };

  /// As RankMailbox::post, after the end of a wait.
  std::uint32_t post(const Descriptor& descriptor);
  void begin(Descriptor descriptor, Transfer& transfer);
  std::uint32_t post_about(protocol::Request request, Descriptor descriptor);
  /// The request is free again, here and at the helper.
  void release(std::span<const protocol::Request> requests);
  void write_result(const Started& started) const;
  /// Ends a wait that the helper has answered.
  void take_answer();
  /// What the helper has answered a probe.
  [[nodiscard]] const Message* found(const protocol::Answer& answer, const PostedProbe& probe);
  void post_wait(bool may_continue, std::vector<PostedProbe> probes);

  [[nodiscard]] static Descriptor descriptor_of(protocol::Call call, const PostedProbe& probe);

  const protocol::Job& job_;
  Rank rank_;
  Board& board_;
  BoardControl& control_;
  RankMailbox mailbox_;
  RankEnder& ender_;
  bool has_threads_;
  std::unordered_set<Context> joined_;
  std::deque<Started> started_;  ///< by request; they keep their places
  std::size_t first_free_ = 0;
  std::size_t begun_ = 0;  ///< transfers that are not complete
  std::uint64_t seen_completions_ = 0;
  std::vector<protocol::Request> complete_;
  std::vector<PostedProbe> expected_;    ///< for the next wait; several if threads probe
  std::optional<PostedProbe> found_by_;  ///< a wait
  Message found_;
  std::optional<Wait> wait_;
};

}  // namespace strobe::bcs::realtime
