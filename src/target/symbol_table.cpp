#include "target/symbol_table.h"

#include <algorithm>

#include "target/demangle.h"

namespace selvage::target {

SymbolTable::SymbolTable(std::vector<ElfSymbol> symbols) {
  for (ElfSymbol& symbol : symbols) {
    if (!symbol.defined || symbol.name.empty() || symbol.kind == ElfSymbol::Kind::Other) continue;
    auto& entries = symbol.kind == ElfSymbol::Kind::Function ? functions_ : objects_;
    entries.push_back({number(symbol.address), symbol.size, std::move(symbol.name)});
  }
  sort(objects_);
  sort(functions_);
}

// Where several names share an address, the largest extent wins, then the shortest and the first name: which
// one is shown must not depend on the order that the linker wrote them in.
void SymbolTable::sort(std::vector<Entry>& entries) {
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    if (a.address != b.address) return a.address < b.address;
    if (a.size != b.size) return a.size > b.size;
    if (a.name.size() != b.name.size()) return a.name.size() < b.name.size();
    return a.name < b.name;
  });
  auto rest = std::ranges::unique(entries, {}, &Entry::address);
  entries.erase(rest.begin(), rest.end());
}

std::optional<SymbolOffset> SymbolTable::find(const std::vector<Entry>& entries, FileAddress address) {
  auto after = std::ranges::upper_bound(entries, number(address), {}, &Entry::address);
  if (after == entries.begin()) return std::nullopt;
  const Entry& entry = *std::prev(after);
  uint64_t offset = number(address) - entry.address;
  if (offset != 0 && offset >= entry.size) return std::nullopt;
  return SymbolOffset{demangle(entry.name), offset};
}

std::optional<NamedObject> SymbolTable::find_named(const std::string& name) const {
  std::optional<NamedObject> found;
  for (const Entry& entry : objects_) {
    if (entry.name != name && demangle(entry.name) != name) continue;
    if (found) return std::nullopt;
    found = NamedObject{FileAddress{entry.address}, entry.size};
  }
  return found;
}

std::vector<NamedObject> SymbolTable::functions_named(const std::string& name) const {
  std::vector<NamedObject> found;
  for (const Entry& entry : functions_)
    if (is_function_called(entry.name, name)) found.push_back({FileAddress{entry.address}, entry.size});
  return found;
}

}  // namespace selvage::target
