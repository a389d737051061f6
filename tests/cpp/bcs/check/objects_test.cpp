// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/objects.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace strobe::bcs::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "place 7 never frees a group that it created".
std::vector<std::string> left(const Objects& objects) {
  Leftovers leftovers;
  objects.add_to(leftovers);
  std::vector<std::string> texts;
  for (const Finding& finding : leftovers.findings(3)) {
    EXPECT_EQ(finding.kind, Kind::object_not_freed);
    EXPECT_EQ(finding.where.size(), 1U);
    const Witness& witness = finding.where.front();
    EXPECT_EQ(witness.rank, 3);
    EXPECT_TRUE(finding.text.ends_with("that it " + std::string(witness.role))) << finding.text;
    texts.push_back("place " + std::to_string(witness.place) + " " + finding.text);
  }
  return texts;
}

TEST(Objects, AreCountedForEachPlace) {
  Objects objects;
  for (std::uintptr_t handle = 1; handle <= 12; ++handle)
    objects.created(ObjectKind::communicator, handle, 5);
  objects.created(ObjectKind::communicator, 20, 6);
  objects.created(ObjectKind::file, 20, 5);
  EXPECT_THAT(left(objects), ElementsAre("place 5 never frees 12 communicators that it created",
                                         "place 6 never frees a communicator that it created",
                                         "place 5 never closes a file that it opened"));
}

TEST(Objects, OfDifferentKindsMayHaveTheSameHandle) {
  Objects objects;
  objects.created(ObjectKind::window, 1, 5);
  objects.created(ObjectKind::op, 1, 6);
  objects.frees(ObjectKind::window, 1, 9);
  EXPECT_THAT(left(objects), ElementsAre("place 6 never frees an operator that it created"));
}

TEST(Objects, WithACountedHandleAreFreedAsOftenAsCreated) {
  Objects objects;
  objects.created(ObjectKind::group, 1, 5);
  objects.created(ObjectKind::group, 1, 6);
  objects.frees(ObjectKind::group, 1, 9);
  EXPECT_THAT(left(objects), ElementsAre("place 5 never frees a group that it created"));
  objects.frees(ObjectKind::group, 1, 9);
  EXPECT_THAT(left(objects), IsEmpty());
  objects.frees(ObjectKind::group, 1, 9);
  objects.created(ObjectKind::group, 1, 7);
  EXPECT_THAT(left(objects), ElementsAre("place 7 never frees a group that it created"));
}

TEST(Objects, OfALibraryAreNotTheProgramsOwn) {
  Objects objects;
  objects.created(ObjectKind::group, 1, 5);
  objects.created(ObjectKind::group, 1, 0);
  objects.frees(ObjectKind::group, 1, 0);
  EXPECT_THAT(left(objects), ElementsAre("place 5 never frees a group that it created"));
  objects.created(ObjectKind::info, 2, 0);
  objects.frees(ObjectKind::group, 1, 9);
  EXPECT_THAT(left(objects), IsEmpty());
}

TEST(Objects, OfTheProgramAreFreedByIt) {
  // As MPICH does: MPI_File_get_group calls MPI_Comm_group, whose handle it returns.
  Objects objects;
  for (const Place place : {0U, 5U, 0U, 6U}) objects.created(ObjectKind::group, 1, place);
  EXPECT_EQ(objects.frees(ObjectKind::group, 1, 9), 6U);
  EXPECT_THAT(left(objects), ElementsAre("place 5 never frees a group that it created"));
  EXPECT_EQ(objects.frees(ObjectKind::group, 1, 9), 5U);
  EXPECT_THAT(left(objects), IsEmpty());
}

TEST(Objects, MayBeFreedByTheOtherSide) {
  Objects objects;
  objects.created(ObjectKind::communicator, 1, 5);
  EXPECT_EQ(objects.frees(ObjectKind::communicator, 1, 0), 5U);
  EXPECT_THAT(left(objects), IsEmpty());
}

TEST(Objects, AreKnownAfterTheMpiHasFreedThem) {
  Objects objects;
  objects.created(ObjectKind::op, 1, 5);
  EXPECT_EQ(objects.frees(ObjectKind::op, 1, 6), 5U);
  EXPECT_EQ(objects.freed_at(ObjectKind::op, 1), std::nullopt);
  objects.freed(ObjectKind::op, 1);
  EXPECT_EQ(objects.freed_at(ObjectKind::op, 1), 6U);
  EXPECT_EQ(objects.freed_at(ObjectKind::group, 1), std::nullopt);
  EXPECT_EQ(objects.frees(ObjectKind::op, 2, 6), std::nullopt);
  objects.freed(ObjectKind::op, 2);
  EXPECT_EQ(objects.freed_at(ObjectKind::op, 2), std::nullopt);
}

TEST(Objects, LiveWhoseHandleIsThatOfAFreedOne) {
  Objects objects;
  objects.created(ObjectKind::op, 1, 5);
  objects.frees(ObjectKind::op, 1, 6);
  objects.created(ObjectKind::op, 1, 7);  // by another thread
  objects.freed(ObjectKind::op, 1);
  EXPECT_EQ(objects.freed_at(ObjectKind::op, 1), std::nullopt);
  objects.created(ObjectKind::op, 1, 8);
  objects.frees(ObjectKind::op, 1, 9);
  objects.freed(ObjectKind::op, 1);
  EXPECT_EQ(objects.freed_at(ObjectKind::op, 1), std::nullopt);
}

TEST(Objects, ThatAreBeingCreatedMayHaveTheHandleOfAFreedOne) {
  Objects objects;
  objects.created(ObjectKind::communicator, 5, 1);
  objects.frees(ObjectKind::communicator, 5, 2);
  objects.freed(ObjectKind::communicator, 5);
  objects.is_being_created(ObjectKind::communicator, 5);
  EXPECT_EQ(objects.freed_at(ObjectKind::communicator, 5), std::nullopt);
  objects.created(ObjectKind::communicator, 5, 3);
  EXPECT_EQ(objects.frees(ObjectKind::communicator, 5, 4), 3u);
}

TEST(Objects, ThatAreDatatypesAreToBeCommitted) {
  Objects objects;
  EXPECT_FALSE(objects.is_uncommitted(1));
  objects.is_to_commit(1);  // its creation is not known
  EXPECT_FALSE(objects.is_uncommitted(1));
  objects.created(ObjectKind::datatype, 1, 5);
  EXPECT_FALSE(objects.is_uncommitted(1));
  objects.is_to_commit(1);
  EXPECT_TRUE(objects.is_uncommitted(1));
  EXPECT_FALSE(objects.is_uncommitted(2));
  objects.committed(1);
  EXPECT_FALSE(objects.is_uncommitted(1));
}

TEST(Objects, ThatAreDatatypesMayHaveTheHandleOfAFreedOne) {
  Objects objects;
  objects.created(ObjectKind::datatype, 1, 5);
  objects.is_to_commit(1);
  objects.frees(ObjectKind::datatype, 1, 6);
  EXPECT_FALSE(objects.is_uncommitted(1));
  objects.created(ObjectKind::datatype, 1, 7);
  EXPECT_FALSE(objects.is_uncommitted(1));
}

TEST(Objects, ThatAreDatatypesAreCommittedWithAllTheirHandles) {
  Objects objects;
  objects.created(ObjectKind::datatype, 1, 5);
  objects.is_to_commit(1);
  objects.created(ObjectKind::datatype, 1, 0);  // returned once more by the MPI
  EXPECT_FALSE(objects.is_uncommitted(1));
  objects.committed(1);
  objects.frees(ObjectKind::datatype, 1, 0);
  EXPECT_FALSE(objects.is_uncommitted(1));
}

TEST(Leftovers, OfDifferentKindsAreToldApart) {
  Leftovers leftovers;
  for (const Kind kind : {Kind::request_not_freed, Kind::request_never_started}) {
    leftovers.add({.kind = kind, .omits = "frees", .one = "a", .many = "b", .did = "made"}, 1);
  }
  EXPECT_EQ(leftovers.findings(0).size(), 2U);
}

}  // namespace
}  // namespace strobe::bcs::check
