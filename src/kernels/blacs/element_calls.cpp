// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blacs/element_calls.hpp"

#include <string>

#include "base/format.hpp"
#include "kernels/blacs/doubles.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blacs {
namespace {

/// The parts of an element, of which a complex number has two.
template <class Part, int parts>
struct Elements {
  static void set(void* elements, std::size_t i, double value) {
    for (int part = 0; part < parts; ++part) {
      static_cast<Part*>(elements)[i * parts + part] = static_cast<Part>(value);
    }
  }
  static bool is_equal(const void* elements, std::size_t i, double value) {
    for (int part = 0; part < parts; ++part) {
      if (static_cast<const Part*>(elements)[i * parts + part] != static_cast<Part>(value)) {
        return false;
      }
    }
    return true;
  }
};

// The names of the routines differ in their second letter only, and C has no overloads.
#define STROBE_ELEMENT_CALLS(v, word, Part, parts, layers)                                        \
  ElementCalls {                                                                                  \
    .type = word, .size_bytes = sizeof(Part) * (parts), .is_complex = (parts) == 2,               \
    .of_layer = layers,                                                                           \
    .send =                                                                                       \
        [](Context context, const MatrixArguments& a, Coordinates to) {                           \
          auto* const data = static_cast<const Part*>(a.data);                                    \
          if (a.uplo == 0) {                                                                      \
            C##v##gesd2d(context, a.rows, a.columns, data, a.leading, to.row, to.column);         \
          } else {                                                                                \
            C##v##trsd2d(context, &a.uplo, &a.diag, a.rows, a.columns, data, a.leading, to.row,   \
                         to.column);                                                              \
          }                                                                                       \
        },                                                                                        \
    .receive =                                                                                    \
        [](Context context, const MatrixArguments& a, Coordinates from) {                         \
          auto* const data = static_cast<Part*>(a.data);                                          \
          if (a.uplo == 0) {                                                                      \
            C##v##gerv2d(context, a.rows, a.columns, data, a.leading, from.row, from.column);     \
          } else {                                                                                \
            C##v##trrv2d(context, &a.uplo, &a.diag, a.rows, a.columns, data, a.leading, from.row, \
                         from.column);                                                            \
          }                                                                                       \
        },                                                                                        \
    .broadcast =                                                                                  \
        [](Context context, Scoped s, const MatrixArguments& a) {                                 \
          auto* const data = static_cast<const Part*>(a.data);                                    \
          if (a.uplo == 0) {                                                                      \
            C##v##gebs2d(context, &s.scope, &s.top, a.rows, a.columns, data, a.leading);          \
          } else {                                                                                \
            C##v##trbs2d(context, &s.scope, &s.top, &a.uplo, &a.diag, a.rows, a.columns, data,    \
                         a.leading);                                                              \
          }                                                                                       \
        },                                                                                        \
    .receive_broadcast =                                                                          \
        [](Context context, Scoped s, const MatrixArguments& a, Coordinates root) {               \
          auto* const data = static_cast<Part*>(a.data);                                          \
          if (a.uplo == 0) {                                                                      \
            C##v##gebr2d(context, &s.scope, &s.top, a.rows, a.columns, data, a.leading, root.row, \
                         root.column);                                                            \
          } else {                                                                                \
            C##v##trbr2d(context, &s.scope, &s.top, &a.uplo, &a.diag, a.rows, a.columns, data,    \
                         a.leading, root.row, root.column);                                       \
          }                                                                                       \
        },                                                                                        \
    .sum =                                                                                        \
        [](Context context, Scoped s, const MatrixArguments& a, const Locations& /*none*/,        \
           Coordinates to) {                                                                      \
          C##v##gsum2d(context, &s.scope, &s.top, a.rows, a.columns, static_cast<Part*>(a.data),  \
                       a.leading, to.row, to.column);                                             \
        },                                                                                        \
    .maximum =                                                                                    \
        [](Context context, Scoped s, const MatrixArguments& a, const Locations& at,              \
           Coordinates to) {                                                                      \
          C##v##gamx2d(context, &s.scope, &s.top, a.rows, a.columns, static_cast<Part*>(a.data),  \
                       a.leading, at.rows, at.columns, at.leading, to.row, to.column);            \
        },                                                                                        \
    .minimum =                                                                                    \
        [](Context context, Scoped s, const MatrixArguments& a, const Locations& at,              \
           Coordinates to) {                                                                      \
          C##v##gamn2d(context, &s.scope, &s.top, a.rows, a.columns, static_cast<Part*>(a.data),  \
                       a.leading, at.rows, at.columns, at.leading, to.row, to.column);            \
        },                                                                                        \
    .set = &Elements<Part, parts>::set, .is_equal = &Elements<Part, parts>::is_equal,             \
  }

constexpr layer::Element element_of_integers = sizeof(BlacsGrid::Integer) == sizeof(std::int64_t)
                                                   ? layer::Element::int64
                                                   : layer::Element::int32;

}  // namespace

const std::vector<ElementCalls>& element_calls() {
  static const std::vector<ElementCalls> all{
      STROBE_ELEMENT_CALLS(d, "double", double, 1, layer::Element::float64),
      STROBE_ELEMENT_CALLS(i, "int", BlacsGrid::Integer, 1, element_of_integers),
      STROBE_ELEMENT_CALLS(s, "float", float, 1, layer::Element::float32),
      STROBE_ELEMENT_CALLS(c, "complex", float, 2, std::nullopt),
      STROBE_ELEMENT_CALLS(z, "double-complex", double, 2, std::nullopt),
  };
  return all;
}

measure::AxisInfo type_axis() {
  measure::AxisInfo axis{.name = "type", .choices = {}};
  for (const ElementCalls& calls : element_calls()) axis.choices.emplace_back(calls.type);
  return axis;
}

const ElementCalls& calls_at(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "type");
  for (const ElementCalls& calls : element_calls()) {
    if (calls.type == word) return calls;
  }
  throw Error("unknown type of BLACS elements: " + word);
}

void require_whole_elements(const measure::Point& point) {
  const std::size_t element = calls_at(point).size_bytes;
  if (message_bytes(point) % element == 0) return;
  throw Error(base::format("{} bytes are not whole elements of type={}: choose a multiple of {}",
                           message_bytes(point), measure::word_at(point, "type"), element));
}

}  // namespace strobe::kernels::blacs
