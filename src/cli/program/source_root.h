// The folder of the project that a file belongs to: other machines have its files at the same paths below theirs.
#pragma once

#include <string>

namespace selvage::cli {

// The nearest folder from `directory` upwards that is under version control; `directory` itself if there is none.
std::string source_root_of(const std::string& directory);

}  // namespace selvage::cli
