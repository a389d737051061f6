// SPDX-License-Identifier: BSD-3-Clause
//
// Compares our BLACS with another one, call by call, in one program. Both shared libraries are
// opened, and their calls alternate, so that a disturbance affects both. Where MPI has the same
// operation, it is timed as well. Output: one CSV line for each case and size, with case, elements,
// our time in us, the ratio of ours to theirs with its 95 % interval, and the ratio of ours to
// MPI's, which is empty if MPI has no such operation.
//
//     mpiexec -n 2 blacs-against-reference OURS.so THEIRS.so [ROUNDS [PART_OF_A_NAME]]
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/statistics.hpp"
#include "layer/mpi/session.hpp"
#include "strobe/error.hpp"

namespace {

using namespace strobe;

/// The C functions of one library that are compared. Matrices of any type are passed as memory.
struct Blacs {
  explicit Blacs(const char* file)
      : library(
            dlopen(file, RTLD_LAZY | RTLD_LOCAL)) {  // so that its own calls find its own functions
    if (library == nullptr) throw Error(base::format("cannot be opened: {}", dlerror()));
    load(get, "Cblacs_get");
    load(gridinit, "Cblacs_gridinit");
    load(gridmap, "Cblacs_gridmap");
    load(gridexit, "Cblacs_gridexit");
    load(barrier, "Cblacs_barrier");
    load(send, "Cdgesd2d");
    load(receive, "Cdgerv2d");
    load(send_triangle, "Cdtrsd2d");
    load(receive_triangle, "Cdtrrv2d");
    load(broadcast, "Cdgebs2d");
    load(receive_broadcast, "Cdgebr2d");
    load(sum, "Cdgsum2d");
    load(integer_sum, "Cigsum2d");
    load(complex_sum, "Czgsum2d");
    load(largest, "Cdgamx2d");
    load(smallest, "Cdgamn2d");
    load(integer_largest, "Cigamx2d");
    load(complex_largest, "Czgamx2d");
  }

  using Send = void (*)(int context, int m, int n, void* a, int lda, int row, int column);
  using SendTriangle = void (*)(int context, const char* uplo, const char* diag, int m, int n,
                                void* a, int lda, int row, int column);
  using Broadcast = void (*)(int context, const char* scope, const char* top, int m, int n, void* a,
                             int lda);
  using ReceiveBroadcast = void (*)(int context, const char* scope, const char* top, int m, int n,
                                    void* a, int lda, int row, int column);
  using Extreme = void (*)(int context, const char* scope, const char* top, int m, int n, void* a,
                           int lda, int* rows, int* columns, int leading, int row, int column);

  void (*get)(int context, int what, int* value) = nullptr;
  void (*gridinit)(int* context, const char* order, int rows, int columns) = nullptr;
  void (*gridmap)(int* context, const int* ranks, int leading, int rows, int columns) = nullptr;
  void (*gridexit)(int context) = nullptr;
  void (*barrier)(int context, const char* scope) = nullptr;
  Send send = nullptr;
  Send receive = nullptr;
  SendTriangle send_triangle = nullptr;
  SendTriangle receive_triangle = nullptr;
  Broadcast broadcast = nullptr;
  ReceiveBroadcast receive_broadcast = nullptr;
  ReceiveBroadcast sum = nullptr;
  ReceiveBroadcast integer_sum = nullptr;
  ReceiveBroadcast complex_sum = nullptr;
  Extreme largest = nullptr;
  Extreme smallest = nullptr;
  Extreme integer_largest = nullptr;
  Extreme complex_largest = nullptr;

  int context = -1;      ///< a grid of all processes in one row
  int own_context = -1;  ///< on each process, a grid of this process only

 private:
  template <class Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) throw Error(base::format("it has no {}", name));
  }

  void* library;
};

/// Data for all cases. Columns are contiguous, or separated by gaps of their own length.
struct Setup {
  int rank = 0;
  int ranks = 1;
  std::vector<double> matrix;
  std::vector<int> rows;
  std::vector<int> columns;
};

/// A shape of about so many doubles, as square as powers of two allow.
struct Extent {
  int m = 1;
  int n = 1;
  [[nodiscard]] int elements() const { return m * n; }
};

constexpr Extent extents[] = {{1, 1},   {4, 2},     {8, 8},     {32, 16},
                              {64, 64}, {256, 128}, {512, 512}, {1000, 1000}};

/// Performs an operation so many times.
using Run = std::function<void(const Blacs&, Extent, int count)>;

struct Case {
  std::string name;
  Run run;
  std::function<void(Extent, int count)>
      by_mpi;  ///< the same operation with MPI only; may be empty
  bool has_extent = true;
};

// Point to point ---------------------------------------------------------------------------------

/// Round trips between the first two processes; all others are idle.
template <class SendIt, class ReceiveIt>
void echo(const Setup& setup, int count, SendIt send, ReceiveIt receive) {
  if (setup.rank > 1) return;
  for (int i = 0; i < count; ++i) {
    if (setup.rank == 0) {
      send(1);
      receive(1);
    } else {
      receive(0);
      send(0);
    }
  }
}

void add_point_to_point(std::vector<Case>& cases, Setup& setup) {
  double* const a = setup.matrix.data();
  const auto general = [&setup, a](int widening) -> Run {
    return [&setup, a, widening](const Blacs& blacs, Extent extent, int count) {
      const int lda = widening * extent.m;
      echo(
          setup, count,
          [&](int to) { blacs.send(blacs.context, extent.m, extent.n, a, lda, 0, to); },
          [&](int from) { blacs.receive(blacs.context, extent.m, extent.n, a, lda, 0, from); });
    };
  };
  cases.push_back(
      {"echo", general(1), [&setup, a](Extent extent, int count) {
         echo(
             setup, count,
             [&](int to) { MPI_Send(a, extent.elements(), MPI_DOUBLE, to, 0, MPI_COMM_WORLD); },
             [&](int from) {
               MPI_Recv(a, extent.elements(), MPI_DOUBLE, from, 0, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE);
             });
       }});
  cases.push_back({"echo, LDA = 2M", general(2), {}});
  for (const char* const uplo : {"U", "L"}) {
    cases.push_back({base::format("echo of the {} triangle", *uplo == 'U' ? "upper" : "lower"),
                     [&setup, a, uplo](const Blacs& blacs, Extent extent, int count) {
                       const int lda = extent.m;
                       echo(
                           setup, count,
                           [&](int to) {
                             blacs.send_triangle(blacs.context, uplo, "N", extent.m, extent.n, a,
                                                 lda, 0, to);
                           },
                           [&](int from) {
                             blacs.receive_triangle(blacs.context, uplo, "N", extent.m, extent.n, a,
                                                    lda, 0, from);
                           });
                     },
                     {}});
  }
  static constexpr int outstanding = 64;
  cases.push_back({base::format("{} sends, then their receives", outstanding),
                   [&setup, a](const Blacs& blacs, Extent extent, int count) {
                     if (setup.rank > 1) return;
                     const int other = 1 - setup.rank;
                     for (int done = 0; done < count; done += outstanding) {
                       const int now = std::min(outstanding, count - done);
                       for (int i = 0; i < now; ++i) {
                         blacs.send(blacs.context, extent.m, extent.n, a, extent.m, 0, other);
                       }
                       for (int i = 0; i < now; ++i) {
                         blacs.receive(blacs.context, extent.m, extent.n, a, extent.m, 0, other);
                       }
                     }
                   },
                   {}});
}

// Scoped operations ------------------------------------------------------------------------------

void add_broadcasts(std::vector<Case>& cases, Setup& setup) {
  double* const a = setup.matrix.data();
  // The source changes each time, so that no process runs ahead of the others.
  const auto all = [&setup, a](const char* top, int widening) -> Run {
    return [&setup, a, top, widening](const Blacs& blacs, Extent extent, int count) {
      const int lda = widening * extent.m;
      for (int i = 0; i < count; ++i) {
        const int source = i % setup.ranks;
        if (source == setup.rank) {
          blacs.broadcast(blacs.context, "All", top, extent.m, extent.n, a, lda);
        } else {
          blacs.receive_broadcast(blacs.context, "All", top, extent.m, extent.n, a, lda, 0, source);
        }
      }
    };
  };
  const auto by_mpi = [&setup, a](Extent extent, int count) {
    for (int i = 0; i < count; ++i) {
      MPI_Bcast(a, extent.elements(), MPI_DOUBLE, i % setup.ranks, MPI_COMM_WORLD);
    }
  };
  cases.push_back({"broadcast ' '", all(" ", 1), by_mpi});
  cases.push_back({"broadcast ' ', LDA = 2M", all(" ", 2), {}});
  for (const char* const top : {"I", "D", "S", "M", "H", "1", "2", "F"}) {
    cases.push_back({base::format("broadcast '{}'", top), all(top, 1), {}});
  }
  cases.push_back({"broadcast 'I', LDA = 2M", all("I", 2), {}});
}

/// On all processes or, if `on_one`, on each process in turn.
int destination(const Setup& setup, bool on_one, int i) { return on_one ? i % setup.ranks : -1; }

void add_sums(std::vector<Case>& cases, Setup& setup) {
  double* const a = setup.matrix.data();
  const auto with = [&setup, a](Blacs::ReceiveBroadcast Blacs::* routine, const char* top,
                                int widening, bool on_one) -> Run {
    return [=, &setup](const Blacs& blacs, Extent extent, int count) {
      for (int i = 0; i < count; ++i) {
        const int to = destination(setup, on_one, i);
        (blacs.*routine)(blacs.context, "All", top, extent.m, extent.n, a, widening * extent.m,
                         on_one ? 0 : -1, to);
      }
    };
  };
  const auto on_all_by_mpi = [a](Extent extent, int count) {
    for (int i = 0; i < count; ++i) {
      MPI_Allreduce(MPI_IN_PLACE, a, extent.elements(), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  };
  cases.push_back({"sum ' ' on all", with(&Blacs::sum, " ", 1, false), on_all_by_mpi});
  cases.push_back({"sum ' ' on one", with(&Blacs::sum, " ", 1, true), {}});
  cases.push_back({"sum ' ' on all, LDA = 2M", with(&Blacs::sum, " ", 2, false), {}});
  for (const char* const top : {"I", "S", "M", "H", "1", "2", "F"}) {
    for (const bool on_one : {false, true}) {
      cases.push_back({base::format("sum '{}' on {}", top, on_one ? "one" : "all"),
                       with(&Blacs::sum, top, 1, on_one),
                       {}});
    }
  }
  cases.push_back({"integer sum ' ' on all", with(&Blacs::integer_sum, " ", 1, false), {}});
  cases.push_back({"complex sum ' ' on all", with(&Blacs::complex_sum, " ", 1, false), {}});
  cases.push_back({"complex sum '1' on one", with(&Blacs::complex_sum, "1", 1, true), {}});
}

void add_extremes(std::vector<Case>& cases, Setup& setup) {
  double* const a = setup.matrix.data();
  const auto with = [&setup, a](Blacs::Extreme Blacs::* routine, const char* top, bool has_origins,
                                bool on_one) -> Run {
    return [=, &setup](const Blacs& blacs, Extent extent, int count) {
      for (int i = 0; i < count; ++i) {
        const int to = destination(setup, on_one, i);
        (blacs.*routine)(blacs.context, "All", top, extent.m, extent.n, a, extent.m,
                         setup.rows.data(), setup.columns.data(), has_origins ? extent.m : -1,
                         on_one ? 0 : -1, to);
      }
    };
  };
  for (const char* const top : {" ", "1", "H"}) {
    for (const bool has_origins : {false, true}) {
      for (const bool on_one : {false, true}) {
        cases.push_back({base::format("largest '{}'{} on {}", top, has_origins ? " and where" : "",
                                      on_one ? "one" : "all"),
                         with(&Blacs::largest, top, has_origins, on_one),
                         {}});
      }
    }
  }
  cases.push_back({"smallest ' ' on all", with(&Blacs::smallest, " ", false, false), {}});
  cases.push_back(
      {"integer largest ' ' on all", with(&Blacs::integer_largest, " ", false, false), {}});
  cases.push_back(
      {"complex largest ' ' on all", with(&Blacs::complex_largest, " ", false, false), {}});
  cases.push_back({"complex largest ' ' and where on all",
                   with(&Blacs::complex_largest, " ", true, false),
                   {}});
}

void add_the_rest(std::vector<Case>& cases, Setup& setup) {
  double* const a = setup.matrix.data();
  int* const rows = setup.rows.data();
  int* const columns = setup.columns.data();
  cases.push_back({"barrier",
                   [](const Blacs& blacs, Extent, int count) {
                     for (int i = 0; i < count; ++i) blacs.barrier(blacs.context, "All");
                   },
                   [](Extent, int count) {
                     for (int i = 0; i < count; ++i) MPI_Barrier(MPI_COMM_WORLD);
                   },
                   false});
  cases.push_back({"gridinit and gridexit",
                   [&setup](const Blacs& blacs, Extent, int count) {
                     for (int i = 0; i < count; ++i) {
                       int context = 0;
                       blacs.get(0, 0, &context);
                       blacs.gridinit(&context, "Row", 1, setup.ranks);
                       blacs.gridexit(context);
                     }
                   },
                   {},
                   false});
  cases.push_back({"broadcast in a group of one",
                   [a](const Blacs& blacs, Extent extent, int count) {
                     for (int i = 0; i < count; ++i) {
                       blacs.broadcast(blacs.own_context, "All", " ", extent.m, extent.n, a,
                                       extent.m);
                     }
                   },
                   {}});
  cases.push_back({"largest of one process, and where",
                   [a, rows, columns](const Blacs& blacs, Extent extent, int count) {
                     for (int i = 0; i < count; ++i) {
                       blacs.largest(blacs.own_context, "All", " ", extent.m, extent.n, a, extent.m,
                                     rows, columns, extent.m, -1, -1);
                     }
                   },
                   {}});
}

// Measuring --------------------------------------------------------------------------------------

/// Waits without keeping the core from processes that still work, which MPI_Wait may do.
template <class Idle>
void wait_idly(MPI_Request request, Idle idle) {
  for (int is_done = 0;;) {
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    if (is_done != 0) return;
    idle();
  }
}

/// Seconds from the common start until the last process has finished.
template <class Body>
double time_s(Body&& body) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  wait_idly(request, sched_yield);
  const auto begin = base::monotonic_now();
  body();
  double elapsed_s = base::to_seconds(base::monotonic_now() - begin);
  MPI_Iallreduce(MPI_IN_PLACE, &elapsed_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &request);
  // In an echo most processes are here, while the first two use the cores.
  wait_idly(request, [] { usleep(100); });
  return elapsed_s;
}

class Contest {
 public:
  Contest(Blacs& ours, Blacs& theirs, Setup& setup, int rounds)
      : ours_(ours), theirs_(theirs), setup_(setup), rounds_(rounds) {}

  void hold(const Case& each, Extent extent) {
    const int count = worthwhile_count(each, extent);
    std::vector<double> ours_s;
    std::vector<double> to_theirs;
    std::vector<double> to_mpi;
    for (int round = 0; round < rounds_; ++round) {
      refill();
      const auto ours = [&] { return time_s([&] { each.run(ours_, extent, count); }); };
      const auto theirs = [&] { return time_s([&] { each.run(theirs_, extent, count); }); };
      // The order changes, because the first library could have an advantage.
      const double first_s = round % 2 == 0 ? ours() : theirs();
      const double second_s = round % 2 == 0 ? theirs() : ours();
      const double our_s = round % 2 == 0 ? first_s : second_s;
      ours_s.push_back(our_s / count);
      to_theirs.push_back(our_s / (round % 2 == 0 ? second_s : first_s));
      if (each.by_mpi) to_mpi.push_back(our_s / time_s([&] { each.by_mpi(extent, count); }));
    }
    if (setup_.rank != 0) return;
    const base::Interval ratio = base::median_interval(to_theirs, 0.95);
    const std::string beside_mpi =
        to_mpi.empty() ? "" : base::format("{:.4f}", base::median(to_mpi));
    base::print(stdout, "\"{}\",{},{:.4f},{:.4f},{:.4f},{:.4f},{}\n", each.name,
                each.has_extent ? std::to_string(extent.elements()) : "",
                1e6 * base::median(ours_s), ratio.median, ratio.low, ratio.high, beside_mpi);
    std::fflush(stdout);
  }

 private:
  /// So many repetitions that a sample is long compared with the barrier and the clock, but the
  /// comparison is not too long.
  int worthwhile_count(const Case& each, Extent extent) {
    constexpr double sample_s = 1.5e-3;
    int count = 1;
    for (;;) {
      refill();
      // The slower library decides.
      const double ours = time_s([&] { each.run(ours_, extent, count); });
      const double theirs = time_s([&] { each.run(theirs_, extent, count); });
      const double longer_s = std::max(ours, theirs);
      if (longer_s > sample_s || count >= 1 << 20) return count;
      count *= longer_s < sample_s / 8 ? 8 : 2;
    }
  }

  /// Sums grow, and infinite numbers may be slower to add.
  void refill() { std::ranges::fill(setup_.matrix, setup_.rank + 1.0); }

  Blacs& ours_;
  Blacs& theirs_;
  Setup& setup_;
  int rounds_;
};

void make_grids(Blacs& blacs, int rank, int ranks) {
  blacs.get(0, 0, &blacs.context);
  blacs.gridinit(&blacs.context, "Row", 1, ranks);
  // Creates a grid of one process for each process; the reference needs all processes in each of
  // these calls.
  for (int owner = 0; owner < ranks; ++owner) {
    int context = 0;
    blacs.get(0, 0, &context);
    blacs.gridmap(&context, &owner, 1, 1, 1);
    if (owner == rank) blacs.own_context = context;
  }
}

int run(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("blacs-against-reference OURS.so THEIRS.so [ROUNDS [PART_OF_A_NAME]]\n", stderr);
    return 2;
  }
  const int rounds = argc > 3 ? std::stoi(argv[3]) : 15;
  const std::string_view part = argc > 4 ? argv[4] : "";
  Setup setup;
  MPI_Comm_rank(MPI_COMM_WORLD, &setup.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &setup.ranks);
  // Twice the largest size: for columns with gaps, and for complex numbers.
  constexpr std::size_t largest = 2'000'000;
  setup.matrix.resize(largest);
  setup.rows.resize(largest / 2);
  setup.columns.resize(largest / 2);
  Blacs ours(argv[1]);
  Blacs theirs(argv[2]);
  make_grids(ours, setup.rank, setup.ranks);
  make_grids(theirs, setup.rank, setup.ranks);
  std::vector<Case> cases;
  add_point_to_point(cases, setup);
  add_broadcasts(cases, setup);
  add_sums(cases, setup);
  add_extremes(cases, setup);
  add_the_rest(cases, setup);
  Contest contest(ours, theirs, setup, rounds);
  for (const Case& each : cases) {
    if (each.name.find(part) == std::string::npos) continue;
    for (const Extent extent : extents) {
      contest.hold(each, extent);
      if (!each.has_extent) break;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const layer::mpi::Session session(&argc, &argv);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    base::print(stderr, "blacs-against-reference: {}\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
}
