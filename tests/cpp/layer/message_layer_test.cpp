// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the result of every operation of the message layer byte for byte, on any number of ranks
// and for every layer.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include "strobe/message_layer.hpp"
#include "support/bytes.hpp"
#include "support/layer_under_test.hpp"

namespace strobe::layer {
namespace {

using testing::bytes_of;
using testing::LayerUnderTest;
using testing::Message;
using testing::message_of;
using testing::room_for;
using testing::telling_sizes_bytes;

class MessageLayerTest : public ::testing::Test {
 protected:
  [[nodiscard]] int rank() const { return layer.rank().value; }
  [[nodiscard]] int size() const { return layer.size(); }
  [[nodiscard]] std::size_t parts() const { return static_cast<std::size_t>(size()); }
  /// The neighbours on a ring; the rank itself if it is alone.
  [[nodiscard]] Rank next() const { return {(rank() + 1) % size()}; }
  [[nodiscard]] Rank previous() const { return {(rank() + size() - 1) % size()}; }
  /// The messages of all ranks, one after the other.
  [[nodiscard]] Message all_messages(std::size_t size_bytes) const {
    Message all;
    for (int from = 0; from < size(); ++from) {
      const Message part = message_of(from, size_bytes);
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }

  LayerUnderTest layer = testing::world();
  static constexpr Tag tag{7};
};

TEST_F(MessageLayerTest, SendsAndReceivesInPairs) {
  // Ranks 2i and 2i + 1 exchange messages. A last rank without a partner does nothing.
  const Rank partner{rank() ^ 1};
  if (partner.value >= size()) return;
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    const Message out = message_of(rank(), size_bytes);
    Message in = room_for(size_bytes);
    if (rank() % 2 == 0) {
      layer.send(out, partner, tag);
      layer.receive(in, partner, tag);
    } else {
      layer.receive(in, partner, tag);
      layer.send(out, partner, tag);
    }
    EXPECT_EQ(in, message_of(partner.value, size_bytes)) << size_bytes;
  }
}

TEST_F(MessageLayerTest, StartsSendsAndReceivesAndWaitsForThem) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    const Message out = message_of(rank(), size_bytes);
    Message in = room_for(size_bytes);
    LayerUnderTest::Request receiving = layer.start_receive(in, previous(), tag);
    LayerUnderTest::Request sending = layer.start_send(out, next(), tag);
    layer.wait(receiving);
    layer.wait(sending);
    EXPECT_EQ(in, message_of(previous().value, size_bytes)) << size_bytes;

    in = room_for(size_bytes);
    std::array requests{layer.start_receive(in, previous(), tag),
                        layer.start_send(out, next(), tag)};
    layer.wait_all(requests);
    EXPECT_EQ(in, message_of(previous().value, size_bytes)) << size_bytes;
  }
  layer.wait_all({});
}

TEST_F(MessageLayerTest, TestsARequestWithoutWaiting) {
  const Message out = message_of(rank(), 64);
  Message in = room_for(64);
  LayerUnderTest::Request receiving = layer.start_receive(in, previous(), tag);
  layer.barrier();  // no rank sends before this
  LayerUnderTest::Request sending = layer.start_send(out, next(), tag);
  while (!layer.test(receiving)) std::this_thread::yield();
  EXPECT_EQ(in, message_of(previous().value, 64));
  layer.wait(sending);

  if (size() == 1) return;
  LayerUnderTest::Request early = layer.start_receive(in, previous(), tag);
  EXPECT_FALSE(layer.test(early)) << "no rank has sent yet";
  layer.barrier();
  layer.send(out, next(), tag);
  layer.wait(early);
}

TEST_F(MessageLayerTest, KeepsTagsApart) {
  const Message first = message_of(rank(), 16, 1);
  const Message second = message_of(rank(), 16, 2);
  std::array requests{layer.start_send(first, next(), Tag{1}),
                      layer.start_send(second, next(), Tag{2})};
  Message in = room_for(16);
  layer.receive(in, previous(), Tag{2});
  EXPECT_EQ(in, message_of(previous().value, 16, 2));
  layer.receive(in, previous(), Tag{1});
  EXPECT_EQ(in, message_of(previous().value, 16, 1));
  layer.wait_all(requests);
}

TEST_F(MessageLayerTest, MessagesDoNotMeetThoseOfAnotherLayer) {
  LayerUnderTest other = testing::world();
  const Message ours = message_of(rank(), 16, 1);
  const Message theirs = message_of(rank(), 16, 2);
  std::array requests{layer.start_send(ours, next(), tag), other.start_send(theirs, next(), tag)};
  Message in = room_for(16);
  other.receive(in, previous(), tag);
  EXPECT_EQ(in, message_of(previous().value, 16, 2));
  layer.receive(in, previous(), tag);
  EXPECT_EQ(in, message_of(previous().value, 16, 1));
  layer.wait_all(requests);
}

TEST_F(MessageLayerTest, SendsAndReceivesStrides) {
  const Strided shape{.block_bytes = 5, .stride_bytes = 13, .count = 9};
  const std::size_t extent = shape.stride_bytes * shape.count;
  const Message from = message_of(rank(), extent);
  Message into = room_for(extent);
  // A nonblocking receive replaces a second thread.
  Message packed = room_for(shape.block_bytes * shape.count);
  LayerUnderTest::Request receiving = layer.start_receive(packed, previous(), tag);
  layer.send_strided(from.data(), shape, next(), tag);
  layer.wait(receiving);
  LayerUnderTest::Request sending = layer.start_send(packed, layer.rank(), tag);
  layer.receive_strided(into.data(), shape, layer.rank(), tag);
  layer.wait(sending);
  const Message sent = message_of(previous().value, extent);
  const Message untouched = room_for(extent);
  for (std::size_t at = 0; at < extent; ++at) {
    const bool in_a_block = at % shape.stride_bytes < shape.block_bytes;
    EXPECT_EQ(into[at], in_a_block ? sent[at] : untouched[at]) << at;
  }
}

TEST_F(MessageLayerTest, AStrideArrivesAsOnePiece) {
  const Strided shape{.block_bytes = 3, .stride_bytes = 8, .count = 4};
  const Message from = message_of(rank(), 32);
  Message in = room_for(12);
  LayerUnderTest::Request receiving = layer.start_receive(in, previous(), tag);
  layer.send_strided(from.data(), shape, next(), tag);
  layer.wait(receiving);
  const Message sent = message_of(previous().value, 32);
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(in[i], sent[i / 3 * 8 + i % 3]) << i;

  // With no blocks or empty blocks the message is empty.
  for (const Strided empty : {Strided{3, 8, 0}, Strided{0, 8, 4}}) {
    LayerUnderTest::Request nothing = layer.start_receive({}, previous(), tag);
    layer.send_strided(from.data(), empty, next(), tag);
    layer.wait(nothing);
  }
}

TEST_F(MessageLayerTest, ExchangesWithTwoBuffers) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    Message in = room_for(size_bytes);
    layer.exchange(message_of(rank(), size_bytes), next(), in, previous(), tag);
    EXPECT_EQ(in, message_of(previous().value, size_bytes)) << size_bytes;
  }
}

TEST_F(MessageLayerTest, SwapsInOneBuffer) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    Message both = message_of(rank(), size_bytes);
    layer.swap(both, next(), previous(), tag);
    EXPECT_EQ(both, message_of(previous().value, size_bytes)) << size_bytes;
  }
}

TEST_F(MessageLayerTest, ProbesForTheSizeOfAMessage) {
  // Each size has its own tag, because a faster neighbour may already have sent the next message.
  for (int i = 0; const std::size_t size_bytes : telling_sizes_bytes) {
    const Tag own{i++};
    const Message out = message_of(rank(), size_bytes);
    EXPECT_EQ(layer.probe_now(previous(), Tag{own.value + 100}), std::nullopt) << "another tag";
    LayerUnderTest::Request sending = layer.start_send(out, next(), own);
    EXPECT_EQ(layer.probe(previous(), own), size_bytes);
    EXPECT_EQ(layer.probe_now(previous(), own), size_bytes);
    Message in = room_for(size_bytes);
    layer.receive(in, previous(), own);
    EXPECT_EQ(in, message_of(previous().value, size_bytes));
    EXPECT_EQ(layer.probe_now(previous(), own), std::nullopt) << "it has been received";
    layer.wait(sending);
  }
}

TEST_F(MessageLayerTest, NobodyLeavesABarrierBeforeAllHaveCome) {
  // All ranks of the node use one clock, so the last entry is before the first exit.
  for (int late = 0; late < size(); ++late) {
    if (rank() == late) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    const std::int64_t entry = LayerUnderTest::now().count();
    layer.barrier();
    const std::int64_t exit = LayerUnderTest::now().count();
    std::int64_t last_entry = 0;
    std::int64_t first_exit = 0;
    layer.allreduce(std::as_bytes(std::span(&entry, 1)),
                    std::as_writable_bytes(std::span(&last_entry, 1)), Element::int64,
                    Operation::maximum);
    layer.allreduce(std::as_bytes(std::span(&exit, 1)),
                    std::as_writable_bytes(std::span(&first_exit, 1)), Element::int64,
                    Operation::minimum);
    EXPECT_LE(last_entry, first_exit);
  }
}

TEST_F(MessageLayerTest, BroadcastsFromEveryRoot) {
  for (int root = 0; root < size(); ++root) {
    for (const std::size_t size_bytes : telling_sizes_bytes) {
      Message both = rank() == root ? message_of(root, size_bytes) : room_for(size_bytes);
      layer.broadcast(both, Rank{root});
      EXPECT_EQ(both, message_of(root, size_bytes)) << size_bytes;
    }
  }
}

TEST_F(MessageLayerTest, ScattersAndGathersEqualParts) {
  for (int root = 0; root < size(); ++root) {
    for (const std::size_t size_bytes : telling_sizes_bytes) {
      const bool is_root = rank() == root;
      Message part = room_for(size_bytes);
      layer.scatter(is_root ? all_messages(size_bytes) : Message{}, part, Rank{root});
      EXPECT_EQ(part, message_of(rank(), size_bytes)) << size_bytes;

      Message whole = is_root ? room_for(size_bytes * parts()) : Message{};
      layer.gather(part, whole, Rank{root});
      EXPECT_EQ(whole, is_root ? all_messages(size_bytes) : Message{}) << size_bytes;
    }
  }
}

TEST_F(MessageLayerTest, GathersForAll) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    Message whole = room_for(size_bytes * parts());
    layer.allgather(message_of(rank(), size_bytes), whole);
    EXPECT_EQ(whole, all_messages(size_bytes)) << size_bytes;
  }
}

TEST_F(MessageLayerTest, SendsEveryRankItsPart) {
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    // Part `to` of rank `from` is message_of(from, ..., seed = to).
    Message out;
    Message expected;
    for (int other = 0; other < size(); ++other) {
      const Message part = message_of(rank(), size_bytes, static_cast<std::uint64_t>(other));
      const Message theirs = message_of(other, size_bytes, static_cast<std::uint64_t>(rank()));
      out.insert(out.end(), part.begin(), part.end());
      expected.insert(expected.end(), theirs.begin(), theirs.end());
    }
    Message in = room_for(out.size());
    layer.alltoall(out, in);
    EXPECT_EQ(in, expected) << size_bytes;
  }
}

/// Element `i` of the contribution of a rank: small, of both signs, and different for each rank.
template <class T>
T contribution(int rank, std::size_t i) {
  return static_cast<T>((rank * 7 + static_cast<int>(i) * 3) % 23 - 11);
}

template <class T>
std::vector<T> contributions(int rank, std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = contribution<T>(rank, i);
  return values;
}

/// The bitwise and logical operations, which combine integers only.
template <class T>
T combined_bits(T a, T b, Operation operation) {
  if constexpr (std::is_integral_v<T>) {
    switch (operation) {
      case Operation::bitwise_and:
        return a & b;
      case Operation::bitwise_or:
        return a | b;
      case Operation::bitwise_xor:
        return a ^ b;
      case Operation::logical_and:
        return static_cast<T>(a != 0 && b != 0);
      case Operation::logical_or:
        return static_cast<T>(a != 0 || b != 0);
      case Operation::logical_xor:
        return static_cast<T>((a != 0) != (b != 0));
      default:
        break;
    }
  }
  ADD_FAILURE() << "no such operation on this type";
  return a;
}

/// The combined contributions of ranks 0 to `last`, computed with a loop.
template <class T>
std::vector<T> combined(int last, std::size_t count, Operation operation) {
  std::vector<T> values = contributions<T>(0, count);
  for (int rank = 1; rank <= last; ++rank) {
    for (std::size_t i = 0; i < count; ++i) {
      const T one = contribution<T>(rank, i);
      switch (operation) {
        case Operation::sum:
          values[i] = static_cast<T>(values[i] + one);
          break;
        case Operation::minimum:
          values[i] = std::min(values[i], one);
          break;
        case Operation::maximum:
          values[i] = std::max(values[i], one);
          break;
        default:
          values[i] = combined_bits(values[i], one, operation);
      }
    }
  }
  return values;
}

template <class T>
class Reductions : public MessageLayerTest {};

template <class T, Element e>
struct Typed {
  using Type = T;
  static constexpr Element element = e;
};
using Elements =
    ::testing::Types<Typed<std::int32_t, Element::int32>, Typed<std::int64_t, Element::int64>,
                     Typed<float, Element::float32>, Typed<double, Element::float64>>;
TYPED_TEST_SUITE(Reductions, Elements);

constexpr Operation operations[] = {
    Operation::sum,         Operation::minimum,    Operation::maximum,
    Operation::bitwise_and, Operation::bitwise_or, Operation::bitwise_xor,
    Operation::logical_and, Operation::logical_or, Operation::logical_xor};

TYPED_TEST(Reductions, CombineElementByElement) {
  using T = typename TypeParam::Type;
  constexpr Element element = TypeParam::element;
  ASSERT_EQ(size_bytes(element), sizeof(T));
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{8193}}) {
    const Message out = bytes_of(contributions<T>(this->rank(), count));
    for (const Operation operation : operations) {
      if (!combines(operation, element)) continue;
      const Message whole = bytes_of(combined<T>(this->size() - 1, count, operation));
      for (int root = 0; root < this->size(); ++root) {
        // Only the root gets a result. The other ranks pass no memory.
        const bool is_root = this->rank() == root;
        Message in = is_root ? room_for(out.size()) : Message{};
        this->layer.reduce(out, in, element, operation, Rank{root});
        EXPECT_EQ(in, is_root ? whole : Message{}) << count;
      }
      Message in = room_for(out.size());
      this->layer.allreduce(out, in, element, operation);
      EXPECT_EQ(in, whole) << count;
      this->layer.scan(out, in, element, operation);
      EXPECT_EQ(in, bytes_of(combined<T>(this->rank(), count, operation))) << count;
    }
  }
}

/// An element with an index; the memory between value and index may have any contents.
template <class T>
void expect_located(LayerUnderTest& layer, Element element, Operation operation) {
  using Pair = ValueAndIndex<T>;
  constexpr std::size_t count = 7;
  ASSERT_EQ(size_bytes(element), sizeof(Pair));
  const auto pair_of = [&](int rank, std::size_t i) {
    return Pair{.value = static_cast<T>((rank + static_cast<int>(i)) / 2 % 3), .index = rank};
  };
  std::vector<Pair> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = pair_of(layer.rank().value, i);
  const auto expect = [&](const std::vector<Pair>& in, int last) {
    for (std::size_t i = 0; i < count; ++i) {
      Pair wanted = pair_of(0, i);
      for (int rank = 1; rank <= last; ++rank) {
        const Pair next = pair_of(rank, i);
        // Of equal values, the first one stays.
        const bool replaces =
            operation == Operation::maxloc ? next.value > wanted.value : next.value < wanted.value;
        if (replaces) wanted = next;
      }
      EXPECT_EQ(in[i].value, wanted.value);
      EXPECT_EQ(in[i].index, wanted.index);
    }
  };
  const ConstBytes bytes = std::as_bytes(std::span(std::as_const(out)));
  std::vector<Pair> in(count);
  layer.allreduce(bytes, std::as_writable_bytes(std::span(in)), element, operation);
  expect(in, layer.size() - 1);
  layer.scan(bytes, std::as_writable_bytes(std::span(in)), element, operation);
  expect(in, layer.rank().value);
}

TEST_F(MessageLayerTest, FindsWhereTheLargestAndTheSmallestValueAre) {
  for (const Operation operation : {Operation::maxloc, Operation::minloc}) {
    expect_located<std::int32_t>(layer, Element::int32_int, operation);
    expect_located<std::int64_t>(layer, Element::int64_int, operation);
    expect_located<float>(layer, Element::float32_int, operation);
    expect_located<double>(layer, Element::float64_int, operation);
  }
}

TEST_F(MessageLayerTest, GroupsAreLayersOfTheirOwn) {
  // In reverse order, so that ranks in the group differ from those in the whole layer.
  for (int count = 1; count <= size(); ++count) {
    std::vector<Rank> members;
    for (int i = 0; i < count; ++i) members.push_back(Rank{size() - 1 - i});
    const int place = size() - 1 - rank();
    if (place >= count) continue;
    LayerUnderTest part = layer.group(members);
    EXPECT_EQ(part.size(), count);
    EXPECT_EQ(part.rank(), Rank{place});
    std::vector<std::int32_t> sum(1);
    part.allreduce(bytes_of(std::vector<std::int32_t>{1}), std::as_writable_bytes(std::span(sum)),
                   Element::int32, Operation::sum);
    EXPECT_EQ(sum[0], count);
  }
}

TEST_F(MessageLayerTest, IsMovedWithItsMessages) {
  LayerUnderTest moved = std::move(layer);
  Message in = room_for(8);
  moved.exchange(message_of(rank(), 8), next(), in, previous(), tag);
  EXPECT_EQ(in, message_of(previous().value, 8));
  layer = std::move(moved);
  EXPECT_EQ(layer.size(), size());
  layer.barrier();
}

}  // namespace
}  // namespace strobe::layer
