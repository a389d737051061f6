// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/collective_type_checks.hpp"

#include <optional>
#include <span>
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

void CollectiveTypeChecks::calls(const Collective& collective) {
  Communicator& communicator = collective.communicator();
  if (collective.kind() == CollectiveKind::finalization || communicator.size() == 1) return;
  compare(communicator);
  DatatypeLayout* const layout = layout_of_call(collective);
  const check::Place place = places_.current(layout == nullptr ? nullptr : &checked(*layout));
  const std::uint64_t sequence = collective.sequence();
  const auto expect = [&](int member, std::uint32_t signature) {
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

void CollectiveTypeChecks::compare(Communicator& communicator) {
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
