#include "report/snippet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>

#include "report/source_text.h"

namespace selvage::report {
namespace {

constexpr uint32_t kLinesBefore = 2, kLinesAfter = 1;
// Lines in between that are rather shown than left out.
constexpr uint32_t kLargestGap = 5;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Snippet {
 public:
  Snippet(std::vector<const Remark*> remarks, const std::map<std::string, std::string>& sources,
          const TerminalStyle& style)
      : remarks_(std::move(remarks)), sources_(sources), style_(style) {
    last_ = remarks_.back()->place.line;
    number_width_ = std::max<size_t>(std::to_string(last_ + kLinesAfter).size(), 3);
  }

  std::string text() {
    const Place& place = remarks_.front()->place;
    std::string result =
        StyledLine().add("  ").add(printable(place_text(place), style_.unicode), Ink::Strong).text(style_.colour);
    uint32_t first = place.line > kLinesBefore ? place.line - kLinesBefore : 1;
    // Context that is empty is none.
    while (first < place.line && is_blank(first)) ++first;
    for (uint32_t line = first; line <= last_ + kLinesAfter; ++line) {
      if (line > last_ && is_blank(line)) break;
      result += source(line);
      result += remarks_at(line);
    }
    return result;
  }

 private:
  std::string_view raw(uint32_t line) const { return source_line(sources_, remarks_.front()->place.file, line); }
  bool is_blank(uint32_t line) const { return raw(line).find_first_not_of(" \t") == std::string_view::npos; }

  StyledLine margin(const std::string& number) const {
    StyledLine line;
    line.add("  ").pad_to(2 + number_width_ - number.size()).add(number, Ink::Faint);
    line.add(style_.unicode ? " │ " : " | ", Ink::Faint);
    return line;
  }

  std::string source(uint32_t number) const {
    std::string text = printable(raw(number), style_.unicode);
    if (size_t hidden = hidden_columns(number); hidden != 0) {
      std::string_view dots = style_.unicode ? "…" : "..";
      text = std::string(dots) + text.substr(first_columns(text, hidden + width_of(dots)).size());
    }
    return margin(std::to_string(number)).add(cut(text, room(), style_.unicode)).text(style_.colour);
  }

  size_t room() const {
    size_t left = margin("").width();
    return style_.width > left ? style_.width - left : 1;
  }

  // Of a line that is too long for what its remarks point to: so many columns at its beginning are left out.
  size_t hidden_columns(uint32_t number) const {
    constexpr size_t kAround = 8;  // columns that are shown before the first remark, and if possible after the last
    size_t first = SIZE_MAX, end = 0;
    for (const Remark* remark : remarks_) {
      if (remark->place.line != number) continue;
      auto [column, length] = whole_span_of(*remark);
      first = std::min(first, column);
      end = std::max(end, column + length);
    }
    if (end < room() || first < kAround) return 0;
    return std::min(end + kAround - room(), first - kAround);
  }

  // Where the remark points to, in columns of what is printed, and how long the word there is.
  std::pair<size_t, size_t> span_of(const Remark& remark) const {
    auto [column, length] = whole_span_of(remark);
    column -= std::min(column, hidden_columns(remark.place.line));
    // A word that is cut off.
    if (column + length > room()) length = column < room() ? room() - column : 1;
    return {column, length};
  }

  // The same in the line as it is, however long.
  std::pair<size_t, size_t> whole_span_of(const Remark& remark) const {
    std::string_view text = raw(remark.place.line);
    size_t begin = remark.place.column == 0 ? text.find_first_not_of(" \t") : remark.place.column - 1;
    if (begin >= text.size()) begin = 0;
    size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    // Without a column the whole line is meant.
    if (remark.place.column == 0) end = text.find_last_not_of(" \t") + 1;
    size_t column = width_of(printable(text.substr(0, begin), style_.unicode));
    return {column, std::max<size_t>(width_of(printable(text.substr(begin, end - begin), style_.unicode)), 1)};
  }

  std::string remarks_at(uint32_t line) const {
    std::string result;
    const Remark* before = nullptr;
    for (const Remark* remark : remarks_) {
      if (remark->place.line != line) continue;
      bool same_place = before != nullptr && before->place.column == remark->place.column;
      bool is_below = std::ranges::any_of(remarks_, [&](const Remark* other) {
        return other->place.line == line && other->place.column == remark->place.column && !fits_beside(*other);
      });
      result += remark_text(*remark, same_place, is_below);
      before = remark;
    }
    return result;
  }

  bool fits_beside(const Remark& remark) const {
    auto [column, length] = span_of(remark);
    size_t begin = margin("").width() + column + length + 1;
    return begin + width_of(printable(remark.text, style_.unicode)) <= style_.width;
  }

  // Those at the same place are below each other.
  std::string remark_text(const Remark& remark, bool same_place, bool is_below) const {
    auto [column, length] = span_of(remark);
    StyledLine line = margin("");
    size_t left = line.width();
    line.pad_to(left + column);
    std::string mark = "^" + std::string(length - 1, '~');
    if (!same_place) line.add(mark, remark.ink);
    size_t begin = left + column + length + 1;
    std::string text = printable(remark.text, style_.unicode);
    std::string result;
    if (is_below) {
      if (!same_place) result += line.text(style_.colour);
      constexpr size_t kLeastRoom = 40;
      begin = left + column;
      if (begin + kLeastRoom > style_.width) begin = left;
    } else if (!same_place) {
      return line.add(" ").add(text, remark.ink).text(style_.colour);
    }
    std::string rest = wrapped(text, style_.width > begin ? style_.width - begin : 1, "", 0);
    for (size_t at = 0; at < rest.size();) {
      size_t end = rest.find('\n', at);
      result += margin("").pad_to(begin).add(rest.substr(at, end - at), remark.ink).text(style_.colour);
      at = end + 1;
    }
    return result;
  }

  std::vector<const Remark*> remarks_;
  const std::map<std::string, std::string>& sources_;
  const TerminalStyle& style_;
  uint32_t last_ = 0;
  size_t number_width_ = 3;
};

bool share_snippet(const Place& earlier, const Place& later) {
  return earlier.file == later.file && earlier.function == later.function && later.line <= earlier.line + kLargestGap;
}

}  // namespace

std::string place_text(const Place& place) {
  if (!place.is_known()) return place.function;
  std::string text = fmt::format("{}:{}", place.file, place.line);
  if (!place.function.empty()) text += " in " + place.function;
  return text;
}

std::string snippets(const std::vector<Remark>& remarks, const std::map<std::string, std::string>& sources,
                     const TerminalStyle& style) {
  // The first remark's function comes first; within one the lines are in order.
  std::vector<std::vector<const Remark*>> groups;
  for (const Remark& remark : remarks) {
    auto group = std::ranges::find_if(groups, [&](const auto& one) {
      return one.front()->place.file == remark.place.file && one.front()->place.function == remark.place.function;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), std::vector<const Remark*>());
    group->push_back(&remark);
  }
  std::string result;
  bool is_first = true;
  for (auto& group : groups) {
    std::ranges::sort(group, {}, [](const Remark* one) { return std::tuple(one->place.line, one->place.column, one); });
    for (auto begin = group.begin(); begin != group.end();) {
      if (source_line(sources, (*begin)->place).empty()) {
        std::string where = place_text((*begin)->place);
        result += wrapped(printable((*begin)->text + (where.empty() ? "" : " at " + where), style.unicode), style.width,
                          "  ", 4);
        ++begin;
        continue;
      }
      auto end = begin + 1;
      while (end != group.end() && share_snippet((*std::prev(end))->place, (*end)->place)) ++end;
      result += (is_first ? "" : "\n") + Snippet({begin, end}, sources, style).text();
      is_first = false;
      begin = end;
    }
  }
  return result;
}

}  // namespace selvage::report
