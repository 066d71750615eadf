#include "cli/program/source_root.h"

#include <filesystem>

namespace selvage::cli {

std::string source_root_of(const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  for (fs::path folder(directory); !folder.empty(); folder = folder.parent_path()) {
    for (const char* mark : {".git", ".hg", ".svn", ".jj"})
      if (fs::exists(folder / mark, error)) return folder.string();
    if (folder == folder.root_path()) break;
  }
  return directory;
}

}  // namespace selvage::cli
