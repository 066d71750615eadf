// Lines of the sources that a report carries.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "report/counterexample.h"

namespace selvage::report {

// Without its newline; empty where the source or the line is not there. Lines count from 1.
std::string_view source_line(const std::map<std::string, std::string>& sources, const std::string& file, uint32_t line);
inline std::string_view source_line(const std::map<std::string, std::string>& sources, const Place& place) {
  return source_line(sources, place.file, place.line);
}

}  // namespace selvage::report
