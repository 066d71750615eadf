#include "target/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace selvage::target {

std::string demangle(const std::string& name) {
  // The demangler takes time and stack that grow with hostile names; no compiler writes one this long
  // unhashed.
  constexpr size_t kLongestName = 4096;
  if (!name.starts_with("_Z") || name.size() > kLongestName) return name;
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                   &std::free);
  if (status != 0 || !text) return name;
  // Which of two standard libraries' strings a variable is made of is nothing that the source says.
  constexpr std::string_view kTag = "[abi:cxx11]";
  std::string plain = text.get();
  for (size_t at = plain.find(kTag); at != std::string::npos; at = plain.find(kTag, at)) plain.erase(at, kTag.size());
  return plain;
}

bool is_function_called(const std::string& symbol, const std::string& name) {
  // Functions that only one file can see are renamed where another one has the same name.
  std::string plain = symbol.substr(0, symbol.find(".llvm."));
  if (plain == name) return true;
  std::string text = demangle(plain);
  return text == name || text.substr(0, text.find('(')) == name;
}

}  // namespace selvage::target
