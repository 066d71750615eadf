#include "report/interleaving_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "report/block_legend.h"
#include "report/interleaving_rows.h"
#include "report/source_text.h"
#include "report/styled_text.h"
#include "report/words.h"

namespace selvage::report {
namespace {

constexpr size_t kLeastColumn = 16, kLargestColumn = 40;
constexpr size_t kLeastSource = 16;  // less of a source line says nothing
constexpr size_t kBetween = 2;       // blanks between columns

// Words that are longer than a line are broken as well.
std::vector<std::string> lines_of(const std::string& text, size_t width) {
  std::vector<std::string> lines;
  std::string all = wrapped(text, width, "", 2);
  for (size_t at = 0; at < all.size();) {
    size_t end = all.find('\n', at);
    std::string_view line = std::string_view(all).substr(at, end - at);
    while (width_of(line) > width) {
      lines.emplace_back(first_columns(line, width));
      line.remove_prefix(lines.back().size());
    }
    lines.emplace_back(line);
    at = end + 1;
  }
  return lines;
}

class Table {
 public:
  Table(const Counterexample& finding, const std::map<std::string, std::string>& sources, const TerminalStyle& style)
      : finding_(finding),
        sources_(sources),
        style_(style),
        rows_(interleaving_rows(finding, style.verbose)),
        held_(finding.threads.size()) {
    for (InterleavingRow& row : rows_) {
      for (InterleavingCell& cell : row.cells)
        cell.text = row.folded == 0 ? printable(cell.text, style.unicode)
                                    : fmt::format("({} more)", counted(row.folded, "step"));
      // Where the library's own code stands says nothing.
      if (!sources.contains(row.place.file) && row.place.file.starts_with('/')) row.place = {};
    }
    number_width_ = std::to_string(finding.steps.size()).size();
    std::set<std::string> files;
    for (const InterleavingRow& row : rows_)
      if (row.place.is_known()) files.insert(row.place.file);
    one_file_ = files.size() == 1;
    for (const InterleavingRow& row : rows_) place_width_ = std::max(place_width_, width_of(place(row)));
    for (const Step& step : finding.steps) has_locks_ = has_locks_ || !step.held.empty();
  }

  std::string text() { return table() + block_legend(finding_, rows_, style_); }

 private:
  std::string table() {
    std::vector<ThreadIndex> all(finding_.threads.size());
    for (ThreadIndex i = 0; i < all.size(); ++i) all[i] = i;
    if (choose_columns(all, false)) return header() + body();
    std::vector<bool> matters = threads_that_matter(finding_);
    std::vector<ThreadIndex> some;
    for (ThreadIndex i : all)
      if (matters[i]) some.push_back(i);
    bool can_leave_out = some.size() < all.size() && !some.empty() && !style_.verbose;
    if (can_leave_out && choose_columns(some, true)) return header() + body() + left_out(some);
    return choose_columns(all, true) ? header() + body() : list();
  }

  std::string mark(bool alarm) const { return alarm ? (style_.unicode ? "▶ " : "> ") : "  "; }
  size_t gutter() const { return has_locks_ ? 2 : 0; }

  std::string place(const InterleavingRow& row) const {
    if (!row.place.is_known()) return "";
    if (one_file_) return std::to_string(row.place.line);
    std::string file = row.place.file.substr(row.place.file.rfind('/') + 1);
    return fmt::format("{}:{}", file, row.place.line);
  }

  // False: they do not fit. `may_break`: what a step did may take several lines.
  bool choose_columns(const std::vector<ThreadIndex>& threads, bool may_break) {
    std::vector<size_t> wanted(finding_.threads.size(), 0);
    for (ThreadIndex i : threads)
      wanted[i] = std::max(width_of(finding_.threads[i].name), width_of(function_of(i))) + 2 + gutter();
    for (const InterleavingRow& row : rows_)
      for (const InterleavingCell& cell : row.cells)
        wanted[cell.thread] =
            std::max(wanted[cell.thread], std::min(width_of(cell.text) + 2 + gutter(), kLargestColumn));
    size_t fixed = 2 + number_width_ + kBetween + place_width_;
    if (fixed >= style_.width) return false;
    size_t room = style_.width - fixed;
    widths_.clear();
    columns_ = threads;
    size_t sum = 0;
    for (ThreadIndex i : threads) {
      widths_.push_back(wanted[i]);
      sum += wanted[i] + kBetween;
    }
    // The widest gives way first.
    while (sum > room) {
      auto widest = std::ranges::max_element(widths_);
      if (!may_break || *widest <= kLeastColumn) return false;
      --*widest;
      --sum;
    }
    source_width_ = room - sum;
    return !is_broken_up();
  }

  // Text in many narrow pieces is harder to read than one row after the other.
  bool is_broken_up() const {
    size_t lines = 0;
    for (const InterleavingRow& row : rows_) {
      size_t height = 1;
      for (const InterleavingCell& cell : row.cells)
        if (auto column = std::ranges::find(columns_, cell.thread); column != columns_.end())
          height = std::max(
              height,
              lines_of(cell.text, widths_[static_cast<size_t>(column - columns_.begin())] - 2 - gutter()).size());
      lines += height;
    }
    return lines > rows_.size() + rows_.size() / 3 + 2;
  }

  std::string function_of(ThreadIndex thread) const {
    const std::string& name = finding_.threads[thread].function;
    if (name.empty() || name == finding_.threads[thread].name) return "";
    std::string text = printable(name, style_.unicode);
    constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    if (text.starts_with(kAnonymous)) text.erase(0, kAnonymous.size());
    // Its arguments say nothing here.
    return cut(text.substr(0, text.find('(', 1)), kLeastColumn, style_.unicode);
  }

  StyledLine begin_line(const std::string& number) const {
    StyledLine line;
    return line.add("  ")
        .pad_to(2 + number_width_ - number.size())
        .add(number, Ink::Faint)
        .pad_to(2 + number_width_ + kBetween);
  }

  std::string header() const {
    StyledLine names = begin_line(""), functions = begin_line("");
    bool any_function = false;
    size_t at = names.width();
    for (size_t i = 0; i < columns_.size(); ++i) {
      Ink ink = ink_of_thread(columns_[i]);
      names.pad_to(at + 2 + gutter()).add(finding_.threads[columns_[i]].name, Ink::Strong);
      functions.pad_to(at + 2 + gutter()).add(function_of(columns_[i]), ink);
      any_function = any_function || !function_of(columns_[i]).empty();
      at += widths_[i] + kBetween;
    }
    add_file(names, at);
    return names.text(style_.colour) + (any_function ? functions.text(style_.colour) : "");
  }

  // Where all lines are of one file, its name stands above them.
  void add_file(StyledLine& line, size_t at) const {
    if (!one_file_) return;
    auto row = std::ranges::find_if(rows_, [](const InterleavingRow& one) { return one.place.is_known(); });
    std::string path = printable(row->place.file, style_.unicode);
    for (const std::string& name : {path, path.substr(path.rfind('/') + 1)}) {
      if (std::max(at, line.width() + kBetween) + width_of(name) > style_.width) continue;
      line.pad_to(std::max(at, line.width() + kBetween)).add(name, Ink::Faint);
      return;
    }
  }

  std::string body() {
    std::string result;
    for (const InterleavingRow& row : rows_) {
      if (row.is_loop) {
        result += divider("from here on, for ever");
      } else if (row.folded != 0 && row.cells.empty()) {
        result += divider(fmt::format("{} more", counted(row.folded, "step")));
      } else {
        result += row_text(row);
      }
    }
    return result;
  }

  std::string divider(const std::string& text) const {
    std::string line = style_.unicode ? "┄┄ " : "-- ";
    return begin_line("").add(line + text + (style_.unicode ? " ┄┄" : " --"), Ink::Faint).text(style_.colour);
  }

  // What the thread holds, drawn beside what it does: a bracket from the first lock to the last unlock.
  std::string bracket(size_t before, size_t now) const {
    if (!has_locks_) return "";
    if (before == 0 && now == 0) return "  ";
    if (!style_.unicode) return before != now ? "+ " : "| ";
    if (before == now) return "│ ";
    return before == 0 ? "┌ " : now == 0 ? "└ " : "├ ";
  }

  std::string row_text(const InterleavingRow& row) {
    std::vector<size_t> before = held_;
    if (row.step) held_[finding_.steps[*row.step].thread] = finding_.steps[*row.step].held.size();
    size_t height = 1;
    std::vector<std::vector<std::string>> texts(columns_.size());
    std::vector<bool> alarms(columns_.size());
    bool is_shown = false;
    for (const InterleavingCell& cell : row.cells) {
      auto column = std::ranges::find(columns_, cell.thread);
      if (column == columns_.end()) continue;
      is_shown = true;
      auto i = static_cast<size_t>(column - columns_.begin());
      texts[i] = lines_of(cell.text, widths_[i] - 2 - gutter());
      alarms[i] = cell.alarm;
      height = std::max(height, texts[i].size());
    }
    if (!is_shown) return "";
    std::string result;
    for (size_t y = 0; y < height; ++y) {
      StyledLine line = begin_line(y == 0 && row.step && row.folded == 0 ? std::to_string(*row.step + 1) : "");
      size_t at = line.width();
      for (size_t i = 0; i < columns_.size(); ++i) {
        ThreadIndex thread = columns_[i];
        bool acts = !texts[i].empty();
        Ink ink = alarms[i] ? Ink::Alarm : row.folded != 0 ? Ink::Faint : Ink::Plain;
        line.pad_to(at).add(acts && y == 0 ? mark(alarms[i]) : "  ", Ink::Alarm);
        line.add(bracket(y == 0 ? before[thread] : held_[thread], held_[thread]), ink_of_thread(thread));
        if (y < texts[i].size()) line.add(texts[i][y], ink);
        at += widths_[i] + kBetween;
      }
      if (y == 0) add_place(line, at, row);
      result += line.text(style_.colour);
    }
    return result;
  }

  void add_place(StyledLine& line, size_t at, const InterleavingRow& row) const {
    if (!row.place.is_known() || row.folded != 0) return;
    std::string where = printable(place(row), style_.unicode);
    line.pad_to(one_file_ ? at + place_width_ - width_of(where) : at).add(where, Ink::Faint);
    if (source_width_ < kLeastSource + kBetween) return;
    std::string_view source = source_line(sources_, row.place);
    source.remove_prefix(std::min(source.find_first_not_of(" \t"), source.size()));
    line.pad_to(at + place_width_ + kBetween)
        .add(cut(printable(source, style_.unicode), source_width_ - kBetween, style_.unicode), Ink::Faint);
  }

  std::string left_out(const std::vector<ThreadIndex>& shown) const {
    std::vector<std::string> names;
    for (ThreadIndex i = 0; i < finding_.threads.size(); ++i)
      if (std::ranges::find(shown, i) == shown.end()) names.push_back(finding_.threads[i].name);
    constexpr size_t kMostNames = 6;
    std::string who = names.size() > kMostNames ? counted(names.size(), "thread") : listed(names);
    return wrapped(
        fmt::format("(Nothing that matters happens in {}; -v shows {} too.)", who, names.size() == 1 ? "it" : "them"),
        style_.width, "  ", 2);
  }

  // One row after the other.
  std::string list() {
    size_t names = 0;
    for (const Thread& thread : finding_.threads) names = std::max(names, width_of(thread.name));
    size_t left = 2 + number_width_ + kBetween + names + kBetween + gutter();
    size_t room = style_.width > left + 2 + place_width_ + kBetween ? style_.width - left - 2 - place_width_ - kBetween
                                                                    : kLeastColumn;
    size_t widest = 0;
    for (const InterleavingRow& row : rows_)
      for (const InterleavingCell& cell : row.cells) widest = std::max(widest, width_of(cell.text));
    room = std::min(room, widest);
    size_t used = left + 2 + room + kBetween + place_width_;
    source_width_ = style_.width > used ? style_.width - used : 0;
    StyledLine heading = begin_line("").pad_to(left + 2 + room + kBetween);
    size_t empty = heading.width();
    add_file(heading, empty);
    std::string result = heading.width() == empty ? "" : heading.text(style_.colour);
    ThreadIndex last = ThreadIndex(-1);
    for (const InterleavingRow& row : rows_) {
      if (row.is_loop) result += divider("from here on, for ever");
      if (row.cells.empty() && row.folded != 0) {
        result += divider(fmt::format("{} more", counted(row.folded, "step")));
        last = ThreadIndex(-1);
      }
      for (const InterleavingCell& cell : row.cells) {
        StyledLine line = begin_line(row.step && row.folded == 0 ? std::to_string(*row.step + 1) : "");
        if (cell.thread != last) line.add(finding_.threads[cell.thread].name, ink_of_thread(cell.thread));
        last = cell.thread;
        size_t before = held_[cell.thread];
        if (row.step) held_[cell.thread] = finding_.steps[*row.step].held.size();
        line.pad_to(left - gutter()).add(mark(cell.alarm), Ink::Alarm);
        line.add(bracket(before, held_[cell.thread]), ink_of_thread(cell.thread));
        Ink ink = cell.alarm ? Ink::Alarm : row.folded != 0 ? Ink::Faint : Ink::Plain;
        bool is_first = true;
        for (const std::string& part : lines_of(cell.text, room)) {
          if (!is_first) line = StyledLine().pad_to(left + 2);
          line.add(part, ink);
          if (is_first) add_place(line, left + 2 + room + kBetween, row);
          result += line.text(style_.colour);
          is_first = false;
        }
      }
    }
    return result;
  }

  const Counterexample& finding_;
  const std::map<std::string, std::string>& sources_;
  const TerminalStyle& style_;
  std::vector<InterleavingRow> rows_;
  std::vector<size_t> held_;  // how many locks each thread holds so far
  bool has_locks_ = false;
  bool one_file_ = false;
  size_t number_width_ = 1, place_width_ = 0, source_width_ = 0;
  std::vector<ThreadIndex> columns_;
  std::vector<size_t> widths_;
};

}  // namespace

std::string interleaving_table(const Counterexample& finding, const std::map<std::string, std::string>& sources,
                               const TerminalStyle& style) {
  return Table(finding, sources, style).text();
}

}  // namespace selvage::report
