// Everything that turns numbers of the running program into words.
#pragma once

#include <string>

#include "target/module_map.h"
#include "target/object_names.h"
#include "target/symbolizer.h"

namespace selvage::cli {

struct Names {
  Names(target::ModuleImage program, const std::vector<LoadedModule>& loaded)
      : modules(std::move(program), loaded), objects(modules), symbolizer(modules) {}

  // "bank.c:12 in transfer"; empty if the site is unknown.
  std::string place(target::SiteId site) const;

  target::ModuleMap modules;
  target::ObjectNames objects;
  target::Symbolizer symbolizer;
};

}  // namespace selvage::cli
