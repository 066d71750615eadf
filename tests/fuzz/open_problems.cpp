#include "open_problems.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace selvage::fuzz {

namespace {

using Predicate = std::function<bool(const Program&)>;

struct OpenProblem {
  const char* what;
  Demand demand;  // what can still be asked for
  Predicate concerns;
};

Predicate uses_any(std::vector<std::string_view> instructions) {
  return [instructions](const Program& program) {
    return std::ranges::any_of(instructions, [&](std::string_view name) { return program.uses(name); });
  };
}

const std::vector<OpenProblem>& open_problems() {
  static const std::vector<OpenProblem> all = {
      {"what has to wait after it was overtaken may be overtaken again out of turn", Demand::Classes,
       [](const Program& program) {
         return program.spurious_wakeups || program.uses("timedwait") || program.uses("write_lock");
       }},
      {"what an atomic block does in another place is known only once it was executed there", Demand::Classes,
       uses_any({"atomic_begin"})},
      {"where threads signal or cancel each other, the optimal search gives way to source sets", Demand::Classes,
       uses_any({"kill", "cancel"})},
  };
  return all;
}

}  // namespace

Demand demanded(const Program& program) {
  Demand least = Demand::Everything;
  for (const OpenProblem& problem : open_problems())
    if (problem.concerns(program)) least = std::min(least, problem.demand);
  return least;
}

}  // namespace selvage::fuzz
