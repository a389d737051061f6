// SPDX-License-Identifier: BSD-3-Clause
//
// Laws of type signatures, on random ones: a signature depends on the sequence of basic datatypes
// alone, and not on how a datatype was built.
#include "bcs/check/type_signature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "bcs/check/message_mark.hpp"

namespace strobe::bcs::check {
namespace {

constexpr BasicType basics[] = {
    {"MPI_CHAR", "character", 1}, {"MPI_SHORT", "signed", 2}, {"MPI_INT", "signed", 4},
    {"MPI_FLOAT", "float", 4},    {"MPI_DOUBLE", "float", 8},
};
constexpr int trials = 2000;

/// A signature, and the sequence that it stands for.
struct Built {
  TypeSignature signature;
  std::vector<BasicType> sequence;

  void append(const Built& other, std::uint64_t times) {
    signature.append(other.signature, times);
    for (std::uint64_t i = 0; i < times; ++i)
      sequence.insert(sequence.end(), other.sequence.begin(), other.sequence.end());
  }
};

Built basic(std::size_t number) {
  return {.signature = TypeSignature(basics[number]), .sequence = {basics[number]}};
}

/// Nested at most that deep, as datatypes that are built of others are.
Built random_built(base::Random& random, std::uint32_t depth) {
  if (depth == 0) return basic(random.below(std::size(basics)));
  Built built;
  const std::uint32_t parts = random.below(4);
  for (std::uint32_t i = 0; i < parts; ++i) {
    const Built part = random_built(random, random.below(depth));
    built.append(part, random.below(4));
  }
  return built;
}

SequenceHash hash_of(const std::vector<BasicType>& sequence, std::size_t length) {
  SequenceHash whole;
  for (std::size_t i = 0; i < length; ++i) whole = whole + sequence[i].hash();
  return whole;
}

bool are_same(const std::vector<BasicType>& one, const std::vector<BasicType>& other) {
  return std::ranges::equal(one, other, {}, &BasicType::name, &BasicType::name);
}

TEST(SequenceHash, OfAConcatenationIsThatOfItsParts) {
  base::Random random(1);
  for (int trial = 0; trial < trials; ++trial) {
    SequenceHash parts[3];
    for (SequenceHash& part : parts) {
      const Built built = random_built(random, 3);
      part = hash_of(built.sequence, built.sequence.size());
    }
    EXPECT_EQ((parts[0] + parts[1]) + parts[2], parts[0] + (parts[1] + parts[2]));
    EXPECT_EQ(SequenceHash() + parts[0], parts[0]);
    EXPECT_EQ(parts[0] + SequenceHash(), parts[0]);
  }
}

TEST(SequenceHash, RepeatedIsAppendedThatOften) {
  const SequenceHash part = TypeSignature(basics[2]).of_bytes(4).value() + basics[3].hash();
  SequenceHash whole;
  for (std::uint64_t times = 0; times < 100; ++times) {
    EXPECT_EQ(repeated(part, times), whole) << times;
    whole = whole + part;
  }
}

TEST(TypeSignature, OfBytesIsThatOfAPrefixOrNoneWithinABasicDatatype) {
  base::Random random(2);
  for (int trial = 0; trial < trials / 10; ++trial) {
    Built element = random_built(random, 3);
    if (element.sequence.empty()) continue;
    const TypeSignature signature = element.signature;
    Built elements;
    elements.append(element, 3);
    std::uint64_t bytes = 0;
    for (std::size_t length = 0; length < elements.sequence.size(); ++length) {
      ASSERT_EQ(signature.of_bytes(bytes), hash_of(elements.sequence, length)) << bytes;
      const std::uint32_t next = elements.sequence[length].size_bytes;
      for (std::uint32_t within = 1; within < next; ++within)
        ASSERT_EQ(signature.of_bytes(bytes + within), std::nullopt) << bytes + within;
      bytes += next;
    }
    EXPECT_EQ(bytes, 3 * signature.size_bytes());
    EXPECT_EQ(signature.of_bytes(bytes), elements.signature.of_bytes(bytes));
  }
}

TEST(TypeSignature, DoesNotDependOnHowADatatypeWasBuilt) {
  base::Random random(3);
  for (int trial = 0; trial < trials; ++trial) {
    const Built built = random_built(random, 4);
    Built flat;
    for (const BasicType& one : built.sequence)
      flat.append({.signature = TypeSignature(one), .sequence = {one}}, 1);
    const std::uint64_t bytes = built.signature.size_bytes();
    EXPECT_EQ(bytes, flat.signature.size_bytes());
    EXPECT_EQ(built.signature.of_bytes(bytes), flat.signature.of_bytes(bytes));
    EXPECT_EQ(built.signature.names(), flat.signature.names());
    EXPECT_EQ(built.signature.kinds(), flat.signature.kinds());
  }
}

TEST(TypeSignature, DiffersBetweenDifferentSequences) {
  base::Random random(4);
  for (int trial = 0; trial < trials; ++trial) {
    const Built one = random_built(random, 3);
    const Built other = random_built(random, 3);
    if (are_same(one.sequence, other.sequence)) continue;
    EXPECT_NE(hash_of(one.sequence, one.sequence.size()),
              hash_of(other.sequence, other.sequence.size()))
        << one.signature.names() << " and " << other.signature.names();
  }
}

TEST(TypeSignature, DependsOnTheOrderAndOnEachBasicDatatype) {
  base::Random random(5);
  for (int trial = 0; trial < trials; ++trial) {
    const Built built = random_built(random, 4);
    if (built.sequence.empty()) continue;
    std::vector<BasicType> changed = built.sequence;
    const std::size_t at = random.below(static_cast<std::uint32_t>(changed.size()));
    if (random.below(2) == 0) {
      changed[at] = basics[random.below(std::size(basics))];
    } else {
      std::swap(changed[at], changed.back());
    }
    EXPECT_EQ(hash_of(changed, changed.size()) == hash_of(built.sequence, built.sequence.size()),
              are_same(changed, built.sequence));
  }
}

TEST(TypeSignature, HasAnOnlyBasicDatatypeHoweverOften) {
  TypeSignature ints(basics[2]);
  ints.append(TypeSignature(basics[2]), 5);
  EXPECT_EQ(ints.only_basic(), basics[2].hash());
  ints.append(TypeSignature(basics[3]), 1);
  EXPECT_EQ(ints.only_basic(), std::nullopt);
  EXPECT_EQ(TypeSignature().only_basic(), std::nullopt);
  EXPECT_EQ(TypeSignature::unknown().only_basic(), std::nullopt);
}

TEST(TypeSignature, OfUnknownDataIsNeverCompared) {
  TypeSignature signature(basics[2]);
  signature.append(TypeSignature::unknown(), 0);
  EXPECT_TRUE(signature.is_known());
  signature.append(TypeSignature::unknown(), 1);
  EXPECT_FALSE(signature.is_known());
  EXPECT_EQ(signature.of_bytes(4), std::nullopt);
  EXPECT_EQ(signature.names(), "unknown data");
  EXPECT_EQ(TypeSignature().of_bytes(0), std::nullopt);
}

TEST(TypeSignature, OfVeryManyRunsIsKnownOfWholeElements) {
  TypeSignature pair(basics[2]);
  pair.append(TypeSignature(basics[3]), 1);
  TypeSignature many;
  many.append(pair, 100'000);
  const SequenceHash element = repeated(basics[2].hash() + basics[3].hash(), 100'000);
  EXPECT_EQ(many.of_bytes(800'000), element);
  EXPECT_EQ(many.of_bytes(1'600'000), element + element);
  EXPECT_EQ(many.of_bytes(800'004), std::nullopt);
  EXPECT_EQ(many.names(), "{MPI_INT, MPI_FLOAT, MPI_INT, MPI_FLOAT, MPI_INT, MPI_FLOAT, ...}");
}

TEST(TypeSignature, IsDescribedByRuns) {
  TypeSignature signature(basics[2]);
  signature.append(TypeSignature(basics[2]), 2);
  EXPECT_EQ(signature.names(), "3 MPI_INT");
  EXPECT_EQ(signature.kinds(), "3 signed 4");
  signature.append(TypeSignature(basics[4]), 1);
  EXPECT_EQ(signature.names(), "{3 MPI_INT, MPI_DOUBLE}");
}

TEST(MessageMark, DiffersOnlyWhereBothSignaturesAreKnown) {
  const SequenceHash ints = repeated(basics[2].hash(), 8);
  const SequenceHash floats = repeated(basics[3].hash(), 8);
  EXPECT_FALSE(MessageMark::of(ints, 7).differs_from(ints));
  EXPECT_TRUE(MessageMark::of(ints, 7).differs_from(floats));
  EXPECT_FALSE(MessageMark::of(7).differs_from(ints));
  EXPECT_EQ(MessageMark::of(ints, 7).place(), 7U);
  EXPECT_EQ(MessageMark::of(7).place(), 7U);
  EXPECT_EQ(MessageMark(MessageMark::of(ints, 4095).bits()).place(), 4095U);
  // A place that does not fit is not known, and the signature is compared all the same.
  EXPECT_EQ(MessageMark::of(ints, 4096).place(), 0U);
  EXPECT_TRUE(MessageMark::of(ints, 4096).differs_from(floats));
  EXPECT_FALSE(MessageMark::of(ints, 4096).differs_from(ints));
}

}  // namespace
}  // namespace strobe::bcs::check
