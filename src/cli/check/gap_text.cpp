#include "cli/check/gap_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "cli/check/spent_text.h"
#include "cli/text.h"
#include "target/demangle.h"

namespace selvage::cli {
namespace {

using explore::End;

// A reduction learns from whole executions which others there are.
bool cuts_shorten_reduction(const CheckOptions& options, const CheckResult& result) {
  return result.cut() != 0 && options.effective_strategy() != "dfs" && !options.is_deepening();
}

// What was explored instead of everything.
std::string explored_text(const CheckOptions& options, const CheckResult& result) {
  std::string text;
  for (const JobPart& job : result.jobs)
    if (job.status == campaign::JobStatus::Complete && result.end != End::Complete &&
        (job.accesses == 0 || job.is_maximal))
      text +=
          fmt::format(" All interleavings were explored that switch threads only at the points \"{}\".", job.points);
  if (options.points != campaign::Points::All)
    text += fmt::format(" Threads that could go on were switched only at the points \"{}\" (--points).",
                        campaign::points_name(options.points));
  for (const std::string& function : options.within)
    text += fmt::format(" Threads that could go on were switched only in {} (--within).", function);
  for (const std::string& function : options.without)
    text += fmt::format(" Threads that could go on were not switched in {} (--without).", function);
  if (result.explored_cost && result.end != End::Complete) {
    std::string why = result.end == End::MemoryLimit      ? memory_text(result)
                      : result.end == End::ExecutionLimit ? "--max-executions ended the search"
                      : options.is_campaign()             ? "The budget ended"
                                                          : "--max-time ended the search";
    text += fmt::format(" {}, when all interleavings with at most {} had been explored.", why,
                        counted(*result.explored_cost, options.delays ? "delay" : "preemption"));
  } else if (options.delays && result.preemption_cuts != 0) {
    text +=
        fmt::format(" Interleavings with more than {} were left out (--delays).", counted(*options.delays, "delay"));
  } else if (result.preemption_cuts != 0)
    text += fmt::format(" Interleavings with more than {} were left out (--preemptions).",
                        counted(options.preemptions.value_or(0), "preemption"));
  return text;
}

// "libfoo.so and libbar.so, in w and helper (objects not compiled by selvage-cc)"
std::string unseen_places(const target::UnseenCode& unseen) {
  constexpr size_t kShown = 4;
  std::vector<std::string> parts;
  for (const std::string& path : unseen.libraries) {
    if (parts.size() == kShown) {
      parts.push_back(fmt::format("{} more of such files", grouped(unseen.libraries.size() - kShown)));
      break;
    }
    parts.push_back(std::filesystem::path(path).filename().string());
  }
  if (unseen.function_count != 0) {
    std::vector<std::string> names(
        unseen.functions.begin(),
        unseen.functions.begin() + static_cast<ptrdiff_t>(std::min(kShown, unseen.functions.size())));
    uint64_t more = unseen.function_count - names.size();
    parts.push_back(fmt::format("{}{} (not compiled by selvage-cc)", fmt::join(names, ", "),
                                more == 0 ? "" : fmt::format(" and {} more", counted(more, "function"))));
  }
  if (unseen.inline_assembly != 0)
    parts.push_back(fmt::format("{} of inline assembly", counted(unseen.inline_assembly, "statement")));
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "in " : i + 1 == parts.size() ? " and in " : ", in ") + parts[i];
  return text;
}

// "std::getline", of a name with its parameters and template arguments.
std::string short_function_name(const std::string& name) {
  constexpr std::string_view kOperator = "operator";
  std::string text;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && std::string_view(name).substr(i).starts_with(kOperator)) {
      size_t end = name.find('(', i + kOperator.size() + 1);
      return text + name.substr(i, end == std::string::npos ? end : end - i);
    }
    if (name[i] == '(' && depth == 0) break;
    if (name[i] == '>') --depth;
    if (name[i] == ' ' && depth == 0)
      text.clear();  // it was what the function returns
    else if (name[i] == '<')
      ++depth;
    else if (depth == 0 && name[i] != '>')
      text += name[i];
  }
  return text;
}

std::string why_nothing_executed(const CheckResult& result) {
  if (result.blocked() == 0) return "no execution came to its end";
  return fmt::format("{} cut short because others cover {}, and there were no others (--strategy dfs cuts none short)",
                     result.blocked() == 1 ? "the only execution was"
                                           : fmt::format("all {} were", counted(result.blocked(), "execution")),
                     result.blocked() == 1 ? "it" : "them");
}

// What the search may have left out against its will.
std::string shortcomings(const CheckOptions& options, const CheckResult& result, const Names& names) {
  std::string text;
  if (result.counts.of(Outcome::StepLimit) != 0 && options.properties.contains(check::Property::Temporal))
    text +=
        " Formulas hold on executions that end, and no beginning of up to so many steps rules them out; what happens "
        "for ever is not decided (--strategy states decides it).";
  if (result.cut() != 0 && options.properties.contains(check::Property::Flow))
    text +=
        " What executions that were cut off would have shown is not known: information flow is decided for the others.";
  if (result.states_cut)
    text += " Executions were cut off, or went wrong, so that not all states are known: what was looked at holds.";
  text += cut_text(options, result, names);
  if (cuts_shorten_reduction(options, result))
    text += fmt::format(
        " What would have come after that is not known, so that strategy {} may also have left out shorter "
        "interleavings (--strategy dfs leaves out none).",
        options.effective_strategy());
  if (result.strikes_left_out)
    text +=
        " Threads signal or cancel others that wait for something else than a thread, a mutex, a semaphore or a "
        "condition: of the moments in which that can reach them, some may have been left out (--strategy dfs leaves "
        "out none).";
  if (result.unfollowed != 0)
    text += fmt::format(
        " The program could not follow {} that strategy optimal called for, so that some interleavings may have been "
        "left "
        "out (--strategy source goes on from there).",
        counted(result.unfollowed, "order"));
  if (result.ended_before_first_step)
    text +=
        " The first thread ended the program before another was seen to share memory with it, so that what others may "
        "do "
        "before that was left out.";
  return text;
}

bool is_limited(const CheckResult& result) { return result.end == End::TimeLimit || result.end == End::MemoryLimit; }

// The first sentence, without its full stop.
std::string claim(const CheckOptions& options, const CheckResult& result) {
  const char* nothing = result.suppressed_count() == 0 ? "nothing" : "nothing else";
  const Gaps& gaps = result.gaps;
  if (gaps.contains(Gap::NothingExecuted)) return fmt::format("nothing was shown: {}", why_nothing_executed(result));
  if (gaps.contains(Gap::OnlyAssumptions))
    return "nothing was shown: every execution ended in an assumption that does not hold";
  if (gaps.contains(Gap::OneThread))
    return fmt::format("only one thread ran, so that nothing was shown about interleavings; {} goes wrong in its {}",
                       nothing, result.executions() == 1 ? "only execution" : "executions");
  if (cuts_shorten_reduction(options, result) || gaps.contains(Gap::InexactStrikes) || gaps.contains(Gap::Unfollowed) ||
      gaps.contains(Gap::EndedBeforeStep))
    return fmt::format("{} went wrong in what was executed", nothing);
  Gaps unseen_only;
  unseen_only.insert(Gap::UnseenCode, gaps.contains(Gap::UnseenCode));
  unseen_only.insert(Gap::LibraryCalls, gaps.contains(Gap::LibraryCalls));
  bool is_whole = result.end == End::Complete && gaps == unseen_only;
  const char* within = is_whole ? "" : " within the bounds";
  return result.suppressed_count() == 0 ? fmt::format("no interleaving{} goes wrong", within)
                                        : fmt::format("nothing else goes wrong in any interleaving{}", within);
}

}  // namespace

std::string emptiness_text(const CheckOptions& options, const CheckResult& result) {
  std::string text;
  const Gaps& gaps = result.gaps;
  if (gaps.contains(Gap::OnlyAssumptions))
    text += " Assume less, or let __VERIFIER_nondet_... have more values (--nondet).";
  if (gaps.contains(Gap::OneThread) && !gaps.contains(Gap::OnlyAssumptions))
    text += " Give the program an input with which it starts others.";
  if (gaps.contains(Gap::NothingExecuted) && is_limited(result) && result.blocked() == 0)
    text += result.all_orders != 0
                ? " There was no time to derive all other orders that the first execution calls for (--strategy "
                  "source, or a "
                  "bound, --delays 1, asks for fewer at a time)."
                : " No execution came to its end by then: the program, or one of its threads, ran on without an "
                  "operation that "
                  "Selvage "
                  "sees, or took as long to start (--watchdog ends such a thread earlier and shows where it is).";
  if (gaps.contains(Gap::NarrowChoices))
    text +=
        fmt::format(" __VERIFIER_nondet_... had only the values {}..{}, fewer than its type has (--nondet LOW..HIGH).",
                    options.nondet_low, options.nondet_high);
  return text;
}

std::string memory_text(const CheckResult& result) {
  if (!result.memory_used) return "The memory that states may take ended the search";
  constexpr uint64_t kMebibyte = uint64_t{1} << 20;
  return fmt::format(
      "--max-memory ended the search: of {} MiB Selvage had {} and the processes of the program {} (fewer workers, -j, "
      "take less)",
      grouped(result.memory_limit / kMebibyte), grouped(result.memory_used->explorer / kMebibyte),
      grouped(result.memory_used->programs / kMebibyte));
}

std::string unseen_text(const CheckResult& result) {
  return result.unseen.empty() ? "" : fmt::format("accesses {} are not seen", unseen_places(result.unseen));
}

std::string library_calls_text(const CheckResult& result, const Names& names) {
  constexpr size_t kShown = 3;
  std::vector<std::string> calls;
  for (uint32_t number : result.library_calls) {
    target::Site site = names.modules.site(target::SiteId{number});
    std::string place = site.file.empty() ? "" : fmt::format(" at {}:{}", names.file(site.file), site.line);
    std::string function = short_function_name(target::demangle(site.variable));
    std::string call = (function.empty() ? "the call" : function) + place;
    if (std::ranges::find(calls, call) == calls.end()) calls.push_back(std::move(call));
  }
  if (calls.empty()) return "";
  size_t more = calls.size() > kShown ? calls.size() - kShown : 0;
  calls.resize(calls.size() - more);
  std::string last = more != 0 ? fmt::format("{} of the library", counted(more, "more call")) : calls.back();
  if (more == 0) calls.pop_back();
  bool is_one = calls.empty();
  return fmt::format("what {}{}{} {} to memory is not seen", fmt::join(calls, ", "), is_one ? "" : " and ", last,
                     is_one ? "does" : "do");
}

std::string bounded_text(const CheckOptions& options, const CheckResult& result, const Names& names,
                         const std::string& model) {
  std::string text = claim(options, result);
  std::string unseen = unseen_text(result);
  std::string calls = library_calls_text(result, names);
  if (!unseen.empty() && !calls.empty()) unseen += ", and ";
  unseen += calls;
  if (!unseen.empty()) text += " as far as Selvage sees the code; " + unseen;
  text += model.empty() || unseen.empty() ? model : ";" + model;
  return text + "." + explored_text(options, result) + emptiness_text(options, result) +
         shortcomings(options, result, names);
}

}  // namespace selvage::cli
