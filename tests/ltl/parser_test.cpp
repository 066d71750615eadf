#include "ltl/parser.h"

#include <gtest/gtest.h>

namespace selvage::ltl {
namespace {

// The order of operands of && and || follows from which formula was met first; atoms and their negations come first here.
std::string read(const std::string& text) {
  Formulas formulas;
  for (const char* name : {"p", "q", "r", "requested", "granted"}) formulas.negation(formulas.atom(name));
  return formulas.text(parse(text, formulas));
}

size_t error_position(const std::string& text) {
  try {
    read(text);
  } catch (const ParseError& error) {
    return error.position();
  }
  ADD_FAILURE() << text << " was read";
  return 0;
}

TEST(Parser, OwnSpellingAndSpins) {
  for (const char* text :
       {"G (requested -> F granted)", "[] (requested -> <> granted)", "always(!requested or eventually granted)"})
    EXPECT_EQ(read(text), read("G (!requested || F granted)")) << text;
  EXPECT_EQ(read("p V q"), read("p R q"));
  EXPECT_EQ(read("p W q"), read("q R (p || q)"));
  EXPECT_EQ(read("p M q"), read("q U (p && q)"));
  EXPECT_EQ(read("p <-> q"), read("(p && q) || (!p && !q)"));
  EXPECT_EQ(read("!(p U q)"), read("!p V !q"));
}

TEST(Parser, Precedence) {
  EXPECT_EQ(read("p || q && r"), read("p || (q && r)"));
  EXPECT_EQ(read("p && q U r"), read("p && (q U r)"));
  EXPECT_EQ(read("! p U q"), read("(!p) U q"));
  EXPECT_EQ(read("p && q -> r"), read("(p && q) -> r"));
  EXPECT_EQ(read("G F p"), "[] (<> (p))");
  EXPECT_EQ(read("GF"), "GF");  // a name
}

TEST(Parser, WrittenAndReadAgain) {
  for (const char* text : {"G (p -> F q)", "(p U q) R X r", "true U (p && !q)"})
    EXPECT_EQ(read(read(text)), read(text));
}

TEST(Parser, ErrorsHaveTheirPlace) {
  EXPECT_EQ(error_position(""), 0u);
  EXPECT_EQ(error_position("G (p -> "), 8u);
  EXPECT_EQ(error_position("G (p -> q"), 2u);
  EXPECT_EQ(error_position("p q"), 2u);
  EXPECT_EQ(error_position("p)"), 1u);
  EXPECT_EQ(error_position("p U q U r"), 2u);
  EXPECT_EQ(error_position("p -> q -> r"), 2u);
  EXPECT_EQ(error_position("p && % q"), 5u);
  EXPECT_EQ(error_position("p && 12"), 5u);
  EXPECT_EQ(error_position(std::string(5000, '!') + "p"), 200u);
}

TEST(Parser, Caret) { EXPECT_EQ(point_at("p q", 2), "  p q\n    ^"); }

}  // namespace
}  // namespace selvage::ltl
