// A report as JSON: the format of `--json`, and what the HTML page holds. Keys are the names of the fields in
// counterexample.h. What is empty is left out: texts, lists, optional values, and places of which nothing is known. Numbers
// and truth values are always there. docs/formats.md describes it, docs/report.schema.json defines it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "report/counterexample.h"

namespace selvage::report {

// Grows when the meaning of a key changes; new keys do not count.
inline constexpr int kJsonFormatVersion = 1;

nlohmann::ordered_json to_json(const Report& report);
nlohmann::ordered_json to_json(const Counterexample& finding);

// Programs write bytes that are not UTF-8: they become U+FFFD. `indent` below 0: all in one line.
std::string json_text(const nlohmann::ordered_json& value, int indent = 2);

}  // namespace selvage::report
