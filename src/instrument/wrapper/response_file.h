// Response files: @file on a command line stands for the words in that file.
#pragma once

#include <string>
#include <vector>

namespace selvage::instrument {

// Splits text the way GNU tools do: white space separates, quotes group, a backslash takes the next character as it is.
std::vector<std::string> split_words(const std::string& text);

// Replaces every @file that can be read by its words, also inside response files. One that cannot be read stays as
// it is, like in GNU tools.
std::vector<std::string> expand_response_files(const std::vector<std::string>& words);

}  // namespace selvage::instrument
