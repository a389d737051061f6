// SPDX-License-Identifier: BSD-3-Clause
//
// A short-range molecular dynamics: each process has the atoms of a slice of a periodic box. In
// each step atoms that have left go to a neighbour, then the positions of those near the border do,
// first how many and then they themselves, each by MPI_Sendrecv; every tenth step energies are
// added up.
#include <algorithm>
#include <cmath>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

constexpr double reach = 1.0;
constexpr double time_step = 1e-3;

struct Atom {
  double x, y, vx, vy;
};
constexpr int numbers_of_an_atom = 4;

struct Slice {
  double low, high, box, height;
  int left, right;
};

/// What goes to `to` against what comes from `from`.
std::vector<Atom> exchange(const std::vector<Atom>& leaving, int to, int from) {
  const int out = static_cast<int>(leaving.size());
  int in = 0;
  MPI_Sendrecv(&out, 1, MPI_INT, to, 0, &in, 1, MPI_INT, from, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  std::vector<Atom> coming(static_cast<std::size_t>(in));
  MPI_Sendrecv(leaving.data(), out * numbers_of_an_atom, MPI_DOUBLE, to, 1, coming.data(),
               in * numbers_of_an_atom, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return coming;
}

/// The shorter way round the box.
double around(double distance, double box) { return distance - box * std::round(distance / box); }

void migrate(std::vector<Atom>& atoms, const Slice& slice) {
  std::vector<Atom> leftwards;
  std::vector<Atom> rightwards;
  const auto has_left = [&](Atom& atom) {
    const double middle = 0.5 * (slice.low + slice.high);
    const double from_middle = around(atom.x - middle, slice.box);
    if (std::abs(from_middle) <= 0.5 * (slice.high - slice.low)) return false;
    (from_middle < 0.0 ? leftwards : rightwards).push_back(atom);
    return true;
  };
  atoms.erase(std::remove_if(atoms.begin(), atoms.end(), has_left), atoms.end());
  for (const Atom& atom : exchange(leftwards, slice.left, slice.right)) atoms.push_back(atom);
  for (const Atom& atom : exchange(rightwards, slice.right, slice.left)) atoms.push_back(atom);
}

std::vector<Atom> neighbours_atoms(const std::vector<Atom>& atoms, const Slice& slice) {
  std::vector<Atom> leftwards;
  std::vector<Atom> rightwards;
  for (const Atom& atom : atoms) {
    if (std::abs(around(atom.x - slice.low, slice.box)) < reach) leftwards.push_back(atom);
    if (std::abs(around(atom.x - slice.high, slice.box)) < reach) rightwards.push_back(atom);
  }
  std::vector<Atom> found = exchange(leftwards, slice.left, slice.right);
  for (const Atom& atom : exchange(rightwards, slice.right, slice.left)) found.push_back(atom);
  return found;
}

/// A soft repulsion; the energy of these atoms.
double push(std::vector<Atom>& atoms, const std::vector<Atom>& others, const Slice& slice) {
  double energy = 0.0;
  const auto meet = [&](Atom& one, const Atom& other) {
    const double dx = around(one.x - other.x, slice.box);
    const double dy = around(one.y - other.y, slice.height);
    const double square = dx * dx + dy * dy;
    if (square >= reach * reach || square == 0.0) return;
    const double distance = std::sqrt(square);
    const double force = (reach - distance) / distance;
    one.vx += time_step * force * dx;
    one.vy += time_step * force * dy;
    energy += 0.25 * (reach - distance) * (reach - distance);
  };
  for (Atom& one : atoms) {
    for (const Atom& other : atoms) meet(one, other);
    for (const Atom& other : others) meet(one, other);
    energy += 0.5 * (one.vx * one.vx + one.vy * one.vy);
  }
  return energy;
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("molecular_dynamics", argc, argv, {{"steps", 200}, {"size", 200}});
  const int rank = application.rank();
  const int size = application.size();
  constexpr double width = 8.0;
  const Slice slice{.low = width * rank,
                    .high = width * (rank + 1),
                    .box = width * size,
                    .height = 8.0,
                    .left = (rank + size - 1) % size,
                    .right = (rank + 1) % size};
  std::vector<Atom> atoms;
  for (int i = 0; i < application.count("size"); ++i) {
    const double number = i + application.count("size") * rank;
    atoms.push_back({.x = slice.low + width * std::fmod(0.618034 * number, 1.0),
                     .y = slice.height * std::fmod(0.414214 * number, 1.0),
                     .vx = 5.0 * std::sin(number),
                     .vy = 5.0 * std::cos(1.7 * number)});
  }
  double total = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    migrate(atoms, slice);
    const double energy = push(atoms, neighbours_atoms(atoms, slice), slice);
    for (Atom& atom : atoms) {
      atom.x = std::fmod(atom.x + time_step * atom.vx + slice.box, slice.box);
      atom.y = std::fmod(atom.y + time_step * atom.vy + slice.height, slice.height);
    }
    if (step % 10 == 9) {
      double all = 0.0;
      MPI_Allreduce(&energy, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      total += all;
    }
  }
  application.end(total);
}
