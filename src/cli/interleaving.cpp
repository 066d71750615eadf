#include "cli/interleaving.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/outcome_text.h"
#include "cli/step_events.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

// Of a stretch in which one thread stays on its turn, so many operations at its beginning and at its end are shown.
constexpr size_t kShownAtBegin = 2, kShownAtEnd = 2;
// Of the whole.
constexpr size_t kLongest = 60, kKeptAtBegin = 12, kKeptAtEnd = 40;

struct Line {
  uint16_t thread = 0;
  std::string what, where;
  bool marked = false;
  size_t folded = 0;  // stands for so many operations
};

// Names of template instances can be longer than everything else together.
std::string shortened(std::string text) {
  constexpr size_t kLongestPlace = 90;
  if (text.size() > kLongestPlace) text.replace(kLongestPlace - 3, std::string::npos, "...");
  return text;
}

std::string thread_name(uint16_t thread) { return thread == 0 ? "main" : fmt::format("thread {}", thread); }

Line line_of(const Event& event, Names& names) {
  Line line;
  line.thread = event.thread;
  line.what = traits(event.operation).text;
  ObjectKind kind = traits(event.operation).object;
  // The process, and a thread that is its own object, go without saying.
  bool obvious = kind == ObjectKind::Process || (kind == ObjectKind::Thread && event.object == event.thread);
  const std::string& object = names.objects.name(kind, event.object);
  if (!obvious && !object.empty()) line.what += " of " + object;
  if ((event.flags & kEventTimedOut) != 0) line.what += ", timed out";
  // The same bit means something else elsewhere.
  if (event.operation == Operation::CondWake && (event.flags & kEventSpurious) != 0) line.what += ", without a signal";
  if ((event.flags & kEventFailed) != 0) line.what += ", failed";
  if (event.alternatives > 1) line.what += fmt::format(" (choice {} of {})", event.alternative + 1, event.alternatives);
  line.where = shortened(names.place(target::SiteId{event.site}));
  return line;
}

// Steps before a loop that was gone round to show a livelock.
size_t stem_of(const target::ExecutionView& execution, const StepEvents& steps) {
  uint64_t loop = uint64_t{execution.record().loop_steps} * execution.record().loop_rounds;
  return loop > steps.size() ? steps.size() : steps.size() - loop;
}

std::vector<Line> all_lines(const target::ExecutionView& execution, Names& names, const InterleavingOptions& options) {
  std::vector<Line> lines;
  StepEvents steps(execution);
  // Of what came before the first choice, accesses to memory say nothing.
  for (const target::EventView& view : steps.before_first()) {
    if (traits(view.event->operation).object != ObjectKind::Memory) lines.push_back(line_of(*view.event, names));
  }
  for (size_t i = 0; i < stem_of(execution, steps); ++i) {
    lines.push_back(line_of(*steps.of(i).front().event, names));
    lines.back().marked = std::ranges::find(options.marked, i) != options.marked.end();
  }
  return lines;
}

std::vector<Line> fold(const std::vector<Line>& lines) {
  std::vector<Line> result;
  for (size_t begin = 0; begin < lines.size();) {
    size_t end = begin;
    while (end < lines.size() && lines[end].thread == lines[begin].thread) ++end;
    for (size_t i = begin; i < end; ++i) {
      bool shown = i < begin + kShownAtBegin || i + kShownAtEnd >= end || lines[i].marked;
      // A line that stands for one operation says less than the operation.
      bool alone = end - begin <= kShownAtBegin + kShownAtEnd + 1;
      if (shown || alone) {
        result.push_back(lines[i]);
      } else if (result.back().folded != 0) {
        ++result.back().folded;
      } else {
        result.push_back({.thread = lines[i].thread, .what = {}, .where = {}, .folded = 1});
      }
    }
    begin = end;
  }
  return result;
}

std::string text_of(const std::vector<Line>& lines) {
  size_t width = 0;
  for (const Line& line : lines) width = std::max(width, std::min<size_t>(line.what.size(), 44));
  std::string text;
  const Line* before = nullptr;
  for (const Line& line : lines) {
    bool same = before != nullptr && before->thread == line.thread;
    std::string who = same ? "" : thread_name(line.thread);
    if (line.folded != 0) {
      text += fmt::format("    {:<10}  ... {} more\n", who, grouped(line.folded));
    } else {
      std::string row =
          fmt::format("  {} {:<10}  {:<{}}  {}", line.marked ? ">" : " ", who, line.what, width, line.where);
      row.erase(row.find_last_not_of(' ') + 1);
      text += row + "\n";
    }
    before = &line;
  }
  return text;
}

// One round of it, each of which has the same steps.
std::vector<Line> loop_lines(const target::ExecutionView& execution, Names& names) {
  std::vector<Line> lines;
  StepEvents steps(execution);
  size_t begin = stem_of(execution, steps), end = begin + execution.record().loop_steps;
  for (size_t i = begin; i < std::min(end, steps.size()); ++i) {
    const Event& event = *steps.of(i).front().event;
    if (event.operation != Operation::ComeRound) lines.push_back(line_of(event, names));
  }
  return lines;
}

}  // namespace

std::string loop_of_livelock(const target::ExecutionView& execution, Names& names) {
  const ExecutionRecord& record = execution.record();
  if (record.loop_rounds == 0) return "";
  return fmt::format("And then for ever (gone round {} times, with state {:016x} after each):\n", record.loop_rounds,
                     record.loop_state) +
         text_of(loop_lines(execution, names));
}

std::string interleaving(const target::ExecutionView& execution, Names& names, const InterleavingOptions& options) {
  std::vector<Line> lines = all_lines(execution, names, options);
  if (options.every_step) return text_of(lines);
  lines = fold(lines);
  if (lines.size() <= kLongest) return text_of(lines);
  auto begin = lines.begin();
  std::vector<Line> first(begin, begin + kKeptAtBegin), last(lines.end() - kKeptAtEnd, lines.end());
  return text_of(first) +
         fmt::format("    ... {} more lines ...\n", grouped(lines.size() - kKeptAtBegin - kKeptAtEnd)) + text_of(last);
}

}  // namespace selvage::cli
