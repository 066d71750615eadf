#include "report/interleaving_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "report/words.h"

namespace selvage::report {
namespace {

// So many rows are read rather than skipped.
constexpr size_t kComfortable = 36;
// So few rows are not worth a fold.
constexpr size_t kLeastAside = 3, kLeastFold = 2;
// Of more than can be folded by what matters.
constexpr size_t kMostRows = 120, kKeptAtBegin = 10, kKeptAtEnd = 26;

bool says_nothing(const Step& step) {
  // A thread that ends with a lock leaves it to nobody.
  bool ends = step.operation == "thread_exit" && step.held.empty();
  return step.in_library || step.operation == "thread_begin" || ends || step.operation.ends_with("_init");
}

bool is_about_threads(const Step& step) {
  return step.operation.starts_with("thread_") && step.operation != "thread_kill";
}

// It shows in a step, not in how the execution ends.
bool ends_in_step(const Counterexample& finding) {
  return !is_about_waiting(finding) &&
         std::ranges::any_of(finding.steps, [](const Step& step) { return step.is_marked; });
}

class Rows {
 public:
  Rows(const Counterexample& finding, bool every_step) : finding_(finding), every_step_(every_step) {}

  std::vector<InterleavingRow> make() {
    find_hidden_causes();
    for (StepIndex i = 0; i < finding_.steps.size(); ++i) {
      if (finding_.loop_begin == i) rows_.push_back({.is_loop = true});
      add(i);
    }
    if (!every_step_) {
      if (ends_in_step(finding_)) cut_after_last_mark();
      fold_what_is_aside();
      if (rows_.size() > kComfortable) fold_what_does_not_matter();
      if (rows_.size() > kMostRows) fold_middle();
    }
    if (!ends_in_step(finding_)) add_end();
    return std::move(rows_);
  }

 private:
  void add(StepIndex index) {
    const Step& step = finding_.steps[index];
    bool matters = step.is_marked || step.is_condition || hidden_causes_.contains(index);
    if (!every_step_ && says_nothing(step) && !matters) return;
    if (!every_step_ && joins_last_row(step)) {
      rows_.back().cells.front().text = "create threads " + created_;
      rows_.back().joined.push_back(*rows_.back().step);
      rows_.back().step = index;
      return;
    }
    if (step.operation == "thread_create") created_ = number_of(step);
    std::string text = step_text(step) + overwriting_text(step);
    rows_.push_back({.cells = {{step.thread, std::move(text), step.is_marked}}, .step = index, .place = step.place});
  }

  // What the library does is of interest where a step outside, or one that the finding is about, reads or overwrites it; so is
  // that something was made anew.
  void find_hidden_causes() {
    for (const Step& step : finding_.steps) {
      if (step.in_library && !step.is_marked && !step.is_condition) continue;
      for (const std::vector<StepIndex>* causes : {&step.reads_from, &step.overwrites})
        for (StepIndex cause : *causes)
          if (finding_.steps[cause].in_library || finding_.steps[cause].operation.ends_with("_init"))
            hidden_causes_.insert(cause);
    }
  }

  // "create thread 1" and "create thread 2" are "create threads 1, 2".
  bool joins_last_row(const Step& step) {
    if (step.operation != "thread_create" || rows_.empty() || !rows_.back().step) return false;
    const Step& before = finding_.steps[*rows_.back().step];
    if (before.operation != step.operation || before.thread != step.thread) return false;
    std::string number = number_of(step);
    if (number.empty() || created_.empty() || before.failed || step.failed) return false;
    created_ += ", " + number;
    return true;
  }

  std::string number_of(const Step& step) const {
    if (!step.object) return "";
    const std::string& name = finding_.objects[*step.object].name;
    return name.starts_with("thread ") ? name.substr(7) : "";
  }

  // After both accesses of a race it does not matter any more how the program goes on.
  void cut_after_last_mark() {
    auto last = std::ranges::find_if(rows_.rbegin(), rows_.rend(), [](const InterleavingRow& row) {
      return !row.cells.empty() && row.cells.front().alarm;
    });
    if (last == rows_.rend()) return;
    auto rest = last.base();
    if (rows_.end() - rest <= 1) return;
    size_t count = static_cast<size_t>(rows_.end() - rest);
    rows_.erase(rest, rows_.end());
    rows_.push_back({.folded = count});
  }

  // "overwriting step 8", "unaware of steps 8 and 12": the thread has not seen what it replaces.
  std::string overwriting_text(const Step& step) const {
    if (step.overwrites.empty()) return "";
    std::vector<std::string> numbers;
    for (StepIndex one : step.overwrites) numbers.push_back(std::to_string(one + 1));
    constexpr size_t kMostNumbers = 4;
    if (numbers.size() > kMostNumbers) {
      size_t more = numbers.size() - kMostNumbers + 1;
      numbers.resize(kMostNumbers - 1);
      numbers.push_back(fmt::format("{} more", more));
    }
    const char* verb = step.operation == "atomic_compare_exchange" ? "unaware of" : "overwriting";
    return fmt::format(", {} {} {}", verb, step.overwrites.size() == 1 ? "step" : "steps", listed(numbers));
  }

  // Objects that the finding is about.
  std::set<ObjectIndex> objects_that_matter() const {
    std::set<ObjectIndex> result;
    for (const Step& step : finding_.steps)
      if (step.is_marked && step.object) result.insert(*step.object);
    for (const Thread& thread : finding_.threads)
      if (thread.waiting && thread.waiting->is_blocked && thread.waiting->object)
        result.insert(*thread.waiting->object);
    return result;
  }

  void fold_what_is_aside() {
    std::vector<bool> keep(rows_.size());
    for (size_t i = 0; i < rows_.size(); ++i) keep[i] = !rows_[i].step || !finding_.steps[*rows_[i].step].is_aside;
    fold(keep, kLeastAside);
  }

  // Who gave the lock, the unit or the signal that the step takes.
  bool is_given_by(const Step& step, StepIndex before) const {
    return step.object && finding_.steps[before].object == step.object &&
           finding_.objects[*step.object].kind != "memory" && finding_.objects[*step.object].kind != "thread";
  }

  // It could only come after what another thread did to the same lock, semaphore, ...
  bool was_given(const Step& step) const {
    return step.woken_by ||
           std::ranges::any_of(step.after, [&](StepIndex before) { return is_given_by(step, before); });
  }

  // What a step that is kept reads, overwrites, takes over or was woken by is kept as well: all that, or what is kept for itself.
  enum class Reach { All, Direct };
  void keep_causes(std::vector<bool>& keep, Reach reach) const {
    std::vector<std::optional<size_t>> row_of(finding_.steps.size());
    std::vector<size_t> pending;
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].step && rows_[i].folded == 0) row_of[*rows_[i].step] = i;
      if (keep[i]) pending.push_back(i);
    }
    while (!pending.empty()) {
      const InterleavingRow& row = rows_[pending.back()];
      pending.pop_back();
      if (!row.step || row.folded != 0) continue;
      const Step& step = finding_.steps[*row.step];
      auto keep_step = [&](StepIndex cause) {
        if (!row_of[cause] || keep[*row_of[cause]]) return;
        keep[*row_of[cause]] = true;
        if (reach == Reach::All) pending.push_back(*row_of[cause]);
      };
      for (StepIndex cause : step.reads_from) keep_step(cause);
      for (StepIndex cause : step.overwrites) keep_step(cause);
      for (StepIndex before : step.after)
        if (is_given_by(step, before)) keep_step(before);
      if (step.woken_by) keep_step(*step.woken_by);
    }
  }

  // What the end may depend on: the last that each place in the source read before, in the threads that it is about.
  void keep_conditions(std::vector<bool>& keep) const {
    std::vector<bool> is_concerned(finding_.threads.size());
    for (ThreadIndex i = 0; i < finding_.threads.size(); ++i) is_concerned[i] = !finding_.threads[i].stack.empty();
    for (const Access& access : finding_.accesses) is_concerned[access.thread] = true;
    std::set<std::tuple<ThreadIndex, std::string, uint32_t, uint32_t>> met;
    for (size_t i = rows_.size(); i-- > 0;) {
      if (!rows_[i].step || rows_[i].folded != 0) continue;
      const Step& step = finding_.steps[*rows_[i].step];
      if (!step.read || !is_concerned[step.thread]) continue;
      if (met.emplace(step.thread, step.place.file, step.place.line, step.place.column).second) keep[i] = true;
    }
  }

  void fold_what_does_not_matter() {
    std::set<ObjectIndex> objects = objects_that_matter();
    auto thread_of = [&](size_t row) {
      return rows_[row].cells.empty() ? ThreadIndex(-1) : rows_[row].cells.front().thread;
    };
    std::vector<bool> keep(rows_.size());
    for (size_t i = 0; i < rows_.size(); ++i) {
      const InterleavingRow& row = rows_[i];
      bool at_switch =
          i == 0 || i + 1 == rows_.size() || thread_of(i - 1) != thread_of(i) || thread_of(i + 1) != thread_of(i);
      const Step* step = row.step ? &finding_.steps[*row.step] : nullptr;
      keep[i] = at_switch || step == nullptr || row.folded != 0 || row.cells.front().alarm ||
                (step->object && objects.contains(*step->object)) || was_given(*step) || i + 3 >= rows_.size();
    }
    keep_conditions(keep);
    keep_causes(keep, Reach::All);
    fold(keep, kLeastFold);
  }

  void fold_middle() {
    std::vector<bool> keep(rows_.size());
    for (size_t i = 0; i < rows_.size(); ++i) {
      bool alarm = !rows_[i].cells.empty() && rows_[i].cells.front().alarm;
      keep[i] = i < kKeptAtBegin || i + kKeptAtEnd >= rows_.size() || alarm || rows_[i].is_loop;
    }
    keep_causes(keep, Reach::Direct);
    fold(keep, kLeastFold);
  }

  // Stretches that are not kept, if they have at least so many rows, become one row each.
  void fold(const std::vector<bool>& keep, size_t least) {
    std::vector<InterleavingRow> result;
    for (size_t i = 0; i < rows_.size();) {
      size_t end = i;
      while (end < rows_.size() && !keep[end]) ++end;
      if (end - i < least) {
        do result.push_back(std::move(rows_[i++]));
        while (i < end);
        continue;
      }
      InterleavingRow row;
      bool one_thread = true;
      for (size_t k = i; k < end; ++k) {
        row.folded += std::max<size_t>(rows_[k].folded, 1);
        if (rows_[k].step) row.step = rows_[k].step;
        one_thread = one_thread && !rows_[k].cells.empty() && !rows_[i].cells.empty() &&
                     rows_[k].cells.front().thread == rows_[i].cells.front().thread;
      }
      if (one_thread) row.cells = {{rows_[i].cells.front().thread, "", false}};
      result.push_back(std::move(row));
      i = end;
    }
    rows_ = std::move(result);
  }

  void add_end() {
    bool waits = finding_.kind == "deadlock" || finding_.kind == "livelock" || finding_.kind == "stuck_threads";
    InterleavingRow row;
    for (ThreadIndex i = 0; i < finding_.threads.size(); ++i) {
      const Thread& thread = finding_.threads[i];
      if (waits && thread.waiting && thread.waiting->is_blocked)
        row.cells.push_back({i, short_wait(*thread.waiting, finding_.objects), true});
      if (waits || thread.stack.empty()) continue;
      row.cells.push_back({i, end_text(finding_.kind), true});
      row.place = finding_.place;
    }
    if (!row.cells.empty()) rows_.push_back(std::move(row));
  }

  const Counterexample& finding_;
  bool every_step_;
  std::vector<InterleavingRow> rows_;
  std::set<StepIndex> hidden_causes_;
  std::string created_;  // numbers of the threads that the last row creates
};

}  // namespace

std::string short_wait(const Waiting& waiting, const std::vector<Object>& objects) {
  if (waiting.loop.is_known()) return "goes round for ever";
  if (!waiting.object) return waiting.text;
  bool wants = waiting.operation.ends_with("lock") || waiting.operation == "semaphore_wait";
  return (wants ? "wants " : "waits for ") + objects[*waiting.object].name;
}

std::string end_text(const std::string& kind) {
  if (kind == "assertion") return "the assertion fails";
  if (kind == "abort") return "the program aborts";
  if (kind == "killed") return "a signal ends the program";
  if (kind == "crash") return "the program crashes";
  if (kind == "stack_overflow") return "the stack overflows";
  if (kind == "use_after_free") return "freed memory is used";
  if (kind == "heap_overrun") return "the access is out of bounds";
  if (kind == "double_free") return "the block is freed again";
  if (kind == "bad_free") return "the freed address is no block of the heap";
  if (kind == "leak") return "memory is never freed";
  if (kind == "misuse") return "the primitive is misused";
  if (kind == "exit_status") return "the program ends here";
  if (kind == "stuck") return "the thread runs for ever";
  if (kind == "temporal") return "from here on the formula does not hold";
  if (kind == "flow") return "the other execution does not show this here";
  return "it goes wrong";
}

std::string step_text(const Step& step) {
  std::string text = step.text;
  bool is_exchange = step.operation == "atomic_compare_exchange";
  if (step.failed && is_exchange && step.read) return text + fmt::format(" fails: it is {}", *step.read);
  if (step.read && step.written) {
    text += fmt::format(": {} -> {}", *step.read, *step.written);
  } else if (step.read || step.written) {
    text += fmt::format(" = {}", step.read ? *step.read : *step.written);
  }
  if (step.timed_out) text += ", which times out";
  if (step.spurious) text += ", without a signal";
  if (step.failed) text += ", which fails";
  return text;
}

std::vector<InterleavingRow> interleaving_rows(const Counterexample& finding, bool every_step) {
  return Rows(finding, every_step).make();
}

void fold(Counterexample& finding) {
  for (Step& step : finding.steps) step.is_folded = true;
  for (const InterleavingRow& row : interleaving_rows(finding, false)) {
    if (!row.step || row.folded != 0) continue;
    finding.steps[*row.step].is_folded = false;
    for (StepIndex step : row.joined) finding.steps[step].is_folded = false;
  }
}

std::vector<bool> threads_that_matter(const Counterexample& finding) {
  std::vector<bool> matters(finding.threads.size());
  for (const Step& step : finding.steps)
    if (step.is_marked || (!step.is_aside && !is_about_threads(step))) matters[step.thread] = true;
  for (ThreadIndex i = 0; i < finding.threads.size(); ++i) {
    const Thread& thread = finding.threads[i];
    bool is_blocked = thread.waiting && thread.waiting->is_blocked && thread.waiting->operation != "thread_join";
    if (is_blocked || !thread.stack.empty()) matters[i] = true;
  }
  for (ThreadIndex thread : finding.wait_cycle) matters[thread] = true;
  return matters;
}

}  // namespace selvage::report
