// SPDX-License-Identifier: BSD-3-Clause
#include "world.hpp"

#include <optional>

namespace strobe::blacs_test {

namespace {

constexpr layer::Tag token_tag{1};
constexpr layer::Tag text_tag{2};

std::optional<Layer> all;

}  // namespace

void join_world() { all.emplace(layer_of_all()); }

void leave_world() { all.reset(); }

Layer& world() { return *all; }

int world_rank() { return all->rank().value; }

int world_size() { return all->size(); }

void tell(int rank) {
  const char token = 'x';
  all->send(std::as_bytes(std::span(&token, 1)), {rank}, token_tag);
}

void hear(int rank) {
  char token = ' ';
  all->receive(std::as_writable_bytes(std::span(&token, 1)), {rank}, token_tag);
}

std::string gathered(const std::string& text) {
  const std::vector<std::size_t> lengths = from_all(text.size());
  if (world_rank() != 0) {
    if (!text.empty()) all->send(std::as_bytes(std::span(text)), {0}, text_tag);
    return "";
  }
  std::string together = text;
  for (int rank = 1; rank < world_size(); ++rank) {
    std::string theirs(lengths[static_cast<std::size_t>(rank)], ' ');
    if (theirs.empty()) continue;
    all->receive(std::as_writable_bytes(std::span(theirs)), {rank}, text_tag);
    together += theirs;
  }
  return together;
}

}  // namespace strobe::blacs_test
