// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/global_quiescence.hpp"

#include <algorithm>
#include <utility>

namespace strobe::bcs::runtime {

void GlobalQuiescence::hear(int node, const Word& word) {
  switch (word.what) {
    case Word::What::ask:
      round_ = word.round;
      is_asked_ = true;
      break;
    case Word::What::answer:
      if (word.round == round_) answers_[static_cast<std::size_t>(node)] = word.sample;
      break;
    case Word::What::edge:
    case Word::What::stuck:
      decided_ = word.what;
      break;
  }
}

bool GlobalQuiescence::has_all_answers() const {
  return std::ranges::all_of(answers_, [](const auto& answer) { return answer.has_value(); });
}

void GlobalQuiescence::ask(const Sample& own, std::vector<Letter>& letters) {
  ++round_;
  is_asking_ = true;
  answers_.assign(answers_.size(), std::nullopt);
  answers_.front() = own;
  for (int node = 1; node < static_cast<int>(answers_.size()); ++node) {
    letters.push_back({node, {.what = Word::What::ask, .round = round_}});
  }
}

std::optional<Word::What> GlobalQuiescence::step(const Sample& own, std::vector<Letter>& letters) {
  if (decided_) return std::exchange(decided_, std::nullopt);
  if (!own.is_idle) return std::nullopt;
  if (node_ != 0) {
    if (is_asked_) {
      letters.push_back({0, {.what = Word::What::answer, .round = round_, .sample = own}});
      is_asked_ = false;
    }
    return std::nullopt;
  }
  if (!is_asking_) {
    ask(own, letters);
    return std::nullopt;
  }
  if (!has_all_answers()) return std::nullopt;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint32_t wanting = 0;
  std::uint32_t active_threads = 0;
  for (const std::optional<Sample>& answer : answers_) {
    sent += answer->sent;
    received += answer->received;
    wanting += answer->wanting;
    active_threads += answer->active_threads;
  }
  const bool is_proven = wanting != 0 || active_threads == 0;
  if (answers_ != last_ || sent != received || !is_proven) {
    last_ = answers_;
    ask(own, letters);
    return std::nullopt;
  }
  const Word::What what = wanting != 0 ? Word::What::edge : Word::What::stuck;
  for (int node = 1; node < static_cast<int>(answers_.size()); ++node) {
    letters.push_back({node, {.what = what}});
  }
  last_.assign(last_.size(), std::nullopt);
  is_asking_ = false;
  return what;
}

}  // namespace strobe::bcs::runtime
