#include "ltl/system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ltl/parser.h"
#include "ltl/translation.h"
#include "ltl/word.h"
#include "random_formulas.h"

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

// Every node has an edge for each thread that can go on; those where nobody can are ends.
System random_system(std::mt19937& random) {
  System system;
  uint32_t size = 2 + random() % 8;
  for (uint32_t i = 0; i < size; i++) {
    SystemNode node{.letter = random() % 8, .enabled = random() % 8};
    for (uint16_t thread = 0; thread < 3; thread++)
      if (node.enabled >> thread & 1) node.edges.push_back({static_cast<uint32_t>(random() % size), thread, 0});
    node.is_end = node.enabled == 0;
    system.nodes.push_back(std::move(node));
  }
  return system;
}

// Goes along the edges, and collects the nodes that they begin at. False: there is no such edge.
bool follow(const System& system, const std::vector<SystemEdge>& edges, uint32_t& node, std::vector<uint32_t>& nodes) {
  for (const SystemEdge& step : edges) {
    nodes.push_back(node);
    auto is_it = [&](const SystemEdge& edge) { return edge.to == step.to && edge.thread == step.thread; };
    if (std::ranges::none_of(system.nodes[node].edges, is_it)) return false;
    node = step.to;
  }
  return true;
}

unsigned switches_of(const std::vector<SystemEdge>& edges) {
  unsigned count = 0;
  for (size_t i = 1; i < edges.size(); i++) count += edges[i].thread != edges[i - 1].thread;
  return count;
}

TEST(System, WhatIsFoundIsAFairPathThatGoesAgainstTheFormula) {
  std::mt19937 random(11);
  unsigned found = 0, loops = 0;
  for (int i = 0; i < 4000; i++) {
    System system = random_system(random);
    Formulas formulas;
    for (const char* name : {"p", "q", "r"}) formulas.atom(name);
    FormulaId formula = random_formula(random, formulas, 2 + i % 7, true);
    Fairness fairness = i % 2 == 0 ? Fairness::Weak : Fairness::Strong;
    auto path = find_accepted(system, translate(formulas, formulas.negation(formula)), fairness);
    if (!path) continue;
    found++;
    uint32_t node = 0;
    std::vector<uint32_t> stem, loop;
    ASSERT_TRUE(follow(system, path->stem, node, stem));
    uint32_t begin = node;
    ASSERT_TRUE(follow(system, path->loop, node, loop));
    ASSERT_EQ(node, begin);
    if (path->loop.empty()) {
      ASSERT_TRUE(system.nodes[begin].is_end);
      loop.push_back(begin);
    } else {
      loops++;
    }
    Lasso word;
    for (uint32_t at : stem) word.stem.push_back(system.nodes[at].letter);
    for (uint32_t at : loop) word.loop.push_back(system.nodes[at].letter);
    ASSERT_FALSE(holds(formulas, formula, word)) << formulas.text(formula);
    uint64_t always = ~uint64_t{0}, sometimes = 0, moves = 0;
    for (uint32_t at : loop) {
      always &= system.nodes[at].enabled;
      sometimes |= system.nodes[at].enabled;
    }
    for (const SystemEdge& step : path->loop) moves |= uint64_t{1} << step.thread;
    ASSERT_EQ((fairness == Fairness::Weak ? always : sometimes) & ~moves, 0u);
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(loops, 300u);
}

TEST(System, TheWayWithFewerSwitchesIsTaken) {
  // From 0 to 3 both ways have two steps; then thread 0 alone goes on for ever.
  System system;
  system.nodes = {{.letter = 0, .enabled = 3, .edges = {{1, 1, 0}, {2, 0, 0}}},
                  {.letter = 0, .enabled = 1, .edges = {{3, 0, 0}}},
                  {.letter = 0, .enabled = 1, .edges = {{3, 0, 0}}},
                  {.letter = 1, .enabled = 1, .edges = {{3, 0, 0}}}};
  auto path = counterexample(system, "G !p", Fairness::Strong);
  ASSERT_TRUE(path);
  EXPECT_EQ(switches_of(path->stem), 0u);
  EXPECT_EQ(path->stem.front().thread, 0u);
}

}  // namespace
}  // namespace selvage::ltl
