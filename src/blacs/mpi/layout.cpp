// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/layout.hpp"

#include <algorithm>
#include <vector>

#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;
using layer::mpi::Count;
using layer::mpi::to_count;

#if MPI_VERSION >= 4
using Displacement = MPI_Count;
#else
using Displacement = MPI_Aint;
#endif

struct Runs {
  std::vector<Count> lengths;
  std::vector<Displacement> displacements;
};

Runs runs_of(const Shape& shape, std::size_t element_bytes, std::size_t first, std::size_t count) {
  Runs runs;
  runs.lengths.reserve(shape.columns());
  runs.displacements.reserve(shape.columns());
  for (std::size_t j = 0; j < shape.columns() && count != 0; ++j) {
    const Column column = shape.column(j);
    if (first >= column.count) {
      first -= column.count;
      continue;
    }
    const std::size_t taken = std::min(column.count - first, count);
    runs.lengths.push_back(to_count(taken * element_bytes));
    runs.displacements.push_back(
        static_cast<Displacement>((j * shape.leading() + column.first + first) * element_bytes));
    first = 0;
    count -= taken;
  }
  return runs;
}

}  // namespace

Layout::Layout(const Shape& shape, std::byte* matrix, std::size_t element_bytes, std::size_t first,
               std::size_t count)
    : matrix_(matrix), size_bytes_(count * element_bytes) {
  if (shape.is_whole() && count == shape.elements()) {
    check(STROBE_MPI_COUNT(MPI_Type_create_hvector)(
              to_count(shape.columns()), to_count(shape.rows() * element_bytes),
              static_cast<Displacement>(shape.leading() * element_bytes), MPI_BYTE, &type_),
          "MPI_Type_create_hvector");
  } else {
    const Runs runs = runs_of(shape, element_bytes, first, count);
    check(STROBE_MPI_COUNT(MPI_Type_create_hindexed)(to_count(runs.lengths.size()),
                                                     runs.lengths.data(), runs.displacements.data(),
                                                     MPI_BYTE, &type_),
          "MPI_Type_create_hindexed");
  }
  check(MPI_Type_commit(&type_), "MPI_Type_commit");
}

Layout::~Layout() {
  if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
}

}  // namespace strobe::blacs::mpi
