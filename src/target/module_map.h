// The running program's modules: from site numbers to source lines, from addresses to names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/channel.h"
#include "target/ids.h"
#include "target/module_image.h"

namespace selvage::target {

class ModuleMap {
 public:
  // `loaded` is what the running program reports; libraries are read when they are first needed.
  ModuleMap(ModuleImage program, const std::vector<LoadedModule>& loaded);

  // Unknown numbers give an unknown site.
  Site site(SiteId site) const;
  // "x", "table+16"
  std::optional<std::string> object_name(TargetAddress address);
  // What object_name calls so; nothing where that is not one object.
  std::optional<TargetAddress> address_of(const std::string& object_name);
  // A variable by its name alone.
  struct Variable {
    TargetAddress address;
    uint64_t size;
  };
  std::optional<Variable> variable(const std::string& name);
  std::optional<SymbolOffset> function(TargetAddress address);

  // Whether an address is in Selvage's own code.
  bool is_runtime(TargetAddress address) const;

  struct Place {
    std::string path;
    FileAddress address;
  };
  // The file that an address comes from.
  std::optional<Place> place(TargetAddress address) const;

  const ModuleImage& program() const { return modules_.front().image; }
  // Libraries loaded without instrumentation; before the program has started, those that it asks for.
  std::vector<std::string> uninstrumented_libraries() const;
  // The program's own code and that of instrumented libraries.
  CodeCoverage coverage() const;
  // Whether an address is in a function of such a module that was not instrumented.
  bool is_uninstrumented_function(TargetAddress address) const;
  // Statements in that code with effects on memory that the instrumentation could not see.
  uint64_t inline_assembly() const;
  // Where that code asks for orders weaker than sequential consistency.
  std::vector<WeakerOrder> weaker_orders() const;
  // Where it reads the clock for anything but a deadline.
  std::vector<ClockReadPlace> clock_reads() const;

 private:
  struct Module {
    ModuleImage image;
    uint64_t load_address = 0;
    uint32_t site_base = kExecutableSiteBase;
    bool image_read = true;
  };
  // The module with the nearest load address below.
  const Module* find(TargetAddress address) const;
  Module* find_and_read(TargetAddress address);
  static void read_image(Module& module);

  std::vector<Module> modules_;  // the executable first
  bool loaded_known_ = false;
};

}  // namespace selvage::target
