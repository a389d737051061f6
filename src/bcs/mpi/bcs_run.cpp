// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a program of the BCS API as one rank of this job, for libstrobe_bcs, which finds the
// function by its name. A program that links no MPI gets that of the launcher.
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/bcs_process.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/strict_process.hpp"
#include "bcs/mpi/user_report.hpp"
#include "bcs/protocol/application_process.hpp"

extern "C" {
int PMPI_Init(int* argc, char*** argv);
int PMPI_Finalize(void);
int PMPI_Barrier(MPI_Comm comm);
int PMPI_Comm_free(MPI_Comm* comm);
int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm);
}

namespace strobe::bcs::mpi {

namespace {

using protocol::RankEnd;
using protocol::RankGroup;
using protocol::RankProgram;

/// MPI from here to the end, unless the program has initialized it itself. All calls go through the
/// wrappers, as those of a program do.
class MpiScope {
 public:
  MpiScope() {
    int is_initialized = 0;
    native().Initialized(&is_initialized);
    begins_ = is_initialized == 0;
    if (begins_) PMPI_Init(nullptr, nullptr);
  }
  MpiScope(const MpiScope&) = delete;
  MpiScope& operator=(const MpiScope&) = delete;
  ~MpiScope() {
    if (begins_) PMPI_Finalize();
  }

 private:
  bool begins_ = false;
};

bool is_finalized() {
  int flag = 0;
  native().Finalized(&flag);
  return flag != 0;
}

bool are_in_job(std::span<const RankGroup> groups) {
  const auto is_rank = [](Rank rank) { return rank >= 0 && rank < process().endpoint.ranks(); };
  return std::ranges::all_of(groups, [&](const RankGroup& group) {
    return std::ranges::all_of(group.ranks, group.ranks + group.size, is_rank);
  });
}

/// Collective over all ranks.
MPI_Comm communicator_of(const RankGroup& group) {
  const Rank* const end = group.ranks + group.size;
  const Rank* const place = std::find(group.ranks, end, process().endpoint.rank());
  MPI_Comm made = MPI_COMM_NULL;
  PMPI_Comm_split(MPI_COMM_WORLD, place == end ? MPI_UNDEFINED : 0,
                  static_cast<int>(place - group.ranks), &made);
  return made;
}

/// Runs the program as this rank, until all ranks have.
template <class Rank>
void run_as(Rank& rank, const RankProgram& program) {
  if (const char* const wrong = program.run(rank, program.argument); wrong != nullptr) {
    end_job(base::format("rank {} {}", process().endpoint.rank(), wrong));
  }
  if (const std::size_t open = rank.open(); open != 0) {
    end_job(base::format("rank {} ends with {} open requests; test or wait for each one",
                         process().endpoint.rank(), open));
  }
  rank.finish();
}

void run_by_runtime(const RankProgram& program) {
  std::vector<MPI_Comm> communicators{MPI_COMM_WORLD};
  std::vector<runtime::StridedList> members(1);
  for (const RankGroup& group : program.groups) {
    communicators.push_back(communicator_of(group));
    members.emplace_back(std::span(group.ranks, static_cast<std::size_t>(group.size)));
  }
  BcsProcess rank(communicators, std::move(members));
  // From now on each process takes part in the core primitives of the others.
  PMPI_Barrier(MPI_COMM_WORLD);
  run_as(rank, program);
  for (std::size_t i = 1; i < communicators.size(); ++i) {
    if (communicators[i] != MPI_COMM_NULL) PMPI_Comm_free(&communicators[i]);
  }
}

/// Whether the protocol's state machines have run the program.
bool run_by_protocol(const RankProgram& program) {
  if (process().endpoint.options().policy != protocol::strict) return false;
  // It serves the messages of MPI already, and BcsProcess calls MPI.
  if (!interposer.runs_bcs_program) return false;
  std::string why;
  if (const auto rank = StrictProcess::start(program.groups, why)) {
    run_as(*rank, program);
    return true;
  }
  if (process().endpoint.rank() == 0) report_no_microphases(why);
  return false;
}

RankEnd run_rank(const RankProgram& program) {
  if (std::strcmp(program.release, STROBE_VERSION) != 0) return RankEnd::other_release;
  interposer.runs_bcs_program = !is_mpi_loaded();
  open_native();
  if (is_finalized()) return RankEnd::repeated;
  const MpiScope mpi;
  if (!interposer.is_serving) {
    report_and_exit("the BCS API needs the runtime, which is not active");
  }
  if (!are_in_job(program.groups)) return RankEnd::wrong_group;
  if (!run_by_protocol(program)) run_by_runtime(program);
  return RankEnd::finished;
}

}  // namespace

extern "C" STROBE_EXPORT RankEnd strobe_run_rank(const RankProgram& program) {
  return run_rank(program);
}

}  // namespace strobe::bcs::mpi
