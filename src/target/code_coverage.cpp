#include "target/code_coverage.h"

#include <algorithm>

#include "target/demangle.h"
#include "target/language_runtimes.h"

namespace selvage::target {
namespace {

bool belongs_to_selvage(const ElfSymbol& symbol, const ElfFile& file) {
  if (symbol.section < file.sections().size() && file.sections()[symbol.section].name.starts_with("selvage")) {
    return true;
  }
  return symbol.name.starts_with("selvage_") || symbol.name.find("7selvage7runtime") != std::string::npos;
}

bool is_code(const ElfSymbol& symbol) {
  return symbol.defined && symbol.kind == ElfSymbol::Kind::Function && symbol.size != 0;
}

}  // namespace

bool CodeCoverage::is_other(FileAddress address) const {
  auto after =
      std::ranges::upper_bound(other_code, number(address), {}, [](const Range& r) { return number(r.begin); });
  return after != other_code.begin() && number(address) < number(std::prev(after)->end);
}

CodeCoverage measure_coverage(const ElfFile& file, const SiteTable& sites) {
  std::vector<ElfSymbol> symbols = file.symbols();
  std::erase_if(symbols, [&](const ElfSymbol& symbol) {
    return !is_code(symbol) || belongs_to_selvage(symbol, file) || is_runtime_function(symbol.name);
  });
  // Several names of one function count once.
  std::ranges::sort(symbols, [](const ElfSymbol& a, const ElfSymbol& b) {
    return a.address != b.address ? a.address < b.address : a.name < b.name;
  });
  auto rest = std::ranges::unique(symbols, {}, &ElfSymbol::address);
  symbols.erase(rest.begin(), rest.end());

  CodeCoverage coverage;
  std::vector<ElfSymbol> others;
  for (ElfSymbol& symbol : symbols) {
    if (std::ranges::binary_search(sites.functions(), symbol.address)) {
      ++coverage.instrumented_functions;
      coverage.instrumented_bytes += symbol.size;
    } else {
      ++coverage.other_functions;
      coverage.other_bytes += symbol.size;
      const uint64_t begin = number(symbol.address);
      coverage.other_code.push_back({FileAddress{begin}, FileAddress{begin + symbol.size}});
      others.push_back(std::move(symbol));
    }
  }
  std::ranges::sort(others, [](const ElfSymbol& a, const ElfSymbol& b) {
    return a.size != b.size ? a.size > b.size : a.address < b.address;
  });
  if (others.size() > CodeCoverage::kMaxOtherNames) others.resize(CodeCoverage::kMaxOtherNames);
  for (const ElfSymbol& symbol : others) coverage.other_names.push_back(demangle(symbol.name));
  return coverage;
}

}  // namespace selvage::target
