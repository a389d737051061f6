// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/thread_choices.hpp"

#include <optional>
#include <utility>

#include "bcs/mpi/application_threads.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

namespace {

void take_turn(bool is_within_call) {
  const int thread = number_of_thread();
  if (interposer.turns->take_turn(thread) == runtime::WaitOutcome::deadlock) {
    process().report_deadlock({.text = "for its turn among the threads of its rank", .ranks = {}});
  }
  if (!interposer.turns->are_chosen()) {
    // It is not known any more what comes next.
    if (process().choices.peek() != nullptr) process().choices.refuse();
    if (interposer.checks != nullptr) interposer.checks->order().abandon();
    return;
  }
  const Choice* const choice = process().choices.next();
  if (choice != nullptr && !choice->thread) process().choices.refuse();
  if (interposer.checks == nullptr) return;
  interposer.checks->order().add({.kind = check::OrderEvent::Kind::thread_goes,
                                  .is_free = !is_within_call,
                                  .of = interposer.checks->places().current(),
                                  .peer = static_cast<std::uint32_t>(thread),
                                  .number = static_cast<std::uint32_t>(created_threads())});
}

}  // namespace

void choose_threads() {
  number_initial_thread();
  interposer.turns->choose_with([]() -> std::optional<int> {
    const Choice* const choice = process().choices.peek();
    return choice == nullptr ? std::nullopt : choice->thread;
  });
  interposer.chooses_threads = true;
}

bool are_threads_chosen() { return interposer.chooses_threads && created_threads() != 0; }

void begin_in_turn() {
  call_state.has_learned = false;
  const FunctionFacts& facts = facts_of(call_state.function);
  if (!are_threads_chosen() || facts.is_always_allowed || facts.outside == OutsideGuarantee::clock)
    return;
  take_turn(false);
}

bool learn_in_turn() {
  if (!are_threads_chosen() || std::exchange(call_state.has_learned, true)) return false;
  take_turn(true);
  return true;
}

void learn_again() { call_state.has_learned = false; }

void hold_turn(bool is_held) {
  if (interposer.chooses_threads) interposer.turns->hold_turns(is_held);
}

}  // namespace strobe::bcs::mpi
