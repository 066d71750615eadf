// Everything that turns numbers of the running program into words.
#pragma once

#include <string>

#include "target/module_map.h"
#include "target/object_names.h"
#include "target/symbolizer.h"

namespace selvage::cli {

struct Names {
  Names(target::ModuleImage program, const std::vector<LoadedModule>& loaded);

  // "bank.c:12 in transfer"; empty if the site is unknown.
  std::string place(target::SiteId site) const;
  // A source file's path, shortened where it lies below the current directory.
  std::string file(const std::string& path) const;
  // The same wherever a sentence of the program's names such a file.
  std::string with_short_paths(std::string text) const;

  target::ModuleMap modules;
  target::ObjectNames objects;
  target::Symbolizer symbolizer;

 private:
  std::string directory_;  // the current one, with a slash at the end
};

}  // namespace selvage::cli
