// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/limits.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace strobe::layer::mpi {
namespace {

/// A control variable, open for reading.
class Variable {
 public:
  explicit Variable(int index) {
    opened_ = MPI_T_cvar_handle_alloc(index, nullptr, &handle_, &count_) == MPI_SUCCESS;
  }
  ~Variable() {
    if (opened_) MPI_T_cvar_handle_free(&handle_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  template <class T>
  [[nodiscard]] std::optional<std::int64_t> read() const {
    T value{};
    if (!opened_ || count_ != 1 || MPI_T_cvar_read(handle_, &value) != MPI_SUCCESS) {
      return std::nullopt;
    }
    return static_cast<std::int64_t>(value);
  }

 private:
  MPI_T_cvar_handle handle_ = MPI_T_CVAR_HANDLE_NULL;
  int count_ = 0;
  bool opened_ = false;
};

/// The value of an integer variable; empty if the type is no integer.
std::optional<std::int64_t> size_of(int index, MPI_Datatype type) {
  const Variable variable(index);
  if (type == MPI_INT) return variable.read<int>();
  if (type == MPI_UNSIGNED) return variable.read<unsigned>();
  if (type == MPI_UNSIGNED_LONG) return variable.read<unsigned long>();
  if (type == MPI_UNSIGNED_LONG_LONG) return variable.read<unsigned long long>();
  if (type == MPI_COUNT) return variable.read<MPI_Count>();
  return std::nullopt;
}

}  // namespace

bool is_protocol_limit(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
  // Variables for collectives and for MPICH's numbers of communicators are other limits.
  if (has("coll") || has("ctxid") || has("num") || has("count")) return false;
  return (has("eager") && (has("limit") || has("size") || has("threshold"))) ||
         has("p2p_threshold") || has("lmt_msg_size") || has("lmt_threshold") || has("rndv_thresh");
}

std::map<std::string, std::int64_t> protocol_limits() {
  std::map<std::string, std::int64_t> limits;
  // Open MPI 5 changes the thread level of the whole process to the level that is given here.
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  if (MPI_T_init_thread(level, &level) != MPI_SUCCESS) return limits;
  int variables = 0;
  MPI_T_cvar_get_num(&variables);
  for (int i = 0; i < variables; ++i) {
    std::array<char, 256> name{};
    auto length = static_cast<int>(name.size());
    int verbosity = 0;
    int bind = 0;
    int scope = 0;
    int no_description = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum values = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(i, name.data(), &length, &verbosity, &type, &values, nullptr,
                            &no_description, &bind, &scope) != MPI_SUCCESS ||
        bind != MPI_T_BIND_NO_OBJECT || !is_protocol_limit(name.data())) {
      continue;
    }
    // With 0 or less the library chooses the limit.
    if (const auto size = size_of(i, type); size && *size > 0) limits[name.data()] = *size;
  }
  MPI_T_finalize();
  return limits;
}

}  // namespace strobe::layer::mpi
