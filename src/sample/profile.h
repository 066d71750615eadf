// What executions of a program look like: how long they are, and who does how much to what.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "explore/saved.h"
#include "explore/target.h"

namespace selvage::sample {

class Profile {
 public:
  // One that is a part of another takes in whatever there is: which objects are left out is for the whole to say.
  explicit Profile(bool is_part = false) : is_part_(is_part) {}

  void take_in(const explore::Execution& execution);
  // Executions that came after those of before, as a part has taken them in.
  void take_over(const Profile& part);
  void forget();

  uint64_t executions() const { return executions_; }
  uint64_t longest() const { return longest_; }  // steps
  uint64_t threads() const { return threads_; }  // most in one execution
  // Operations had several outcomes, which are drawn as well.
  bool has_outcomes() const { return has_outcomes_; }

  // Addresses whose order of operations can matter: several threads operate there, not all of them only reading.
  std::vector<uint64_t> contested() const;
  // Operations of each thread there, in an execution on average, rounded up.
  std::vector<uint32_t> operations_at(uint64_t address) const;

  void save(explore::SavedWriter& writer) const;
  void restore(explore::SavedReader& reader);

 private:
  struct Object {
    std::vector<uint64_t> operations;  // of threads, by number
    bool changes = false;
  };

  // Null: there are too many.
  Object* object_at(uint64_t granule);

  bool is_part_;
  uint64_t executions_ = 0, longest_ = 0, threads_ = 1;
  bool has_outcomes_ = false;
  std::map<uint64_t, Object> objects_;  // by granule
  std::vector<uint64_t> met_;           // granules, in the order in which they were met
};

}  // namespace selvage::sample
