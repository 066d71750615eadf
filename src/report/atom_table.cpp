#include "report/atom_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/styled_text.h"

namespace selvage::report {

namespace {

std::string step_text(const Counterexample& finding, const AtomRow& row) {
  if (!row.step || *row.step >= finding.steps.size()) return "before the first step";
  const Step& step = finding.steps[*row.step];
  return fmt::format("{} {}: {}", *row.step + 1, finding.threads[step.thread].name, step.text);
}

}  // namespace

std::string atom_table(const Counterexample& finding, const TerminalStyle& style) {
  std::vector<std::string> firsts;
  size_t widest = 0;
  for (const AtomRow& row : finding.atom_rows) {
    firsts.push_back(cut(printable(step_text(finding, row), style.unicode), 40, style.unicode));
    widest = std::max(widest, width_of(firsts.back()));
  }
  StyledLine head;
  head.pad_to(widest + 4);
  size_t column = widest + 4;
  for (const std::string& atom : finding.atoms) {
    head.pad_to(column).add(atom, Ink::Strong);
    column += std::max<size_t>(width_of(atom), 4) + 2;
  }
  std::string result = head.text(style.colour);
  for (size_t i = 0; i < finding.atom_rows.size(); i++) {
    const AtomRow& row = finding.atom_rows[i];
    StyledLine line;
    line.add("  " + firsts[i]);
    column = widest + 4;
    for (size_t atom = 0; atom < finding.atoms.size(); atom++) {
      bool value = row.values >> atom & 1;
      bool changed = i == 0 || (finding.atom_rows[i - 1].values >> atom & 1) != (row.values >> atom & 1);
      line.pad_to(column).add(value ? "true" : "-", changed ? Ink::Strong : Ink::Faint);
      column += std::max<size_t>(width_of(finding.atoms[atom]), 4) + 2;
    }
    bool is_loop = finding.atom_loop && i >= *finding.atom_loop;
    if (is_loop) line.pad_to(column).add(i == *finding.atom_loop ? "for ever from here" : "|", Ink::Alarm);
    result += line.text(style.colour);
  }
  return result;
}

}  // namespace selvage::report
