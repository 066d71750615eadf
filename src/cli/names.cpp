#include "cli/names.h"

#include <fmt/format.h>

#include "target/demangle.h"

namespace selvage::cli {

std::string Names::place(target::SiteId number) const {
  target::Site site = modules.site(number);
  if (site.file.empty()) return "";
  std::string text = fmt::format("{}:{}", site.file, site.line);
  if (!site.function.empty()) text += fmt::format(" in {}", target::demangle(site.function));
  return text;
}

}  // namespace selvage::cli
