// What executions show, each different thing once for each secret, with an execution that shows it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "contract/channel.h"
#include "flow/execution_log.h"
#include "flow/properties.h"

namespace selvage::flow {

// How an execution ended, as far as one can tell from outside.
enum class Ending : uint8_t { Completed, Deadlock, Livelock, Crash };
std::string_view ending_name(Ending ending);

// Of executions that ended: how.
bool ends(Outcome outcome);
Ending ending_of(Outcome outcome);

// An execution that shows something, to be executed again.
struct Witness {
  std::vector<Step> schedule;
  Outcome outcome = Outcome::Completed;
  uint64_t executions = 1;  // that show the same
};

// Locations that are none of the program's. Where all locations are seen at once, they are one.
inline constexpr uint64_t kJointLocation = 2;
inline constexpr uint64_t kEndLocation = 3;  // how the execution ended; the value is the Ending

using Sequence = std::vector<Observation>;
using Shown = std::map<Sequence, Witness>;

class Collector {
 public:
  Collector(PropertySet properties, Observer observer, bool sees_output)
      : properties_(properties), observer_(observer), sees_output_(sees_output) {}

  // An execution that ended. The path agrees with that of the last call in its first `known` steps. `counts`: not all
  // scheduling points were known otherwise.
  void look(const model::Path& path, size_t known, Outcome outcome, uint64_t output_hash, bool counts);
  // Forgets everything: the search starts over.
  void start_over();
  void join(Collector& part);

  // Whatever further executions show, the first leak is known: one secret shows two things.
  bool is_decided() const { return has_two_interleavings_ && properties_.contains(Property::Observational); }
  const std::map<Secret, std::map<uint64_t, Shown>>& shown() const { return shown_; }
  // All that were seen in some execution; in every other one nothing was seen there.
  const std::set<uint64_t>& locations() const { return locations_; }

  Collector split() const { return {properties_, observer_, sees_output_}; }

 private:
  void note(const Secret& secret, uint64_t location, Sequence sequence, const Witness& witness);
  void add_location(uint64_t location);

  PropertySet properties_;
  Observer observer_;
  bool sees_output_;
  ExecutionLog log_;
  bool fresh_ = true;
  bool has_two_interleavings_ = false;
  std::set<uint64_t> locations_;
  std::map<Secret, Witness> first_;  // an execution of each secret
  std::map<Secret, std::map<uint64_t, Shown>> shown_;
};

}  // namespace selvage::flow
