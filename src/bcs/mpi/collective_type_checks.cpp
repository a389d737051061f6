// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/collective_type_checks.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/datatype_signature.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

using check::Kind;

namespace {

/// How many members' calls a member looks at, at most, in one collective.
constexpr std::size_t most_expected = 4096;

/// Hash and place of a call, in one word that other members read.
std::uint64_t remark_of(std::uint32_t signature, check::Place place) {
  return std::uint64_t{signature} << 32U | place;
}

/// 0 if the signature is not known.
std::uint32_t hash_of(const std::optional<check::SequenceHash>& signature) {
  if (!signature) return 0;
  const auto mixed =
      static_cast<std::uint32_t>(base::hash_of(signature->value, signature->power) >> 32U);
  return mixed == 0 ? 1 : mixed;
}

std::optional<check::SequenceHash> signature_of(const UserBuffer& data) {
  return checked(*data.layout()).of_bytes(static_cast<std::uint64_t>(data.bytes()));
}

std::uint32_t hash_of(const UserBuffer& data) {
  return data.bytes() == 0 ? 0 : hash_of(signature_of(data));
}

/// The signature of the blocks of all members together.
std::uint32_t hash_of(std::span<const UserBuffer> blocks) {
  check::SequenceHash whole;
  for (const UserBuffer& block : blocks) {
    if (block.bytes() == 0) continue;
    const std::optional<check::SequenceHash> signature = signature_of(block);
    if (!signature) return 0;
    whole = whole + *signature;
  }
  return hash_of(whole);
}

/// The hash of the only basic datatype of all these blocks; 0 if there are several.
std::uint32_t basic_of(std::span<const UserBuffer> blocks) {
  std::optional<check::SequenceHash> only;
  for (const UserBuffer& block : blocks) {
    if (block.bytes() == 0) continue;
    const std::optional<check::SequenceHash>& basic = checked(*block.layout()).only_basic();
    if (!basic || (only && *only != *basic)) return 0;
    only = basic;
  }
  return only ? hash_of(only) : 0;
}

/// Whether each member may send each other one data of another size and datatype.
bool has_own_blocks(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::alltoallv:
    case CollectiveKind::alltoallw:
    case CollectiveKind::neighbor_allgather:
    case CollectiveKind::neighbor_allgatherv:
    case CollectiveKind::neighbor_alltoall:
    case CollectiveKind::neighbor_alltoallv:
    case CollectiveKind::neighbor_alltoallw:
      return true;
    default:
      return false;
  }
}

/// The blocks that this member sends to itself: what it sends, and what it receives.
std::pair<const UserBuffer*, const UserBuffer*> own_blocks(const Collective& collective) {
  const auto own = static_cast<std::size_t>(collective.own());
  const auto block_of = [&](std::span<const UserBuffer> blocks,
                            const std::optional<UserBuffer>& single) {
    if (!blocks.empty()) return &blocks[own];
    return single ? &*single : nullptr;
  };
  switch (collective.kind()) {
    case CollectiveKind::gather:
    case CollectiveKind::gatherv:
    case CollectiveKind::scatter:
    case CollectiveKind::scatterv:
      if (!collective.is_root()) return {};
      [[fallthrough]];
    case CollectiveKind::allgather:
    case CollectiveKind::allgatherv:
    case CollectiveKind::alltoall:
    case CollectiveKind::alltoallv:
    case CollectiveKind::alltoallw:
      return {block_of(collective.sent_to_each(), collective.sent()),
              block_of(collective.received_from_each(), collective.received())};
    default:
      return {};
  }
}

/// What the other members must call as well: the hash of a block that is the same on all of them.
std::uint32_t common_signature(const Collective& collective) {
  if (collective.kind() == CollectiveKind::allgatherv)
    return hash_of(collective.received_from_each());
  const Collective::Block& block = collective.block();
  if (block.layout == nullptr || block.bytes == 0) return 0;
  return hash_of(checked(*block.layout).of_bytes(block.bytes));
}

/// The hash of what this member sends to the root, or receives from it.
std::uint32_t own_signature(const Collective& collective) {
  if (collective.is_root()) return 0;
  const auto& data =
      collective.kind() == CollectiveKind::gatherv ? collective.sent() : collective.received();
  return data ? hash_of(*data) : 0;
}

DatatypeLayout* layout_of_call(const Collective& collective) {
  if (collective.block().layout != nullptr) return collective.block().layout;
  if (collective.sent()) return collective.sent()->layout();
  if (collective.received()) return collective.received()->layout();
  if (!collective.received_from_each().empty())
    return collective.received_from_each().front().layout();
  return collective.sent_to_each().empty() ? nullptr : collective.sent_to_each().front().layout();
}

}  // namespace

bool CollectiveTypeChecks::compares_between_groups(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::broadcast:
    case CollectiveKind::gather:
    case CollectiveKind::scatter:
    case CollectiveKind::reduce:
    case CollectiveKind::allreduce:
    case CollectiveKind::allgather:
    case CollectiveKind::alltoall:
      return true;
    default:
      return false;
  }
}

CollectiveArguments CollectiveTypeChecks::between_groups(const Collective& collective) {
  const auto data = [&](std::uint32_t signature, DatatypeLayout* layout) {
    return CollectiveArguments::Data{
        .signature = signature,
        .place = places_.current(layout == nullptr ? nullptr : &checked(*layout))};
  };
  const auto sent = [&]() -> const UserBuffer* {
    if (collective.kind() == CollectiveKind::allgather)
      return collective.sent() ? &*collective.sent() : nullptr;
    return collective.sent_to_each().empty() ? nullptr : &collective.sent_to_each().front();
  };
  const CollectiveArguments::Data common =
      data(common_signature(collective), collective.block().layout);
  if (collective.kind() != CollectiveKind::allgather &&
      collective.kind() != CollectiveKind::alltoall) {
    return {.sent = common, .received = common};
  }
  CollectiveArguments arguments{.received = common};
  if (const UserBuffer* const block = sent())
    arguments.sent = data(hash_of(*block), block->layout());
  return arguments;
}

void CollectiveTypeChecks::calls(const Collective& collective) {
  Communicator& communicator = collective.communicator();
  if (collective.kind() == CollectiveKind::finalization) {
    communicator.collectives->set_remark(remark_of(0, places_.current()));
    return;
  }
  compare_own_blocks(collective);
  find_overlap(collective);
  if (communicator.size() == 1) return;
  compare(communicator);
  compare_freed();
  const auto place_with = [&](DatatypeLayout* layout) {
    return places_.current(layout == nullptr ? nullptr : &checked(*layout));
  };
  const check::Place place = place_with(layout_of_call(collective));
  const std::uint64_t sequence = collective.sequence();
  const auto expect_at = [&](check::Place place, int member, std::uint32_t signature) {
    if (member == communicator.rank || signature == 0 ||
        communicator.expected_calls.size() >= most_expected) {
      return;
    }
    communicator.expected_calls.push_back({.sequence = sequence,
                                           .member = member,
                                           .signature = signature,
                                           .place = place,
                                           .kind = collective.kind()});
  };
  const auto expect = [&](int member, std::uint32_t signature) {
    expect_at(place, member, signature);
  };
  if (has_own_blocks(collective.kind())) {
    const std::span<const UserBuffer> sent = collective.sent_to_each();
    const std::span<const UserBuffer> received = collective.received_from_each();
    const auto has_data = [](const UserBuffer& block) { return block.bytes() != 0; };
    const auto first = std::ranges::find_if(received, has_data);
    communicator.collectives->set_remark(remark_of(
        basic_of(received), first == received.end() ? place : place_with(first->layout())));
    for (std::size_t i = 0; i < sent.size(); ++i) {
      if (has_data(sent[i]))
        expect_at(place_with(sent[i].layout()), collective.destination(i),
                  basic_of(sent.subspan(i, 1)));
    }
    return;
  }
  if (collective.kind() != CollectiveKind::gatherv &&
      collective.kind() != CollectiveKind::scatterv) {
    const std::uint32_t signature = common_signature(collective);
    communicator.collectives->set_remark(remark_of(signature, place));
    expect((communicator.rank + 1) % communicator.size(), signature);
    return;
  }
  communicator.collectives->set_remark(remark_of(own_signature(collective), place));
  if (!collective.is_root()) return;
  const std::span<const UserBuffer> blocks = collective.kind() == CollectiveKind::gatherv
                                                 ? collective.received_from_each()
                                                 : collective.sent_to_each();
  for (std::size_t i = 0; i < blocks.size(); ++i) expect(static_cast<int>(i), hash_of(blocks[i]));
}

void CollectiveTypeChecks::compare_own_blocks(const Collective& collective) {
  const auto [sent, received] = own_blocks(collective);
  if (sent == nullptr || received == nullptr) return;
  const std::uint32_t one = hash_of(*sent);
  const std::uint32_t other = hash_of(*received);
  if (one == 0 || other == 0 || one == other) return;
  const auto place = [&](const UserBuffer& block) {
    return places_.current(&checked(*block.layout()));
  };
  log_.add(check::Finding{
      .kind = Kind::collective_type_mismatch,
      .text = base::format("sends itself {{0}} in {} on {}, and receives them as {{1}}",
                           runtime::collectives::name_of(collective.kind()),
                           name_of(collective.communicator())),
      .where = {{.role = "called", .rank = log_.rank(), .place = place(*sent)},
                {.role = "called", .rank = log_.rank(), .place = place(*received)}}});
}

void CollectiveTypeChecks::find_overlap(const Collective& collective) {
  std::vector<std::span<const std::byte>> blocks;
  for (const UserBuffer& block : collective.received_from_each()) {
    const std::span<const std::byte> memory = block.contiguous();
    if (!memory.empty()) blocks.push_back(memory);
  }
  const auto begin = [](std::span<const std::byte> block) { return block.data(); };
  if (!std::ranges::is_sorted(blocks, {}, begin)) std::ranges::sort(blocks, {}, begin);
  const auto found = std::ranges::adjacent_find(blocks, [](const auto& one, const auto& next) {
    return one.data() + one.size() > next.data();
  });
  if (found == blocks.end()) return;
  log_.add(check::Finding{
      .kind = Kind::overlapping_blocks,
      .text = base::format("receives two blocks of {} on {} at the same place",
                           runtime::collectives::name_of(collective.kind()),
                           name_of(collective.communicator())),
      .where = {{.role = "called", .rank = log_.rank(), .place = places_.current()}}});
}

void CollectiveTypeChecks::compare(Communicator& communicator) {
  if (communicator.expected_calls.empty()) return;
  const runtime::collectives::Collectives& collectives = *communicator.collectives;
  std::erase_if(communicator.expected_calls, [&](const ExpectedCall& expected) {
    const auto remark = collectives.remark_of(expected.member, expected.sequence);
    // A member that has not called it yet will; the history of one that is far ahead has lost it.
    if (!remark) {
      return expected.sequence + runtime::collectives::CallHistory::kept < collectives.sequence();
    }
    const auto signature = static_cast<std::uint32_t>(*remark >> 32U);
    // Other differences are errors of their own.
    if (signature != 0 && signature != expected.signature &&
        collectives.is_same_call(expected.member, expected.sequence))
      report_difference(communicator, expected, static_cast<std::uint32_t>(*remark));
    return true;
  });
}

void CollectiveTypeChecks::report_mismatch(const Communicator& communicator) {
  const runtime::collectives::Collectives& collectives = *communicator.collectives;
  const auto report = [&](std::string text, std::uint64_t collective, int one, int other) {
    const auto witness_of = [&](int member) {
      const auto remark = collectives.remark_of(member, collective);
      return check::Witness{.role = "called",
                            .rank = collectives.job_rank(member),
                            .place = static_cast<check::Place>(remark.value_or(0))};
    };
    const auto [first, second] = std::minmax(one, other);
    log_.add(check::Finding{.kind = Kind::collective_mismatch,
                            .text = std::move(text),
                            .where = {witness_of(first), witness_of(second)}});
  };
  if (const auto found = collectives.first_difference()) {
    report(base::format("calls {} as collective {} on {}, where rank {} calls {}",
                        described(found->own.signature), found->collective, name_of(communicator),
                        found->other.rank, described(found->other.signature)),
           found->collective, found->own.rank, found->other.rank);
  } else if (const auto& wrong = collectives.wrong_part()) {
    report(base::format("expects {} bytes of rank {} in collective {} on {}, but gets {}",
                        wrong->expected_bytes, wrong->from, wrong->collective,
                        name_of(communicator), wrong->given_bytes),
           wrong->collective, communicator.rank, wrong->from);
  }
}

void CollectiveTypeChecks::frees(Communicator& communicator) {
  compare(communicator);
  if (communicator.expected_calls.empty()) return;
  ++communicator.operations;
  freed_.push_back(&communicator);
}

void CollectiveTypeChecks::compare_freed() {
  const std::size_t too_many = freed_.size() > most_freed ? freed_.size() - most_freed : 0;
  for (std::size_t i = 0; i < too_many; ++i) freed_[i]->expected_calls.clear();
  std::erase_if(freed_, [this](Communicator* communicator) {
    if (!communicator->is_freed) return false;  // the call that frees it is not over
    compare(*communicator);
    if (!communicator->expected_calls.empty()) return false;
    release(*communicator);
    return true;
  });
}

void CollectiveTypeChecks::stops() {
  compare_freed();
  for (Communicator* const communicator : freed_) release(*communicator);
  freed_.clear();
}

void CollectiveTypeChecks::report_difference(const Communicator& communicator,
                                             const ExpectedCall& expected,
                                             check::Place other_place) {
  const Rank other = communicator.member(expected.member);
  log_.add(check::Finding{
      .kind = Kind::collective_type_mismatch,
      .text = base::format("calls {} with {{0}} as collective {} on {}, where rank {} has {{1}}",
                           runtime::collectives::name_of(expected.kind), expected.sequence,
                           name_of(communicator), expected.member),
      .where = {{.role = "called", .rank = log_.rank(), .place = expected.place},
                {.role = "called", .rank = other, .place = other_place}}});
}

}  // namespace strobe::bcs::mpi
