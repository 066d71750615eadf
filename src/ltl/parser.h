// Reads a formula as users write it: with letters (G F X U R W M), or in Spin's spelling.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "ltl/formula.h"

namespace selvage::ltl {

// A formula that cannot be read; `what()` is a sentence without the formula.
class ParseError : public std::runtime_error {
 public:
  ParseError(const std::string& sentence, size_t position) : std::runtime_error(sentence), position_(position) {}
  size_t position() const { return position_; }

 private:
  size_t position_;
};

// The operators bind in this order, tightest first: `! G F X`, then `U R W M`, `&&`, `||`, `->`, `<->`. Two of `U R W M`, of
// `->` or of `<->` in a row need parentheses: tools disagree about what they mean without.
FormulaId parse(std::string_view text, Formulas& formulas);

// The text with a caret under the position, both indented by two.
std::string point_at(std::string_view text, size_t position);

}  // namespace selvage::ltl
