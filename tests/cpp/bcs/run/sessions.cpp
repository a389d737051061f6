// SPDX-License-Identifier: BSD-3-Clause
//
// A program of sessions, without MPI_Init unless it is told so:
//   sessions alone      several sessions, one after the other and at once
//   sessions world      the world model beside them, which begins later
//   sessions threads    sessions of MPI_THREAD_MULTIPLE that begin in several threads
//   sessions open       ends without MPI_Session_finalize
//   sessions missing    the last rank begins no session for a while
//   sessions unreceived ends with a message that nobody receives
// Returns how many results were wrong.
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

namespace {

int wrong = 0;

void expect(bool is_so, const char* what) {
  if (is_so) return;
  ++wrong;
  std::fprintf(stderr, "wrong: %s\n", what);
}

bool is_initialized() {
  int flag = -1;
  MPI_Initialized(&flag);
  return flag != 0;
}

/// A session with a communicator of all ranks.
class Session {
 public:
  explicit Session(const char* tag, MPI_Info info = MPI_INFO_NULL) {
    MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session_);
    MPI_Group_from_session_pset(session_, "mpi://WORLD", &all_);
    MPI_Comm_create_from_group(all_, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &communicator_);
    MPI_Comm_rank(communicator_, &rank_);
    MPI_Comm_size(communicator_, &size_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    MPI_Comm_free(&communicator_);
    MPI_Group_free(&all_);
    MPI_Session_finalize(&session_);
    expect(session_ == MPI_SESSION_NULL, "a finalized session is null");
  }

  [[nodiscard]] MPI_Session session() const { return session_; }
  [[nodiscard]] MPI_Group all() const { return all_; }
  [[nodiscard]] MPI_Comm communicator() const { return communicator_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

 private:
  MPI_Session session_ = MPI_SESSION_NULL;
  MPI_Group all_ = MPI_GROUP_NULL;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = -1;
  int size_ = 0;
};

/// From any source around the ring, and a sum.
void communicate(MPI_Comm communicator) {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &size);
  int got = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 3, &got, 1, MPI_INT, MPI_ANY_SOURCE, 3,
               communicator, MPI_STATUS_IGNORE);
  expect(got == (rank + size - 1) % size, "a message around the ring");
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, communicator);
  expect(sum == size * (size - 1) / 2, "a sum");
}

/// The odd and the even ranks, each with their own communicator of the same name, twice.
void make_from_parts(const Session& session) {
  std::vector<int> ranks;
  for (int rank = session.rank() % 2; rank < session.size(); rank += 2) ranks.push_back(rank);
  MPI_Group part = MPI_GROUP_NULL;
  MPI_Group_incl(session.all(), static_cast<int>(ranks.size()), ranks.data(), &part);
  MPI_Comm first = MPI_COMM_NULL;
  MPI_Comm second = MPI_COMM_NULL;
  MPI_Comm_create_from_group(part, "parts", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &first);
  MPI_Comm_create_from_group(part, "more parts", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &second);
  // Each message arrives on the communicator on which it is sent.
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(first, &rank);
  MPI_Comm_size(first, &size);
  const int one = 1;
  const int two = 2;
  int got[2] = {0, 0};
  MPI_Request sends[2];
  MPI_Isend(&one, 1, MPI_INT, (rank + 1) % size, 7, first, &sends[0]);
  MPI_Isend(&two, 1, MPI_INT, (rank + 1) % size, 7, second, &sends[1]);
  MPI_Recv(&got[1], 1, MPI_INT, (rank + size - 1) % size, 7, second, MPI_STATUS_IGNORE);
  MPI_Recv(&got[0], 1, MPI_INT, (rank + size - 1) % size, 7, first, MPI_STATUS_IGNORE);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  expect(got[0] == 1 && got[1] == 2, "messages on two communicators of one group");
  communicate(first);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
  MPI_Group_free(&part);
}

/// The odd ranks and the even ones.
void make_intercommunicator(const Session& session) {
  if (session.size() < 2) return;
  MPI_Group sides[2];
  for (int side : {0, 1}) {
    int range[1][3] = {{side, (session.size() - 1 - side) / 2 * 2 + side, 2}};
    MPI_Group_range_incl(session.all(), 1, range, &sides[side]);
  }
  const int own = session.rank() % 2;
  MPI_Comm across = MPI_COMM_NULL;
  MPI_Intercomm_create_from_groups(sides[own], 0, sides[1 - own], 0, "across", MPI_INFO_NULL,
                                   MPI_ERRORS_ARE_FATAL, &across);
  int remote = 0;
  MPI_Comm_remote_size(across, &remote);
  expect(remote == (session.size() + own) / 2, "the size of the other side");
  MPI_Comm_free(&across);
  for (MPI_Group& side : sides) MPI_Group_free(&side);
}

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
void send_buffered(const Session& session) {
  MPI_Comm derived = MPI_COMM_NULL;
  MPI_Comm_dup(session.communicator(), &derived);
  std::vector<char> buffer(1000 + MPI_BSEND_OVERHEAD);
  MPI_Session_attach_buffer(session.session(), buffer.data(), static_cast<int>(buffer.size()));
  int got = -1;
  const int rank = session.rank();
  MPI_Bsend(&rank, 1, MPI_INT, rank, 1, derived);
  MPI_Recv(&got, 1, MPI_INT, rank, 1, derived, MPI_STATUS_IGNORE);
  expect(got == rank, "a buffered send by the buffer of a session");
  MPI_Session_flush_buffer(session.session());
  void* detached = nullptr;
  int size = 0;
  MPI_Session_detach_buffer(session.session(), static_cast<void*>(&detached), &size);
  expect(detached == buffer.data(), "the buffer that was attached");
  MPI_Comm_set_errhandler(derived, MPI_ERRORS_RETURN);
  expect(MPI_Bsend(&rank, 1, MPI_INT, rank, 1, derived) != MPI_SUCCESS, "no buffer is attached");
  MPI_Comm_free(&derived);
}
#else
void send_buffered(const Session& /*session*/) {}
#endif

void use_sessions() {
  expect(!is_initialized(), "a program of sessions has not called MPI_Init");
  for (int turn = 0; turn < 3; ++turn) {
    const Session session("one");
    communicate(session.communicator());
    {
      const Session inner("two");
      communicate(inner.communicator());
      communicate(session.communicator());
    }
    make_from_parts(session);
    make_intercommunicator(session);
    send_buffered(session);
    expect(!is_initialized(), "a session is not the world model");
  }
}

void use_threads() {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
  std::vector<std::thread> threads;
  for (const char* name : {"first", "second", "third"}) {
    threads.emplace_back([name, info] {
      const Session session(name, info);
      for (int turn = 0; turn < 20; ++turn) communicate(session.communicator());
    });
  }
  for (std::thread& thread : threads) thread.join();
  MPI_Info_free(&info);
}

void use_world() {
  {
    const Session session("before");
    communicate(session.communicator());
    int provided = -1;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided);
    expect(provided >= MPI_THREAD_SINGLE, "a thread level");
    expect(is_initialized(), "the world model is initialized");
    communicate(MPI_COMM_WORLD);
    communicate(session.communicator());
  }
  const Session session("beside");
  communicate(session.communicator());
  MPI_Finalize();
  int is_finalized = 0;
  MPI_Finalized(&is_finalized);
  expect(is_finalized != 0, "the world model is finalized");
  communicate(session.communicator());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word == "world") {
    use_world();
  } else if (word == "threads") {
    use_threads();
  } else if (word == "open") {
    auto* const session = new Session("open");
    communicate(session->communicator());
  } else if (word == "missing") {
    // Launchers set one of these.
    const char* rank = std::getenv("PMI_RANK");
    if (rank == nullptr) rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (rank != nullptr && *rank == '1') std::this_thread::sleep_for(std::chrono::seconds(11));
    use_sessions();
  } else if (word == "unreceived") {
    const Session session("unreceived");
    MPI_Send(nullptr, 0, MPI_INT, session.size() - 1, 5, session.communicator());
  } else {
    use_sessions();
  }
  return wrong;
}
