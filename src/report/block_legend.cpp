#include "report/block_legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "report/styled_text.h"
#include "report/words.h"

namespace selvage::report {
namespace {

// "Node #1" is not named by "Node #12".
bool names(const std::string& text, const std::string& name) {
  auto goes_on = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    bool begins = at == 0 || !goes_on(text[at - 1]);
    if (begins && (end == text.size() || !goes_on(text[end]))) return true;
  }
  return false;
}

bool is_named(const Block& block, const std::vector<InterleavingRow>& rows) {
  return std::ranges::any_of(rows, [&](const InterleavingRow& row) {
    return row.folded == 0 &&
           std::ranges::any_of(row.cells, [&](const InterleavingCell& cell) { return names(cell.text, block.name); });
  });
}

}  // namespace

std::string block_legend(const Counterexample& finding, const std::vector<InterleavingRow>& rows,
                         const TerminalStyle& style) {
  using Origin = std::tuple<std::string, uint32_t, std::string, uint32_t>;  // type, size, place
  std::map<Origin, std::vector<std::string>> blocks;
  std::vector<Origin> order;
  for (const Block& block : finding.blocks) {
    if (!block.place.is_known() || !is_named(block, rows)) continue;
    Origin origin{block.type, block.size, block.place.file, block.place.line};
    std::vector<std::string>& alike = blocks[origin];
    if (alike.empty()) order.push_back(origin);
    alike.push_back(block.name);
  }
  std::string text;
  for (const Origin& origin : order) {
    const auto& [type, size, file, line] = origin;
    const std::vector<std::string>& alike = blocks[origin];
    std::string what = alike.size() == 1 ? "a block of " : "blocks of ";
    text +=
        wrapped(printable(fmt::format("{}: {}{} from {}:{}", listed(alike), what, counted(size, "byte"), file, line),
                          style.unicode),
                style.width, "  ", 2);
  }
  return text;
}

}  // namespace selvage::report
