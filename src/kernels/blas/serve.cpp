// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/serve.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <exception>
#include <memory>
#include <optional>

#include "base/clock.hpp"
#include "base/opaque.hpp"
#include "kernels/blas/conversation.hpp"
#include "kernels/blas/library.hpp"
#include "kernels/memory/flush.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blas {
namespace {

/// A prepared task of any element type.
class Prepared {
 public:
  virtual ~Prepared() = default;
  /// Fills the operands, computes once and compares.
  [[nodiscard]] virtual Difference compare() = 0;
  virtual void run(std::int64_t repetitions) = 0;
  virtual void flush() const = 0;
};

template <class T>
class PreparedFor final : public Prepared {
 public:
  /// Without an entry the reference loops compute.
  PreparedFor(const Routine& routine, const Task& task, std::optional<Entry> entry)
      : implementation_(routine.implementation<T>()), entry_(entry), problem_(routine, task) {}

  Difference compare() override {
    problem_.fill();
    run(1);
    return problem_.check();
  }

  void run(std::int64_t repetitions) override {
    if (entry_) {
      implementation_.call(*entry_, problem_.arguments(), repetitions);
    } else {
      base::repeat(repetitions, [&] { implementation_.reference(problem_.arguments()); });
    }
  }

  void flush() const override {
    for (const auto operand : problem_.operands()) memory::flush(operand);
  }

 private:
  const Implementation<T>& implementation_;
  std::optional<Entry> entry_;
  Problem<T> problem_;
};

class Server {
 public:
  Server(const std::string& path, int threads)
      : clock_(base::calibrate_clock()),
        company_(threads == 1 ? measure::Company::none : measure::Company::members) {
    try {
      if (path != reference_path) library_.emplace(path, threads);
    } catch (const std::exception& error) {
      wrong_ = error.what();
    }
  }

  Answer answer(const Request& request) {
    Answer answer;
    answer.wrong = wrong_;
    if (!wrong_.empty()) return answer;
    try {
      switch (request.kind) {
        case Request::Kind::describe:
          describe(answer);
          break;
        case Request::Kind::prepare:
          prepare(routines().at(request.routine), request.task);
          compare(answer);
          break;
        case Request::Kind::run:
          run(request, answer);
          break;
        case Request::Kind::check:
          compare(answer);
          break;
      }
    } catch (const std::exception& error) {
      answer.wrong = error.what();
    }
    return answer;
  }

 private:
  void describe(Answer& answer) const {
    if (!library_) {
      answer.description = "plain loops, built in";
      return;
    }
    answer.description = library_->told().description;
    answer.core = library_->told().core;
    answer.steered_by = library_->told().steered_by;
    answer.has_long_integers = library_->has_long_integers();
    for (const char* stem : {"gemm", "gemv", "axpy"}) {
      if (answer.symbol.empty()) answer.symbol = library_->symbol(find_routine(stem), Type::d);
    }
  }

  void prepare(const Routine& routine, const Task& task) {
    prepared_.reset();
    const auto entry = library_ ? std::optional(library_->find(routine, task.type)) : std::nullopt;
    prepared_ = with_type(task.type, [&]<class T>(T) -> std::unique_ptr<Prepared> {
      return std::make_unique<PreparedFor<T>>(routine, task, entry);
    });
  }

  void compare(Answer& answer) {
    want_task();
    const Difference difference = prepared_->compare();
    answer.units = difference.units;
    answer.bytes = difference.bytes;
    answer.wrong = difference.wrong;
  }

  void run(const Request& request, Answer& answer) {
    want_task();
    const measure::CoreWatch watch(clock_.clock_s, company_);
    const auto begin = base::monotonic_now();
    if (request.caches == Caches::warm) {
      prepared_->run(request.repetitions);
      answer.region = {begin.count(), base::monotonic_now().count()};
    } else {
      answer.region = {begin.count(), (begin + run_flushed(request.repetitions)).count()};
    }
    answer.core_facts = watch.end();
  }

  /// The sum of what the operations took, and of one reading of the clock: what is between them
  /// does not count, and one reading is subtracted of every sample.
  std::chrono::nanoseconds run_flushed(std::int64_t repetitions) {
    const std::chrono::duration<double> reading(clock_.clock_s);
    std::chrono::duration<double> sum = reading;
    for (std::int64_t i = 0; i < repetitions; ++i) {
      prepared_->flush();
      const auto begin = base::monotonic_now();
      prepared_->run(1);
      sum += base::monotonic_now() - begin - reading;
    }
    return std::chrono::duration_cast<std::chrono::nanoseconds>(sum);
  }

  void want_task() const {
    if (!prepared_) throw Error("it has no task");
  }

  base::Calibration clock_;
  measure::Company company_;  ///< of several threads of the library each is another's neighbour
  std::optional<Library> library_;
  std::string wrong_;
  std::unique_ptr<Prepared> prepared_;
};

}  // namespace

void serve(int descriptor, const std::string& path, int threads) {
  Server server(path, threads);
  Request request;
  while (true) {
    const ssize_t received = recv(descriptor, &request, sizeof request, MSG_WAITALL);
    if (received < 0 && errno == EINTR) continue;
    if (received != static_cast<ssize_t>(sizeof request)) return;
    const Answer answer = server.answer(request);
    if (send(descriptor, &answer, sizeof answer, MSG_NOSIGNAL) < 0) return;
  }
}

}  // namespace strobe::kernels::blas
