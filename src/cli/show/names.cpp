#include "cli/show/names.h"

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

const std::string& Names::object(ObjectKind kind, uint64_t object) {
  auto block = target::is_address(kind) ? block_names.find(object) : block_names.end();
  return block != block_names.end() ? block->second : objects.name(kind, object);
}

std::string Names::with_short_paths(std::string text) const {
  if (directory_.size() <= 1) return text;
  auto begins_path = [&](size_t at) { return at == 0 || text[at - 1] == ' ' || text[at - 1] == '('; };
  for (size_t at = text.find(directory_); at != std::string::npos; at = text.find(directory_, at + 1))
    if (begins_path(at)) text.erase(at, directory_.size());
  return text;
}

std::string Names::place(target::SiteId number) const {
  target::Site site = modules.site(number);
  if (site.file.empty()) return "";
  std::string text = fmt::format("{}:{}", file(site.file), site.line);
  if (!site.function.empty()) text += fmt::format(" in {}", target::demangle(site.function));
  return text;
}

}  // namespace selvage::cli
