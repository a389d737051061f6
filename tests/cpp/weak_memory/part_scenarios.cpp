// SPDX-License-Identifier: BSD-3-Clause
#include <bitset>

#include "bcs/runtime/collectives/shared_buffer_pool.hpp"
#include "bcs/runtime/cooperative_copy.hpp"
#include "bcs/runtime/member_set.hpp"
#include "bcs/runtime/receive_announcements.hpp"
#include "weak_memory/atomic.hpp"
#include "weak_memory/scenarios.hpp"

namespace strobe::bcs::runtime {
namespace {

using weak_memory::Plain;
using weak_memory::relax;

void wait_for(const Atomic<int>& flag) {
  while (flag.load(std::memory_order_acquire) == 0) relax();
}

/// Two members add themselves to a set of 128, and a third thread takes them out.
Scenario member_is_taken(int first, int second) {
  struct Memory {
    MemberSet::Word words[3] = {0, 0, 0};
    Plain<int> data[2];
    std::bitset<128> taken{};
    [[nodiscard]] MemberSet set() { return {words, 128}; }
  };
  const auto memory = shared<Memory>();
  const auto add = [memory](int member, int place) {
    (*memory)->data[place].set(1);
    (*memory)->set().add(member);
  };
  const auto take = [memory, first] {
    (*memory)->set().take_all([&](int member) {
      weak_memory::ensure((*memory)->data[member == first ? 0 : 1].get() == 1,
                          "what a member has stored is there");
      (*memory)->taken.set(static_cast<std::size_t>(member));
    });
  };
  return {.name = "a member of a set is taken with what it has stored",
          .program = {.begin = [memory] { memory->emplace(); },
                      .threads = {[=] { add(first, 0); }, [=] { add(second, 1); },
                                  [=] {
                                    take();
                                    while ((*memory)->taken.count() < 2) {
                                      if ((*memory)->set().is_empty()) relax();
                                      take();
                                    }
                                  }}}};
}

/// A long message, which both ranks copy: the receiver pulls chunks of it, and the sender pushes
/// others.
Scenario two_ranks_copy() {
  constexpr std::size_t bytes = 3 << 17;
  struct Memory {
    CooperativeCopyBoard board{};
    Atomic<int> is_offered{0}, is_requested{0}, is_copied{0};
  };
  const auto memory = shared<Memory>();
  const auto source = std::make_shared<std::vector<std::byte>>(bytes);
  const auto destination = std::make_shared<std::vector<std::byte>>(bytes);
  const auto copy = [memory] { return CooperativeCopy{&(*memory)->board, 1, 1, bytes}; };
  return {
      .name = "two ranks copy the data of a message",
      .program = {.begin = [memory] { memory->emplace(); },
                  .threads = {[=] {
                                wait_for((*memory)->is_offered);
                                copy().open();
                                (*memory)->is_requested.store(1, std::memory_order_release);
                                weak_memory::ensure(
                                    copy().pull(reinterpret_cast<std::uintptr_t>(source->data()),
                                                destination->data()),
                                    "the data are copied");
                                weak_memory::about_to_read(destination->data(), bytes);
                                (*memory)->is_copied.store(1, std::memory_order_release);
                              },
                              [=] {
                                weak_memory::about_to_write(source->data(), bytes);
                                (*memory)->is_offered.store(1, std::memory_order_release);
                                wait_for((*memory)->is_requested);
                                copy().push([&] { return source->data(); },
                                            reinterpret_cast<std::uintptr_t>(destination->data()));
                                wait_for((*memory)->is_copied);
                                weak_memory::about_to_write(source->data(), bytes);
                              }}}};
}

/// The receives of a rank, and a sender with a message that matches both.
struct Receives {
  ReceiveBoard board{};
  ReceiveAnnouncements announcements{board};
  int buffers[2] = {};
  Transfer receives[2] = {receive_into(buffers[0]), receive_into(buffers[1])};
  Atomic<int> is_delivered{0};

  static constexpr Context context = 3;
  static constexpr std::int32_t tag = 5;
  static Transfer receive_into(int& buffer) {
    return {.tag = tag,
            .context = context,
            .data = reinterpret_cast<std::byte*>(&buffer),
            .bytes = sizeof buffer};
  }
  void use(int place) { weak_memory::about_to_write(&buffers[place], sizeof buffers[place]); }
  void announce(int place) { announcements.announce(receives[place], 0, 0); }
  void claim(int first) {
    const Transfer send{.tag = tag, .context = context, .bytes = sizeof(int)};
    const std::optional<std::uint64_t> claimed =
        claim_receive(board, 0, send, [](std::uint32_t, Context, std::int32_t) { return false; });
    if (!claimed) return;
    weak_memory::ensure(*claimed == reinterpret_cast<std::uint64_t>(&buffers[first]),
                        "the first receive is claimed");
    use(first);
    is_delivered.store(1, std::memory_order_release);
  }
};

/// A rank announces a receive in the place of an earlier one, and takes it back if it can.
Scenario announced_receive_is_claimed() {
  const auto memory = shared<Receives>();
  return {.name = "a sender writes into a receive that it has claimed",
          .program = {.begin =
                          [=] {
                            memory->emplace();
                            (*memory)->announce(1);
                            weak_memory::ensure(
                                (*memory)->announcements.withdraw((*memory)->receives[1]),
                                "a receive that no sender has claimed is taken back");
                          },
                      .threads = {[=] {
                                    Receives& own = **memory;
                                    own.use(0);
                                    own.announce(0);
                                    if (!own.announcements.withdraw(own.receives[0])) {
                                      wait_for(own.is_delivered);
                                      own.announcements.end(own.receives[0], true);
                                    }
                                    own.use(0);
                                  },
                                  [=] { (*memory)->claim(0); }}}};
}

Scenario first_receive_is_claimed() {
  const auto memory = shared<Receives>();
  return {.name = "the first receive that is announced gets the message",
          .program = {.begin = [=] { memory->emplace(); },
                      .threads = {[=] {
                                    (*memory)->announce(0);
                                    (*memory)->announce(1);
                                  },
                                  [=] { (*memory)->claim(0); }}}};
}

/// A rank overwrites the oldest entry of its history, while another one looks for that.
Scenario history_is_read() {
  using collectives::CallHistory;
  using collectives::Signature;
  constexpr Context before = 7, after = 8;
  constexpr std::uint64_t newest = CallHistory::kept + 1;
  const auto memory = shared<CallHistory>();
  const auto note = [memory](Context context, std::uint64_t sequence) {
    (*memory)->note(context, sequence,
                    {.root = static_cast<std::int32_t>(sequence), .bytes = sequence}, sequence);
  };
  const auto find = [memory](Context context, std::uint64_t sequence) {
    const std::optional<Signature> found = (*memory)->find(context, sequence);
    const std::optional<std::uint64_t> remark = (*memory)->remark(context, sequence);
    weak_memory::ensure(!remark || *remark == sequence, "a remark of another call is found");
    weak_memory::ensure(
        !found || (found->bytes == sequence && found->root == static_cast<std::int32_t>(sequence) &&
                   context == (sequence == newest ? after : before)),
        "the call is the one of this communicator and number");
  };
  const auto begin = [=] {
    memory->emplace();
    for (std::uint64_t sequence = 1; sequence < newest; ++sequence) note(before, sequence);
  };
  return {.name = "an entry of the history is read as it was written",
          .program = {.begin = begin,
                      .threads = {[=] { note(after, newest); },
                                  [=] {
                                    find(before, 1);
                                    find(after, 1);
                                    find(after, newest);
                                  }}}};
}

}  // namespace

std::vector<Scenario> scenarios_of_parts() {
  return {member_is_taken(0, 1),          member_is_taken(0, 64),     two_ranks_copy(),
          announced_receive_is_claimed(), first_receive_is_claimed(), history_is_read()};
}

}  // namespace strobe::bcs::runtime
