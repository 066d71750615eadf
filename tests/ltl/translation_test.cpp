#include "ltl/translation.h"

#include <gtest/gtest.h>

#include "ltl/automaton_text.h"
#include "ltl/parser.h"
#include "random_formulas.h"

namespace selvage::ltl {
namespace {

Automaton automaton_of(const std::string& text) {
  Formulas formulas;
  FormulaId formula = parse(text, formulas);
  return translate(formulas, formula);
}

TEST(Translation, SmallOnesAreSmall) {
  EXPECT_EQ(automaton_of("false").states.size(), 0u);
  EXPECT_EQ(automaton_of("p && !p").states.size(), 0u);
  EXPECT_EQ(automaton_of("true").states.size(), 1u);
  EXPECT_EQ(automaton_of("G p").states.size(), 1u);
  EXPECT_LE(automaton_of("F p").states.size(), 2u);
  EXPECT_LE(automaton_of("G F p").states.size(), 3u);
  EXPECT_LE(automaton_of("F (p && G !q)").states.size(), 3u);
}

TEST(Translation, AcceptsWhatTheFormulaMeans) {
  std::mt19937 random(7);
  for (int i = 0; i < 3000; i++) {
    Formulas formulas;
    for (const char* name : {"p", "q", "r"}) formulas.atom(name);
    FormulaId formula = random_formula(random, formulas, 2 + i % 9, true);
    Automaton automaton = translate(formulas, formula);
    for (int w = 0; w < 30; w++) {
      Lasso word = random_word(random);
      ASSERT_EQ(accepts(automaton, word), holds(formulas, formula, word)) << formulas.text(formula);
    }
  }
}

TEST(Translation, NegationIsTheComplement) {
  std::mt19937 random(8);
  for (int i = 0; i < 1000; i++) {
    Formulas formulas;
    for (const char* name : {"p", "q", "r"}) formulas.atom(name);
    FormulaId formula = random_formula(random, formulas, 2 + i % 9, true);
    Lasso word = random_word(random);
    ASSERT_NE(holds(formulas, formula, word), holds(formulas, formulas.negation(formula), word))
        << formulas.text(formula);
  }
}

TEST(Translation, StepsAgreeWithWords) {
  std::mt19937 random(9);
  for (int i = 0; i < 500; i++) {
    Formulas formulas;
    for (const char* name : {"p", "q", "r"}) formulas.atom(name);
    Automaton automaton = translate(formulas, random_formula(random, formulas, 2 + i % 9, true));
    Lasso word = random_word(random);
    word.loop.resize(1);
    StateSet states = first_states(automaton);
    for (Valuation letter : word.stem) states = step(automaton, states, letter);
    StateSet good = accepting_for_ever(automaton, word.loop[0]);
    bool accepted = false;
    for (size_t s = 0; s < states.size(); s++) accepted |= states[s] && good[s];
    ASSERT_EQ(accepted, accepts(automaton, word));
  }
}

TEST(Translation, IsDrawn) {
  Formulas formulas;
  FormulaId formula = parse("F (p && G !q)", formulas);
  Automaton automaton = translate(formulas, formula);
  EXPECT_NE(automaton_text(automaton, formulas.atoms()).find("p && !q -> state"), std::string::npos);
  EXPECT_NE(automaton_dot(automaton, formulas.atoms(), "a \"b\"").find("digraph \"a \\\"b\\\"\""), std::string::npos);
}

}  // namespace
}  // namespace selvage::ltl
