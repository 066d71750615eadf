#include "cli/names.h"

#include <fmt/format.h>

#include <filesystem>

#include "target/demangle.h"

namespace selvage::cli {

Names::Names(target::ModuleImage program, const std::vector<LoadedModule>& loaded)
    : modules(std::move(program), loaded), objects(modules), symbolizer(modules) {
  std::error_code error;
  directory_ = std::filesystem::current_path(error).string() + "/";
}

std::string Names::file(const std::string& path) const {
  return path.starts_with(directory_) && directory_.size() > 1 ? path.substr(directory_.size()) : path;
}

std::string Names::place(target::SiteId number) const {
  target::Site site = modules.site(number);
  if (site.file.empty()) return "";
  std::string text = fmt::format("{}:{}", file(site.file), site.line);
  if (!site.function.empty()) text += fmt::format(" in {}", target::demangle(site.function));
  return text;
}

}  // namespace selvage::cli
