// Everything that turns numbers of the running program into words.
#pragma once

#include <string>
#include <unordered_map>

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

  // What people are told of an object: of memory in the heap the block that it lies in, where `block_names` has it.
  const std::string& object(ObjectKind kind, uint64_t object);

  target::ModuleMap modules;
  target::ObjectNames objects;  // the same in every execution
  target::Symbolizer symbolizer;
  std::unordered_map<uint64_t, std::string>
      block_names;  // of addresses, in the execution that is shown (heap_blocks.h)

 private:
  std::string directory_;  // the current one, with a slash at the end
};

}  // namespace selvage::cli
