// SPDX-License-Identifier: BSD-3-Clause
//
// Debug level 2: a wait of this process, which reads what other waiting processes write to it,
// says for what it waits when it lasts long, and ends the program when it can never end.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "blacs/chase.hpp"
#include "blacs/ledger.hpp"

namespace strobe::blacs::mpi {

class Observer;

class Waiting {
 public:
  /// For all the needs on a wire; without any, for `what` alone, which nobody can be asked about.
  Waiting(Observer& wire, std::vector<Need> needs, std::string what);
  /// For something else than others on a wire.
  explicit Waiting(std::string what);
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// To be called again and again while nothing happens. Throws where it never will.
  void look();
  /// One of the needs is no more.
  void forget(const Need& met);

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] Observer* wire() const { return wire_; }
  /// This process, and for what it waits, as a sentence has it.
  [[nodiscard]] std::string line() const;

  void hear_answer(int rank, const std::string& text) { answers_[rank] = text; }
  /// Of somebody who waits for what this process has not done.
  void hear_probe(const Probe& probe);

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::string object() const;
  [[nodiscard]] std::string hints() const;
  [[nodiscard]] double waited_s() const;
  void ask();
  void report() const;
  void pass_on(Probe probe) const;

  Observer* wire_ = nullptr;
  std::vector<Need> needs_;
  std::string what_;
  std::uint64_t number_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_look_;
  int rounds_ = 0;  ///< how many times the patience has been lost
  bool has_asked_ = false;
  bool has_suspected_ = false;
  std::map<int, std::string> answers_;
};

}  // namespace strobe::blacs::mpi
