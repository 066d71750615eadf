// Files that are there as a whole or as they were: what was written last stays, whenever the process is killed.
#pragma once

#include <string>
#include <string_view>

namespace selvage::cli {

// 0, or what errno says. Writes beside the file and puts the result in its place. A device or a pipe (/dev/null, /dev/stdout)
// is written to instead: put in its place, the file would be all that is left of it.
int write_whole_file(const std::string& path, std::string_view bytes);

}  // namespace selvage::cli
