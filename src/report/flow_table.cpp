#include "report/flow_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/styled_text.h"

namespace selvage::report {

namespace {

constexpr size_t kWidest = 36;
constexpr size_t kRowsBefore = 6, kRowsAfter = 4;  // around the difference

std::string cell(const FlowSide& side, size_t row, const TerminalStyle& style) {
  if (row < side.seen.size()) return cut(printable(side.seen[row], style.unicode), kWidest, style.unicode);
  return row == side.seen.size() ? "(nothing more)" : "";
}

}  // namespace

std::string flow_table(const Flow& flow, const TerminalStyle& style) {
  auto head = [&](const FlowSide& side) { return cut(printable(side.secret, style.unicode), kWidest, style.unicode); };
  size_t rows = std::max(flow.one.seen.size(), flow.other.seen.size()) + 1;
  size_t first = flow.difference > kRowsBefore ? flow.difference - kRowsBefore : 0;
  size_t last = std::min<size_t>(rows, flow.difference + kRowsAfter);
  size_t widest = width_of(head(flow.one));
  for (size_t row = first; row < last; row++) widest = std::max(widest, width_of(cell(flow.one, row, style)));
  size_t column = widest + 5, mark = column + width_of(head(flow.other));
  for (size_t row = first; row < last; row++) mark = std::max(mark, column + width_of(cell(flow.other, row, style)));
  mark += 3;

  StyledLine title;
  title.add("  ").add(head(flow.one), Ink::Strong).pad_to(column).add(head(flow.other), Ink::Strong);
  std::string result = title.text(style.colour);
  if (first > 0) result += StyledLine().add(fmt::format("  ({} alike)", first), Ink::Faint).text(style.colour);
  for (size_t row = first; row < last; row++) {
    Ink ink = row == flow.difference ? Ink::Alarm : Ink::Plain;
    StyledLine line;
    line.add("  ").add(cell(flow.one, row, style), ink).pad_to(column).add(cell(flow.other, row, style), ink);
    if (row == flow.difference) line.pad_to(mark).add("first difference", Ink::Alarm);
    result += line.text(style.colour);
  }
  StyledLine end;
  end.add("  " + flow.one.ending, Ink::Faint).pad_to(column).add(flow.other.ending, Ink::Faint);
  return result + end.text(style.colour);
}

}  // namespace selvage::report
