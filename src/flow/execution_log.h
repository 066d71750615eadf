// What one execution shows: the secrets that it was given and what was seen of it, read off its path.
//
// Goes along with the path: what the common beginning of two executions showed is not read again.
#pragma once

#include <cstdint>
#include <vector>

#include "model/path.h"

namespace selvage::flow {

// A secret is known by the thread that took it and how many that one had taken before: interleavings do not change it.
struct SecretChoice {
  uint16_t thread = 0;
  uint32_t number = 0;
  uint64_t object = 0;  // of the event (operations.def): which variable, or a call
  uint16_t alternative = 0;

  auto operator<=>(const SecretChoice&) const = default;
};
using Secret = std::vector<SecretChoice>;  // ordered

struct Observation {
  uint64_t location = 0;  // the object of the event
  uint64_t value = 0;

  auto operator<=>(const Observation&) const = default;
};

// The location of standard output: all of it is seen at once, when the execution ends.
inline constexpr uint64_t kOutputLocation = 1;

class ExecutionLog {
 public:
  // The path agrees with that of the last call in its first `known` steps.
  void read(const model::Path& path, size_t known);
  void start_over() { entries_.clear(); }

  Secret secret() const;
  // In the order in which they were made, without those that leave a location as it was: stuttering is not seen.
  std::vector<Observation> observations() const;

 private:
  struct Entry {
    model::Position position;
    bool is_secret;
    SecretChoice choice;
    Observation observation;
  };

  std::vector<Entry> entries_;
};

}  // namespace selvage::flow
