// SPDX-License-Identifier: BSD-3-Clause
//
// Sends and receives: every pair of processes, every shape, messages that are unpacked otherwise
// than they were packed, sends that must return before any receive is called, and order.

#include <vector>

#include "base/format.hpp"
#include "bits.hpp"
#include "choices.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

using base::Random;

/// One process' side of messages on one grid.
template <class T>
class Messages {
 public:
  Messages(Run& run, const Grid& grid) : run_(run), grid_(grid) {}

  void send(const Shape& shape, int to, std::uint64_t seed, Random& own) {
    Call call = described(shape, any_lda(shape.m, own), own);
    call.peer = grid_.at(to);
    GuardedMatrix<T> a(shape, call.lda, own.next());
    put_message(a, seed);
    const auto [row, column] = *call.peer;
    if (shape.form == Form::general) {
      call.routine = typed<T>().gesd2d.name;
      run_.doing(call);
      typed<T>().gesd2d(grid_.context, shape.m, shape.n, a.data(), call.lda, row, column);
    } else {
      call.routine = typed<T>().trsd2d.name;
      run_.doing(call);
      typed<T>().trsd2d(grid_.context, argument(call.uplo), argument(call.diag), shape.m, shape.n,
                        a.data(), call.lda, row, column);
    }
    run_.check(a);
    // The matrix is the sender's again, who changes it at once.
    put_message(a, seed + 1);
  }

  void receive(const Shape& shape, int from, std::uint64_t seed, Random& own,
               std::size_t length = static_cast<std::size_t>(-1)) {
    Call call = described(shape, any_lda(shape.m, own), own);
    call.peer = grid_.at(from);
    call.preposition = "from";
    GuardedMatrix<T> a(shape, call.lda, own.next());
    expect_message(a, seed, length);
    const auto [row, column] = *call.peer;
    if (shape.form == Form::general) {
      call.routine = typed<T>().gerv2d.name;
      run_.doing(call);
      typed<T>().gerv2d(grid_.context, shape.m, shape.n, a.data(), call.lda, row, column);
    } else {
      call.routine = typed<T>().trrv2d.name;
      run_.doing(call);
      typed<T>().trrv2d(grid_.context, argument(call.uplo), argument(call.diag), shape.m, shape.n,
                        a.data(), call.lda, row, column);
    }
    run_.check(a);
  }

  /// One message from one process to another or to itself.
  void pass(const Shape& shape, int from, int to) {
    Random common = run_.random();
    const std::uint64_t seed = common.next();
    Random own(seed + 1000 + static_cast<std::uint64_t>(grid_.position()));
    if (grid_.position() == from) {
      send(shape, to, seed, own);
    }
    if (grid_.position() == to) {
      receive(shape, from, seed, own);
    }
  }

 private:
  Call described(const Shape& shape, Int lda, Random& own) {
    Call call;
    call.shape = shape;
    call.lda = lda;
    if (shape.form != Form::general) {
      call.uplo = spelled_uplo(shape.form, own);
      call.diag = spelled_diag(shape.unit, own);
    }
    return call;
  }

  Run& run_;
  const Grid& grid_;
};

template <class T>
void pass_between_all(Run& run, const Grid& grid, bool trapezoids) {
  Messages<T> messages(run, grid);
  for (int from = 0; from < grid.size(); ++from) {
    for (int to = 0; to < grid.size(); ++to) {
      if (run.next()) {
        Random common = run.random();
        messages.pass(any_shape(run, trapezoids, common), from, to);
      }
    }
  }
}

template <class T>
void pass_all_shapes(Run& run, const Grid& grid, bool trapezoids) {
  Messages<T> messages(run, grid);
  std::vector<Shape> all = shapes(run, trapezoids);
  for (int repetition = 0; repetition < 3; ++repetition) {
    for (const Shape& shape : all) {
      if (run.next()) {
        Random common = run.random();
        const int from = below(common, grid.size());
        messages.pass(shape, from, below(common, grid.size()));
      }
    }
  }
  for (int repetition = 0; repetition < 3; ++repetition) {
    if (run.next()) {
      Random common = run.random();
      const Shape shape = large_shape(trapezoids, common);
      const int from = below(common, grid.size());
      messages.pass(shape, from, below(common, grid.size()));
    }
  }
}

/// Only M * N must match, and a receive may be longer than its message.
template <class T>
void reshape_and_lengthen(Run& run, const Grid& grid) {
  Messages<T> messages(run, grid);
  for (int repetition = 0; repetition < 40; ++repetition) {
    if (!run.next()) {
      continue;
    }
    Random common = run.random();
    const Shape shape = any_shape(run, false, common);
    Shape other = reshaped(shape, common);
    if (repetition % 2 == 1) {
      other.n += 1 + below(common, 3);
      other.m = std::max<Int>(other.m, 1);
    }
    const int from = below(common, grid.size());
    const int to = below(common, grid.size());
    const std::uint64_t seed = common.next();
    Random own(seed + static_cast<std::uint64_t>(grid.position()));
    if (grid.position() == from) {
      messages.send(shape, to, seed, own);
    }
    if (grid.position() == to) {
      messages.receive(other, from, seed, own, shape.count());
    }
  }
}

/// Every process sends to the next and the one before it, many times, before anyone receives.
template <class T>
void send_before_receives(Run& run, const Grid& grid, bool trapezoids, int messages_each,
                          const Shape& largest) {
  if (!run.next()) {
    return;
  }
  Messages<T> messages(run, grid);
  Random common = run.random();
  const std::uint64_t seed = common.next();
  const int size = grid.size();
  const int me = grid.position();
  std::vector<Shape> all;
  for (int i = 0; i < messages_each; ++i) {
    all.push_back(i % 16 == 5 ? largest : any_shape(run, trapezoids, common));
  }
  const auto number = [&](int from, int step, int i) {
    return seed + static_cast<std::uint64_t>(((from * 2 + step) * messages_each + i) * 2);
  };
  Random own(seed + 7 + static_cast<std::uint64_t>(me));
  for (int i = 0; i < messages_each; ++i) {
    messages.send(all[static_cast<std::size_t>(i)], (me + 1) % size, number(me, 0, i), own);
    if (size > 2) {
      messages.send(all[static_cast<std::size_t>(i)], (me + size - 1) % size, number(me, 1, i),
                    own);
    }
  }
  for (int i = 0; i < messages_each; ++i) {
    const int before = (me + size - 1) % size;
    messages.receive(all[static_cast<std::size_t>(i)], before, number(before, 0, i), own);
  }
  for (int i = 0; size > 2 && i < messages_each; ++i) {
    const int after = (me + 1) % size;
    messages.receive(all[static_cast<std::size_t>(i)], after, number(after, 1, i), own);
  }
}

/// Messages of one sender arrive in order, whatever the order in which senders are listened to.
template <class T>
void keep_order(Run& run, const Grid& grid, bool trapezoids) {
  Messages<T> messages(run, grid);
  for (int to = 0; to < grid.size(); ++to) {
    if (!run.next()) {
      continue;
    }
    Random common = run.random();
    const std::uint64_t seed = common.next();
    constexpr int per_sender = 5;
    std::vector<Shape> all;
    std::vector<int> order;
    for (int i = 0; i < grid.size() * per_sender; ++i) {
      all.push_back(any_shape(run, trapezoids, common));
      order.push_back(i / per_sender);
    }
    common.shuffle(order);
    Random own(seed + 3 + static_cast<std::uint64_t>(grid.position()));
    const auto at = [&](int from, int i) {
      return static_cast<std::size_t>(from * per_sender + i);
    };
    for (int i = 0; i < per_sender; ++i) {
      const std::size_t mine = at(grid.position(), i);
      messages.send(all[mine], to, seed + 2 * mine, own);
    }
    std::vector<int> received(static_cast<std::size_t>(grid.size()));
    for (const int from : order) {
      if (grid.position() == to) {
        const std::size_t next = at(from, received[static_cast<std::size_t>(from)]++);
        messages.receive(all[next], from, seed + 2 * next, own);
      }
    }
  }
}

/// Once a send has returned its message arrives without further calls of the BLACS by the sender,
/// who may wait inside MPI.
template <class T>
void arrive_without_sender(Run& run, const Grid& grid, bool trapezoids) {
  if (!run.next() || grid.size() < 2) {
    return;
  }
  Messages<T> messages(run, grid);
  Random common = run.random();
  const Shape shape = large_shape(trapezoids, common);
  const std::uint64_t seed = common.next();
  const int first = grid.ranks[0];
  const int second = grid.ranks[1];
  if (grid.position() == 0) {
    messages.send(shape, 1, seed, common);
    Call waiting;
    waiting.routine = "the receiver's answer";
    run.doing(waiting);
    hear(second);
  } else if (grid.position() == 1) {
    messages.receive(shape, 0, seed, common);
    tell(first);
  }
}

}  // namespace

template <class T>
void test_point_to_point(Run& run, const Grid& grid) {
  for (const bool trapezoids : {false, true}) {
    const std::string group =
        trapezoids
            ? base::format("point-to-point {} {}", typed<T>().trsd2d.name, typed<T>().trrv2d.name)
            : base::format("point-to-point {} {}", typed<T>().gesd2d.name, typed<T>().gerv2d.name);
    if (!run.open(group, &grid)) {
      continue;
    }
    if (grid.is_inside) {
      pass_between_all<T>(run, grid, trapezoids);
      pass_all_shapes<T>(run, grid, trapezoids);
      if (!trapezoids) {
        reshape_and_lengthen<T>(run, grid);
      }
      const Form form = trapezoids ? Form::lower : Form::general;
      send_before_receives<T>(run, grid, trapezoids, 64, {form, false, 40, 30});
      send_before_receives<T>(run, grid, trapezoids, 16, {form, false, 250, 200});
      keep_order<T>(run, grid, trapezoids);
      arrive_without_sender<T>(run, grid, trapezoids);
    }
    run.close();
  }
}

STROBE_INSTANTIATE(test_point_to_point);

}  // namespace strobe::blacs_test
