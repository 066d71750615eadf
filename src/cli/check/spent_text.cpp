#include "cli/check/spent_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.h"

namespace selvage::cli {
namespace {

using explore::End;
using explore::OrderCount;

constexpr double kLeastShare = 0.1;                            // of all orders, that a pair is named for
constexpr uint64_t kLongStep = 100'000, kLongTrace = 500'000;  // operations

bool ended_early(const CheckResult& result) {
  return result.end == End::TimeLimit || result.end == End::ExecutionLimit || result.end == End::MemoryLimit ||
         result.end == End::Interrupted;
}

std::string place_of(const Names& names, uint32_t site) {
  std::string place = site == 0 ? "" : names.place(target::SiteId{site});
  return place.empty() ? "a place without a line" : place;
}

// What both operate on, where it has a name: a place may be in a header that everybody uses.
std::string object_text(const OrderCount& most, const Names& names) {
  if (most.second_site == 0) return "";
  ObjectKind kind = dependence::is_memory(most.first) ? ObjectKind::Memory : traits(most.first.operation).object;
  return target::is_address(kind) ? names.objects.variable(most.first.object) : "";
}

// What is chosen where one operation has several outcomes.
std::string outcome_text(const OrderCount& most) {
  if (most.first.operation == Operation::Choose) return "values of a choice";
  if (most.first.operation == Operation::ClockRead) return "times that the clock may show";
  if ((most.first.flags & kEventTimed) != 0) return "time-outs";
  return "outcomes of one operation";
}

// Threads that wait or end leave the choice among all others, which no bound on preemptions limits: with many of them it is
// delays that are few enough to be gone through.
constexpr uint64_t kManyThreads = 4;

std::string advice(const CheckOptions& options, const CheckResult& result, const OrderCount& most) {
  bool is_outcome = most.second_site == 0;
  if (is_outcome && most.first.operation == Operation::Choose)
    return "fewer values (--nondet), or an assumption, make it smaller";
  if ((most.first.flags & kEventTimed) != 0 && options.timeouts == TimeoutMode::Explore)
    return "--timeouts late has waits time out only where nothing else can go on";
  if (is_outcome) return "--budget spends the time on few preemptions first";
  return fmt::format("{}, --budget as much as the time allows; fewer rounds or threads make it smaller",
                     result.threads() > kManyThreads
                         ? "--delays 1, and then 2, covers all orders that are so many delays away from a fixed one"
                         : "--preemptions 2 covers all orders with few switches");
}

// It was not the number of steps.
std::string short_cut_text(const CheckOptions& options, const CheckResult& result, const Names& names) {
  const ShortestCut& cut = result.cut_loops.shortest();
  if (result.threads_started >= kMaxThreads)
    return fmt::format(", one of them after {}, when there were {} threads, of which there cannot be more.",
                       counted(cut.steps, "step"), grouped(kMaxThreads));
  if (cut.last_operations >= kLongStep)
    return fmt::format(
        ", one of them within a single step, at {}: a thread does {} operations there without one at which others "
        "could "
        "go on. {}.",
        place_of(names, cut.last_site), grouped(cut.last_operations),
        options.restricts_points() || options.is_campaign()
            ? "More scheduling points (--points all, or none of --points, --within and --without) make steps shorter"
            : "Bound the loop that it is in");
  if (cut.operations >= kLongTrace)
    return fmt::format(", one of them after {} in {}, which is more than can be recorded: do less in the test.",
                       counted(cut.operations, "operation"), counted(cut.steps, "step"));
  return fmt::format(
      ", one of them after {} because there were more steps or threads than can be followed while threads go round "
      "loops: "
      "--no-fair does not follow them.",
      counted(cut.steps, "step"));
}

std::string loop_text(const CheckOptions& options, const CheckResult& result, const Names& names) {
  constexpr const char* kRaise = ": raise --max-depth if the program needs more.";
  if (result.cut_loops.all().empty()) return kRaise;
  auto most = std::ranges::max_element(result.cut_loops.all(), {}, [](const auto& one) { return one.second.rounds; });
  const CutLoop& loop = most->second;
  std::string text = fmt::format(", in a loop at {} that went round up to {} times: ", place_of(names, most->first),
                                 grouped(loop.rounds));
  if (loop.has_choice) return text + "a choice may prolong it for ever, so assume a bound on its rounds.";
  if (loop.times_out && options.timeouts == TimeoutMode::Explore)
    return text +
           "its waits may time out for ever; --timeouts late has them time out only where nothing else can go on.";
  return text + "raise --max-depth if it comes to an end; if it does not, bound its rounds in the test.";
}

}  // namespace

std::string cut_text(const CheckOptions& options, const CheckResult& result, const Names& names) {
  uint64_t cut = result.cut();
  if (cut == 0) return "";
  std::string who = cut == 1 ? " 1 execution was cut off" : fmt::format(" {} were cut off", counted(cut, "execution"));
  const ShortestCut& shortest = result.cut_loops.shortest();
  if (shortest.steps < options.max_steps) return who + short_cut_text(options, result, names);
  return fmt::format("{} after {}{}", who, counted(options.max_steps, "step"), loop_text(options, result, names));
}

std::string spent_text(const CheckOptions& options, const CheckResult& result, const Names& names) {
  if (!ended_early(result) || result.orders.empty() || result.all_orders == 0) return "";
  const OrderCount& most = result.orders.front();
  double share = static_cast<double>(most.count) / static_cast<double>(result.all_orders);
  if (share < kLeastShare)
    return fmt::format("{} orders were called for, of many pairs of operations alike; {}.\n",
                       grouped(result.all_orders), advice(options, result, most));
  std::string object = object_text(most, names);
  std::string what =
      most.second_site == 0 ? fmt::format("{} at {}", outcome_text(most), place_of(names, most.first_site))
      : most.first_site == most.second_site
          ? fmt::format("{} in several threads", place_of(names, most.first_site))
          : fmt::format("{} and {}", place_of(names, most.first_site), place_of(names, most.second_site));
  return fmt::format("Most orders: {:.0f} % of {} that were called for are of {}{}; {}.\n", share * 100,
                     grouped(result.all_orders), object.empty() ? "" : object + ", at ", what,
                     advice(options, result, most));
}

}  // namespace selvage::cli
