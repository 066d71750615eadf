// Small pieces of text that several outputs share.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/words.h"

namespace selvage::cli {

using report::counted;
using report::grouped;

// A word as a shell reads it back.
std::string shell_quoted(const std::string& word);
// Splits at blanks, respecting quotes and backslashes as a shell does.
std::vector<std::string> shell_words(std::string_view text);

// "main", "thread 1".
std::string thread_name(unsigned thread);

// Now, in UTC: "2026-01-31T12:00:00Z".
std::string utc_now();

// Appends a JSON string with quotes. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(fmt::memory_buffer& out, std::string_view text);

}  // namespace selvage::cli
