// SPDX-License-Identifier: BSD-3-Clause
//
// HPCC's RandomAccess in small (Luszczek and others, "Introduction to the HPC Challenge benchmark
// suite", 2005): updates of a table that all processes share. Before each update a process tests
// whether updates of others have come, which they mostly have not.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

constexpr int update_tag = 1;
constexpr int last_tag = 2;
using Updates = std::vector<std::uint64_t>;

class Table {
 public:
  explicit Table(const Application& application)
      : rank_(static_cast<std::size_t>(application.rank())),
        size_(application.size()),
        bucket_(static_cast<std::size_t>(application.count("bucket"))),
        entries_(1U << 16U),
        buckets_(static_cast<std::size_t>(size_)),
        sends_(buckets_.size(), MPI_REQUEST_NULL),
        sent_(buckets_.size()),
        received_(bucket_),
        unfinished_(size_ - 1) {
    post();
  }

  void update(std::uint64_t value) {
    take();
    const auto to = static_cast<std::size_t>((value >> 32U) % static_cast<std::uint64_t>(size_));
    buckets_[to].push_back(value);
    if (buckets_[to].size() == bucket_) send(to, update_tag);
  }

  /// Returns a checksum of this process's part.
  double finish() {
    for (std::size_t to = 0; to < buckets_.size(); ++to) send(to, last_tag);
    while (unfinished_ > 0) take();
    MPI_Waitall(size_, sends_.data(), MPI_STATUSES_IGNORE);
    std::uint64_t sum = 0;
    for (const std::uint64_t entry : entries_) sum ^= entry;
    return static_cast<double>(sum >> 12U);
  }

 private:
  void post() {
    MPI_Irecv(received_.data(), static_cast<int>(bucket_), MPI_UINT64_T, MPI_ANY_SOURCE,
              MPI_ANY_TAG, MPI_COMM_WORLD, &receive_);
  }

  void take() {
    if (unfinished_ == 0) return;
    int has_come = 0;
    MPI_Status status;
    MPI_Test(&receive_, &has_come, &status);
    if (has_come == 0) return;
    int count = 0;
    MPI_Get_count(&status, MPI_UINT64_T, &count);
    apply(received_.data(), static_cast<std::size_t>(count));
    if (status.MPI_TAG == last_tag) --unfinished_;
    if (unfinished_ > 0) post();
  }

  void send(std::size_t to, int tag) {
    if (to == rank_) {
      apply(buckets_[to].data(), buckets_[to].size());
      buckets_[to].clear();
      return;
    }
    for (int is_done = 0; is_done == 0;) {
      MPI_Test(&sends_[to], &is_done, MPI_STATUS_IGNORE);
      if (is_done == 0) take();
    }
    sent_[to].swap(buckets_[to]);
    buckets_[to].clear();
    MPI_Isend(sent_[to].data(), static_cast<int>(sent_[to].size()), MPI_UINT64_T,
              static_cast<int>(to), tag, MPI_COMM_WORLD, &sends_[to]);
    if (tag == last_tag) MPI_Wait(&sends_[to], MPI_STATUS_IGNORE);
  }

  void apply(const std::uint64_t* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) entries_[values[i] % entries_.size()] ^= values[i];
  }

  std::size_t rank_;
  int size_;
  std::size_t bucket_;
  Updates entries_;
  std::vector<Updates> buckets_;
  std::vector<MPI_Request> sends_;
  std::vector<Updates> sent_;
  Updates received_;
  MPI_Request receive_ = MPI_REQUEST_NULL;
  int unfinished_;  ///< other processes that may send more
};

}  // namespace

int main(int argc, char** argv) {
  const Application application("random_access", argc, argv, {{"steps", 200000}, {"bucket", 512}});
  Table table(application);
  auto value = static_cast<std::uint64_t>(application.rank()) + 1;
  for (int step = 0; step < application.count("steps"); ++step) {
    value = value * 6364136223846793005ULL + 1442695040888963407ULL;
    table.update(value);
  }
  const double sum = table.finish();
  double total = 0.0;
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  application.end(total);
}
