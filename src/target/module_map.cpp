#include "target/module_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace selvage::target {

ModuleMap::ModuleMap(ModuleImage program, const std::vector<LoadedModule>& loaded) {
  modules_.push_back({.image = std::move(program)});
  loaded_known_ = !loaded.empty();
  if (loaded.empty()) return;
  modules_.front().load_address = loaded.front().load_address;
  for (size_t i = 1; i < loaded.size(); ++i) {
    Module module{
        .image = {}, .load_address = loaded[i].load_address, .site_base = loaded[i].site_base, .image_read = false};
    module.image.path = loaded[i].path;
    if (module.site_base != 0) read_image(module);
    modules_.push_back(std::move(module));
  }
}

void ModuleMap::read_image(Module& module) {
  if (module.image_read) return;
  module.image = load_library(module.image.path);
  module.image_read = true;
}

Site ModuleMap::site(SiteId site) const {
  for (const Module& module : modules_) {
    if (!module.image.sites || module.site_base == 0 || number(site) < module.site_base) continue;
    size_t index = number(site) - module.site_base;
    if (index < module.image.sites->size()) return module.image.sites->site(index);
  }
  return {};
}

const ModuleMap::Module* ModuleMap::find(TargetAddress address) const {
  const Module* nearest = nullptr;
  for (const Module& module : modules_) {
    if (module.load_address > number(address)) continue;
    if (nearest == nullptr || module.load_address > nearest->load_address) nearest = &module;
  }
  return nearest;
}

ModuleMap::Module* ModuleMap::find_and_read(TargetAddress address) {
  const Module* found = find(address);
  if (found == nullptr) return nullptr;
  Module& module = modules_[static_cast<size_t>(found - modules_.data())];
  read_image(module);
  return &module;
}

bool ModuleMap::is_runtime(TargetAddress address) const {
  const Module* module = find(address);
  if (module == nullptr) return false;
  FileAddress in_file{number(address) - module->load_address};
  return in_file >= module->image.runtime_begin && in_file < module->image.runtime_end;
}

std::optional<std::string> ModuleMap::object_name(TargetAddress address) {
  Module* module = find_and_read(address);
  if (module == nullptr) return std::nullopt;
  auto symbol = module->image.symbols.find_object(FileAddress{number(address) - module->load_address});
  if (!symbol) return std::nullopt;
  return symbol->offset == 0 ? symbol->name : fmt::format("{}+{}", symbol->name, symbol->offset);
}

std::optional<ModuleMap::Variable> ModuleMap::variable(const std::string& name) {
  for (Module& module : modules_) {
    read_image(module);
    if (auto found = module.image.symbols.find_named(name))
      return Variable{TargetAddress{number(found->address) + module.load_address}, found->size};
  }
  return std::nullopt;
}

std::optional<TargetAddress> ModuleMap::address_of(const std::string& object_name) {
  size_t plus = object_name.rfind('+');
  uint64_t offset = 0;
  std::string name = object_name;
  if (plus != std::string::npos) {
    const char* end = object_name.data() + object_name.size();
    auto parsed = std::from_chars(object_name.data() + plus + 1, end, offset);
    if (parsed.ec == std::errc() && parsed.ptr == end) {
      name.resize(plus);
    } else {
      offset = 0;
    }
  }
  auto found = variable(name);
  if (!found) return std::nullopt;
  return TargetAddress{number(found->address) + offset};
}

std::optional<SymbolOffset> ModuleMap::function(TargetAddress address) {
  Module* module = find_and_read(address);
  if (module == nullptr) return std::nullopt;
  return module->image.symbols.find_function(FileAddress{number(address) - module->load_address});
}

std::optional<ModuleMap::Place> ModuleMap::place(TargetAddress address) const {
  const Module* nearest = find(address);
  if (nearest == nullptr || nearest->image.path.empty()) return std::nullopt;
  return Place{nearest->image.path, FileAddress{number(address) - nearest->load_address}};
}

std::vector<std::string> ModuleMap::uninstrumented_libraries() const {
  if (!loaded_known_) return program().needed_libraries;
  std::vector<std::string> paths;
  for (const Module& module : modules_) {
    if (&module != &modules_.front() && module.site_base == 0 && !module.image.path.empty()) {
      paths.push_back(module.image.path);
    }
  }
  return paths;
}

CodeCoverage ModuleMap::coverage() const {
  CodeCoverage sum = program().coverage;
  for (size_t i = 1; i < modules_.size(); ++i) {
    const CodeCoverage& part = modules_[i].image.coverage;
    sum.instrumented_functions += part.instrumented_functions;
    sum.instrumented_bytes += part.instrumented_bytes;
    sum.other_functions += part.other_functions;
    sum.other_bytes += part.other_bytes;
    sum.other_names.insert(sum.other_names.end(), part.other_names.begin(), part.other_names.end());
  }
  sum.other_names.resize(std::min(sum.other_names.size(), CodeCoverage::kMaxOtherNames));
  return sum;
}

bool ModuleMap::is_uninstrumented_function(TargetAddress address) const {
  const Module* module = find(address);
  return module != nullptr && module->image.coverage.is_other(FileAddress{number(address) - module->load_address});
}

std::vector<WeakerOrder> ModuleMap::weaker_orders() const {
  std::vector<WeakerOrder> orders;
  for (const Module& module : modules_)
    orders.insert(orders.end(), module.image.weaker_orders.begin(), module.image.weaker_orders.end());
  return orders;
}

std::vector<ClockReadPlace> ModuleMap::clock_reads() const {
  std::vector<ClockReadPlace> places;
  for (const Module& module : modules_)
    places.insert(places.end(), module.image.clock_reads.begin(), module.image.clock_reads.end());
  return places;
}

uint64_t ModuleMap::inline_assembly() const {
  uint64_t sum = 0;
  for (const Module& module : modules_)
    if (module.image.sites) sum += module.image.sites->inline_assembly();
  return sum;
}

}  // namespace selvage::target
