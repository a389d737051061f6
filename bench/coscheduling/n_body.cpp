// SPDX-License-Identifier: BSD-3-Clause
//
// Gravity between all pairs of bodies: each process keeps its bodies, and copies of all others pass
// by on a ring of processes (MPI_Sendrecv_replace), so that each step has as many messages as there
// are processes.
#include <cmath>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

struct Body {
  double x, y, z;
};
constexpr int numbers_of_body = 3;

/// What `others` add to the accelerations of `bodies`, whose mass is 1, softened near by.
void attract(const std::vector<Body>& bodies, const std::vector<Body>& others,
             std::vector<Body>& accelerations) {
  constexpr double softening = 0.01;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (const Body& other : others) {
      const Body to{other.x - bodies[i].x, other.y - bodies[i].y, other.z - bodies[i].z};
      const double square = to.x * to.x + to.y * to.y + to.z * to.z + softening;
      const double force = 1.0 / (square * std::sqrt(square));
      accelerations[i].x += force * to.x;
      accelerations[i].y += force * to.y;
      accelerations[i].z += force * to.z;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("n_body", argc, argv, {{"steps", 100}, {"size", 200}});
  const int rank = application.rank();
  const int size = application.size();
  std::vector<Body> bodies;
  for (int i = 0; i < application.count("size"); ++i) {
    const double angle = 0.7 * i + rank;
    bodies.push_back({std::cos(angle), std::sin(1.3 * angle), std::sin(0.2 * angle)});
  }
  std::vector<Body> speeds(bodies.size(), {0.0, 0.0, 0.0});
  constexpr double time = 1e-5;
  for (int step = 0; step < application.count("steps"); ++step) {
    std::vector<Body> accelerations(bodies.size(), {0.0, 0.0, 0.0});
    std::vector<Body> passing = bodies;
    for (int turn = 0; turn < size; ++turn) {
      attract(bodies, passing, accelerations);
      MPI_Sendrecv_replace(passing.data(), static_cast<int>(passing.size()) * numbers_of_body,
                           MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                           MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      speeds[i].x += time * accelerations[i].x;
      speeds[i].y += time * accelerations[i].y;
      speeds[i].z += time * accelerations[i].z;
      bodies[i].x += time * speeds[i].x;
      bodies[i].y += time * speeds[i].y;
      bodies[i].z += time * speeds[i].z;
    }
  }
  double own = 0.0;
  for (const Body& body : bodies) own += body.x + body.y + body.z;
  double sum = 0.0;
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  application.end(sum);
}
