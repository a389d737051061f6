// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/serve.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "base/opaque.hpp"
#include "kernels/blas/library.hpp"
#include "kernels/blas/protocol.hpp"
#include "kernels/memory/flush.hpp"
#include "measure/processors.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blas {
namespace {

/// A prepared problem of any element type.
class PreparedProblem {
 public:
  virtual ~PreparedProblem() = default;
  /// Fills the operands, computes once and compares.
  [[nodiscard]] virtual Difference compare() = 0;
  /// Prepares the operands for so many calls, outside of the timed region.
  virtual void before_run(std::int64_t repetitions) = 0;
  virtual void run(std::int64_t repetitions) = 0;
  virtual void flush() const = 0;
  /// Whether a call leaves its input in another state.
  [[nodiscard]] virtual bool consumes_input() const = 0;
  /// Brings the input back into the state before the first call.
  virtual void restore() = 0;
};

/// After so many calls an operand is filled again that every call multiplies by alpha.
constexpr std::int64_t compounded_calls_max = std::int64_t{1} << 22;

template <class T>
class TypedProblem final : public PreparedProblem {
 public:
  /// Without an address the reference loops compute.
  TypedProblem(const Routine& routine, const ProblemSpec& spec, std::optional<RoutineAddress> entry)
      : routine_(routine),
        implementation_(routine.implementation<T>()),
        entry_(entry),
        problem_(routine, spec) {
    for (std::int64_t item = 0; item < spec.batch; ++item) {
      items_.push_back(problem_.arguments_of(item));
    }
  }

  Difference compare() override {
    problem_.fill();
    compute(1);
    calls_ = 1;
    return problem_.check();
  }

  void before_run(std::int64_t repetitions) override {
    if (!routine_.compounds || calls_ + repetitions <= compounded_calls_max) return;
    problem_.fill();
    calls_ = 0;
  }

  void run(std::int64_t repetitions) override {
    compute(repetitions);
    calls_ += repetitions;
  }

  void flush() const override {
    for (const auto operand : problem_.operands()) memory::flush(operand);
  }

  [[nodiscard]] bool consumes_input() const override { return routine_.consumes_input; }
  void restore() override { problem_.restore(); }

 private:
  void compute(std::int64_t repetitions) {
    if (entry_) {
      implementation_.call(*entry_, problem_.arguments(), repetitions);
    } else if (items_.size() == 1) {
      base::repeat(repetitions, [&] { implementation_.reference(problem_.arguments()); });
    } else {
      base::repeat(repetitions, [&] {
        for (Arguments<T>& one : items_) implementation_.reference(one);
      });
    }
  }

  const Routine& routine_;
  const Implementation<T>& implementation_;
  std::optional<RoutineAddress> entry_;
  Problem<T> problem_;
  std::vector<Arguments<T>> items_;  ///< the problems of the batch, for the reference loops
  std::int64_t calls_ = 0;           ///< since the operands were filled
};

class Server {
 public:
  Server(const std::string& path, int threads)
      : clock_(base::calibrate_clock()),
        measured_threads_(threads == 1 ? measure::MeasuredThreads::one
                                       : measure::MeasuredThreads::several) {
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
        case Request::Kind::find:
          answer.has_routine =
              !library_ ||
              !library_->symbol(routines().at(request.routine), request.spec.type).empty();
          break;
        case Request::Kind::prepare:
          prepare(routines().at(request.routine), request.spec);
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
    answer.description = library_->info().description;
    answer.core = library_->info().core;
    answer.steered_by = library_->info().steered_by;
    answer.has_long_integers = library_->has_long_integers();
    for (const char* stem : {"gemm", "gemv", "axpy"}) {
      if (answer.symbol.empty()) answer.symbol = library_->symbol(find_routine(stem), Type::d);
    }
  }

  void prepare(const Routine& routine, const ProblemSpec& spec) {
    prepared_.reset();
    const auto entry = library_ ? std::optional(library_->find(routine, spec.type)) : std::nullopt;
    prepared_ = with_type(spec.type, [&]<class T>(T) -> std::unique_ptr<PreparedProblem> {
      return std::make_unique<TypedProblem<T>>(routine, spec, entry);
    });
  }

  void compare(Answer& answer) {
    require_problem();
    const Difference difference = prepared_->compare();
    answer.units = difference.units;
    answer.bytes = difference.bytes;
    answer.wrong = difference.wrong;
  }

  void run(const Request& request, Answer& answer) {
    require_problem();
    prepared_->before_run(request.repetitions);
    const measure::CoreWatch watch(clock_.clock_s, measured_threads_);
    const auto begin = base::monotonic_now();
    if (request.caches == Caches::warm && !prepared_->consumes_input()) {
      prepared_->run(request.repetitions);
      answer.region = {begin.count(), base::monotonic_now().count()};
    } else {
      answer.region = {begin.count(), (begin + run_apart(request)).count()};
    }
    answer.core_facts = watch.end();
  }

  /// The sum of the times of the operations plus one reading of the clock. The time between
  /// operations, in which the input is restored and the caches are flushed, does not count, and one
  /// reading is subtracted from every sample.
  std::chrono::nanoseconds run_apart(const Request& request) {
    const std::chrono::duration<double> reading(clock_.clock_s);
    std::chrono::duration<double> sum = reading;
    for (std::int64_t i = 0; i < request.repetitions; ++i) {
      if (prepared_->consumes_input()) prepared_->restore();
      if (request.caches == Caches::flushed) prepared_->flush();
      const auto begin = base::monotonic_now();
      prepared_->run(1);
      sum += base::monotonic_now() - begin - reading;
    }
    return std::chrono::duration_cast<std::chrono::nanoseconds>(sum);
  }

  void require_problem() const {
    if (!prepared_) throw Error("no problem was prepared");
  }

  base::Calibration clock_;
  measure::MeasuredThreads
      measured_threads_;  ///< several threads of the library may be neighbours of each other
  std::optional<Library> library_;
  std::string wrong_;
  std::unique_ptr<PreparedProblem> prepared_;
};

}  // namespace

void serve(int descriptor, const std::string& path, int threads) {
  // A launcher has bound the bench, and so this process, to a core or two.
  if (threads > 1) measure::use_all_processors();
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
