// Lines of source text with remarks under them, as compilers show them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/counterexample.h"
#include "report/styled_text.h"
#include "report/terminal_style.h"

namespace selvage::report {

struct Remark {
  Place place;
  std::string text;
  Ink ink = Ink::Alarm;
};

// Remarks at neighbouring lines share a piece of source. Where there is no source, places are named.
std::string snippets(const std::vector<Remark>& remarks, const std::map<std::string, std::string>& sources,
                     const TerminalStyle& style);

// "bank.c:12 in transfer"; empty if nothing is known.
std::string place_text(const Place& place);

}  // namespace selvage::report
