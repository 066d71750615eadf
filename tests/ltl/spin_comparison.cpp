// Compares automata with those of Spin: random formulas, and for each whether random infinite words are accepted by both.
//
//   selvage_ltl_spin_comparison FORMULAS SEED
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "ltl/translation.h"
#include "random_formulas.h"
#include "spin_claim.h"

int main(int argc, char** argv) try {
  using namespace selvage::ltl;
  if (argc != 3) return 2;
  int count = std::atoi(argv[1]), compared = 0, unanswered = 0;
  std::mt19937 random(static_cast<unsigned>(std::atoi(argv[2])));
  size_t own_states = 0, spin_states = 0;
  for (int i = 0; i < count; i++) {
    Formulas formulas;
    for (const char* name : {"p", "q", "r"}) formulas.atom(name);
    // Debian's Spin has no X.
    FormulaId formula = random_formula(random, formulas, 2 + static_cast<unsigned>(i) % 8, false);
    std::string text = formulas.text(formula);
    auto theirs = automaton_from_spin(text, formulas.atoms());
    if (!theirs) {
      unanswered++;
      continue;
    }
    Automaton own = translate(formulas, formula);
    compared++;
    own_states += own.states.size();
    spin_states += theirs->states.size();
    for (int w = 0; w < 60; w++) {
      Lasso word = random_word(random);
      if (accepts(own, word) == accepts(*theirs, word)) continue;
      std::printf("differs: %s (%s accepts, the definition says %d)\n  stem", text.c_str(),
                  accepts(own, word) ? "own" : "Spin", holds(formulas, formula, word));
      for (Valuation v : word.stem) std::printf(" %lu", v);
      std::printf("\n  loop");
      for (Valuation v : word.loop) std::printf(" %lu", v);
      std::printf("\n");
      return 1;
    }
  }
  std::printf("%d formulas agree, %d without an answer from Spin; %zu states, Spin's %zu\n", compared, unanswered,
              own_states, spin_states);
  return unanswered * 20 > count ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
