#include "report/waiting_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/interleaving_rows.h"
#include "report/snippet.h"
#include "report/styled_text.h"
#include "report/words.h"

namespace selvage::report {
namespace {

class WaitingText {
 public:
  WaitingText(const Counterexample& finding, const std::map<std::string, std::string>& sources,
              const TerminalStyle& style)
      : finding_(finding), sources_(sources), style_(style) {}

  std::string text() {
    std::string result = snippets(remarks(), sources_, style_);
    if (finding_.wait_cycle.size() > 1) result += "\n" + picture();
    std::string others = outside();
    return others.empty() ? result : result + "\n" + others;
  }

 private:
  const Waiting& waiting(ThreadIndex thread) const { return *finding_.threads[thread].waiting; }
  bool is_blocked(ThreadIndex thread) const { return finding_.threads[thread].waiting && waiting(thread).is_blocked; }
  bool is_in_cycle(ThreadIndex thread) const {
    return std::ranges::find(finding_.wait_cycle, thread) != finding_.wait_cycle.end();
  }
  const std::string& name(ThreadIndex thread) const { return finding_.threads[thread].name; }

  std::string object(ThreadIndex thread) const {
    return waiting(thread).object ? finding_.objects[*waiting(thread).object].name : "";
  }

  // In a circle, those in it; else whoever does not merely wait for another thread's end.
  std::vector<ThreadIndex> protagonists() const {
    std::vector<ThreadIndex> result;
    for (ThreadIndex i = 0; i < finding_.threads.size(); ++i) {
      if (!is_blocked(i)) continue;
      bool only_joins = waiting(i).operation == "thread_join";
      if (finding_.wait_cycle.empty() ? !only_joins : is_in_cycle(i)) result.push_back(i);
    }
    return result;
  }

  std::vector<Remark> remarks() const {
    std::vector<Remark> result;
    for (ThreadIndex i : protagonists()) {
      const Waiting& wait = waiting(i);
      Ink ink = ink_of_thread(i);
      std::string text = fmt::format("{} {}", name(i), wait.text);
      if (!wait.held_by.empty() && wait.operation != "thread_join") {
        std::vector<std::string> holders;
        for (ThreadIndex holder : wait.held_by) holders.push_back(holder == i ? "it itself" : name(holder));
        text += fmt::format(", which {} {}", listed(holders), holders.size() == 1 ? "holds" : "hold");
      }
      result.push_back({wait.place.is_known() ? wait.place : wait.loop, text, ink});
    }
    for (ThreadIndex holder = 0; holder < finding_.threads.size(); ++holder) {
      for (ThreadIndex i : protagonists()) {
        const Waiting& wait = waiting(i);
        if (wait.held_since.is_known() && wait.held_by.size() == 1 && wait.held_by.front() == holder)
          result.push_back(
              {wait.held_since, fmt::format("{} locked {} here", name(holder), held_name(i)), ink_of_thread(holder)});
      }
    }
    return result;
  }

  // What its holder has that the thread waits for: of a wait for a signal, the mutex.
  std::string held_name(ThreadIndex thread) const {
    ThreadIndex holder = waiting(thread).held_by.front();
    if (waiting(thread).operation != "cond_wake") return object(thread);
    for (ObjectIndex held : held_by(holder)) return finding_.objects[held].name;
    return object(thread);
  }

  std::vector<ObjectIndex> held_by(ThreadIndex thread) const {
    std::vector<ObjectIndex> held;
    for (const Step& step : finding_.steps)
      if (step.thread == thread) held = step.held;
    return held;
  }

  std::string picture() const {
    const std::vector<ThreadIndex>& cycle = finding_.wait_cycle;
    size_t names = 0;
    for (ThreadIndex thread : cycle) names = std::max(names, width_of(name(thread)));
    std::string result;
    for (size_t i = 0; i < cycle.size(); ++i) {
      bool first = i == 0, last = i + 1 == cycle.size();
      StyledLine line;
      std::string_view arm = style_.unicode ? (first  ? "  ┌─▶ "
                                               : last ? "  └── "
                                                      : "  │   ")
                                            : (first  ? "  +-> "
                                               : last ? "  +-- "
                                                      : "  |   ");
      line.add(arm, Ink::Faint).add(name(cycle[i]), ink_of_thread(cycle[i])).pad_to(6 + names + 2);
      std::vector<std::string> held;
      for (ObjectIndex object : held_by(cycle[i])) held.push_back(finding_.objects[object].name);
      if (!held.empty()) line.add("holds ").add(listed(held), Ink::Strong).add(", ");
      line.add(short_wait(waiting(cycle[i]), finding_.objects));
      result += line.text(style_.colour);
      if (!last) {
        StyledLine between;
        between.add(style_.unicode ? "  │    " : "  |    ", Ink::Faint).add(style_.unicode ? "↓" : "v", Ink::Faint);
        result += between.text(style_.colour);
      }
    }
    return result;
  }

  std::string outside() const {
    std::vector<ThreadIndex> told = protagonists();
    std::string result;
    size_t left_out = 0;
    constexpr int kMost = 6;
    int count = 0;
    for (ThreadIndex i = 0; i < finding_.threads.size(); ++i) {
      const Thread& thread = finding_.threads[i];
      if (!thread.waiting || std::ranges::find(told, i) != told.end()) continue;
      if (!thread.waiting->is_blocked && finding_.kind == "stuck_threads") continue;
      if (++count > kMost && !style_.verbose) {
        ++left_out;
        continue;
      }
      std::string where = place_text(thread.waiting->place);
      std::string text =
          fmt::format("{} {}{}.", thread.name, thread.waiting->text, where.empty() ? "" : " at " + where);
      result += wrapped(printable(text, style_.unicode), style_.width, "  ", 4);
    }
    if (left_out != 0) result += fmt::format("  {} more wait as well; -v shows them.\n", counted(left_out, "thread"));
    return result;
  }

  const Counterexample& finding_;
  const std::map<std::string, std::string>& sources_;
  const TerminalStyle& style_;
};

}  // namespace

std::string waiting_text(const Counterexample& finding, const std::map<std::string, std::string>& sources,
                         const TerminalStyle& style) {
  return WaitingText(finding, sources, style).text();
}

}  // namespace selvage::report
