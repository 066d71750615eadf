#include "ltl/system.h"

#include <gtest/gtest.h>

#include "ltl/parser.h"
#include "ltl/translation.h"

namespace selvage::ltl {
namespace {

// Letters have one atom, p.
std::optional<SystemPath> counterexample(const System& system, const std::string& text, Fairness fairness) {
  Formulas formulas;
  formulas.atom("p");
  FormulaId formula = parse(text, formulas);
  return find_accepted(system, translate(formulas, formulas.negation(formula)), fairness);
}

TEST(System, AnEndStaysAsItIs) {
  System system;
  system.nodes = {{.letter = 1, .enabled = 1, .edges = {{1, 0, 0}}}, {.letter = 0, .is_end = true}};
  EXPECT_TRUE(counterexample(system, "G p", Fairness::Strong));
  EXPECT_FALSE(counterexample(system, "F G !p", Fairness::Strong));
  auto path = counterexample(system, "G F p", Fairness::Strong);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->stem.size(), 1u);
  EXPECT_TRUE(path->loop.empty());
}

// Thread 0 goes round; thread 1 could leave to where p holds.
System loop_with_exit(bool always) {
  System system;
  system.nodes = {{.letter = 0, .enabled = 3, .edges = {{1, 0, 0}, {2, 1, 0}}},
                  {.letter = 0, .enabled = always ? 3u : 1u, .edges = {{0, 0, 0}}},
                  {.letter = 1, .is_end = true}};
  if (always) system.nodes[1].edges.push_back({2, 1, 0});
  return system;
}

TEST(System, WhoCanGoOnAllTheTimeDoes) {
  EXPECT_FALSE(counterexample(loop_with_exit(true), "F p", Fairness::Weak));
  EXPECT_FALSE(counterexample(loop_with_exit(true), "F p", Fairness::Strong));
}

TEST(System, WhoCanGoOnAgainAndAgainDoesUnderStrongFairness) {
  auto path = counterexample(loop_with_exit(false), "F p", Fairness::Weak);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->loop.size(), 2u);
  EXPECT_FALSE(counterexample(loop_with_exit(false), "F p", Fairness::Strong));
}

TEST(System, AFairPartOfAnUnfairComponentIsFound) {
  // Thread 1 can go on in node 0 only; the loop of nodes 1 and 2 does without it.
  System system;
  system.nodes = {{.letter = 0, .enabled = 3, .edges = {{1, 0, 0}, {3, 1, 0}}},
                  {.letter = 0, .enabled = 1, .edges = {{2, 0, 0}}},
                  {.letter = 0, .enabled = 1, .edges = {{1, 0, 0}, {0, 0, 1}}},
                  {.letter = 1, .is_end = true}};
  EXPECT_TRUE(counterexample(system, "F p", Fairness::Strong));
}

}  // namespace
}  // namespace selvage::ltl
