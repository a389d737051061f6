// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/objects.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace strobe::bcs::check {

namespace {

constexpr Leftover not_freed(std::string_view one, std::string_view many) {
  return {
      .kind = Kind::object_not_freed, .omits = "frees", .one = one, .many = many, .did = "created"};
}

constexpr Leftover leftover_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::communicator:
      return not_freed("a communicator", "communicators");
    case ObjectKind::group:
      return not_freed("a group", "groups");
    case ObjectKind::datatype:
      return not_freed("a datatype", "datatypes");
    case ObjectKind::op:
      return not_freed("an operator", "operators");
    case ObjectKind::window:
      return not_freed("a window", "windows");
    case ObjectKind::error_handler:
      return not_freed("an error handler", "error handlers");
    case ObjectKind::info:
      return not_freed("an info object", "info objects");
    case ObjectKind::attribute_key:
      return not_freed("an attribute key", "attribute keys");
    case ObjectKind::memory:
      return {.kind = Kind::object_not_freed,
              .omits = "frees",
              .one = "a block of memory",
              .many = "blocks of memory",
              .did = "allocated"};
    case ObjectKind::file:
      break;
  }
  return {.kind = Kind::object_not_freed,
          .omits = "closes",
          .one = "a file",
          .many = "files",
          .did = "opened"};
}

}  // namespace

void Objects::created(ObjectKind kind, std::uintptr_t handle, Place place) {
  living_.insert({{kind, handle}, {.place = place}});
  freed_.erase({kind, handle});
}

void Objects::is_being_created(ObjectKind kind, std::uintptr_t handle) {
  freed_.erase({kind, handle});
}

std::optional<Place> Objects::frees(ObjectKind kind, std::uintptr_t handle, Place place) {
  const auto [first, end] = living_.equal_range({kind, handle});
  if (first == end) return std::nullopt;
  auto chosen = std::prev(end);
  for (auto object = first; object != end; ++object) {
    if ((object->second.place != 0) == (place != 0)) chosen = object;
  }
  const Place created = chosen->second.place;
  const bool is_last = std::next(first) == end;
  living_.erase(chosen);
  if (!is_last) return created;
  if (freed_.size() == most_freed) freed_.clear();
  freed_[{kind, handle}] = {.place = place};
  return created;
}

void Objects::freed(ObjectKind kind, std::uintptr_t handle) {
  const auto found = freed_.find({kind, handle});
  if (found != freed_.end()) found->second.is_by_mpi = true;
}

std::optional<Place> Objects::freed_at(ObjectKind kind, std::uintptr_t handle) const {
  const auto found = freed_.find({kind, handle});
  if (found == freed_.end() || !found->second.is_by_mpi) return std::nullopt;
  return found->second.place;
}

void Objects::is_to_commit(std::uintptr_t datatype) {
  // The last one with this handle is the one that was created now.
  const auto end = living_.upper_bound({ObjectKind::datatype, datatype});
  if (end == living_.begin()) return;
  const auto last = std::prev(end);
  if (last->first == Object{ObjectKind::datatype, datatype}) last->second.is_uncommitted = true;
}

void Objects::committed(std::uintptr_t datatype) {
  const auto [first, end] = living_.equal_range({ObjectKind::datatype, datatype});
  for (auto object = first; object != end; ++object) object->second.is_uncommitted = false;
}

bool Objects::is_uncommitted(std::uintptr_t datatype) const {
  const auto [first, end] = living_.equal_range({ObjectKind::datatype, datatype});
  // Handles with the same bits are of the same datatype.
  return first != end &&
         std::all_of(first, end, [](const auto& object) { return object.second.is_uncommitted; });
}

void Objects::add_to(Leftovers& leftovers) const {
  for (const auto& [object, living] : living_) {
    if (living.place != 0) leftovers.add(leftover_of(object.first), living.place);
  }
}

}  // namespace strobe::bcs::check
