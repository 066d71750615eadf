// The walk through a counterexample, without a terminal and without a program.
#include "cli/replay/stepper.h"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

report::Step step(report::ThreadIndex thread, std::optional<uint32_t> position, const std::string& text,
                  uint32_t line) {
  report::Step result;
  result.thread = thread;
  result.position = position;
  result.text = text;
  result.place = {"a.c", line, 1, line < 3 ? "f" : "g"};
  result.enabled = {0, 1};
  return result;
}

report::Counterexample example() {
  report::Counterexample shown;
  shown.message = "it breaks";
  shown.threads = {{.name = "main", .function = "main"}, {.name = "thread 1", .function = "f"}};
  shown.objects = {{"mutex", "m", 1}};
  shown.steps = {step(0, std::nullopt, "create thread 1", 1), step(1, 0, "lock m", 2), step(1, 1, "read x", 3),
                 step(0, 2, "write x", 4), step(0, std::nullopt, "write y", 5)};
  shown.steps[1].held = shown.steps[2].held = {0};
  shown.steps[2].read = "7";
  shown.steps[3].is_marked = true;
  return shown;
}

class Walk : public testing::Test {
 protected:
  // The line that says where one is.
  std::string at(const std::string& line) {
    std::string answer = stepper_.answer(line);
    return answer.substr(0, answer.find('\n'));
  }

  report::Counterexample shown_ = example();
  std::map<std::string, std::string> sources_ = {{"a.c", "one\ntwo\nthree\nfour\nfive\n"}};
  Stepper stepper_{shown_, sources_, [](size_t steps, const std::string& name) {
                     return name + " after " + std::to_string(steps) + "\n";
                   }};
};

TEST_F(Walk, MovesForwardAndBack) {
  EXPECT_EQ(at("n"), "step 2 of 5  thread 1  lock m  at a.c:2 in f");
  EXPECT_EQ(at("next 2"), "step 4 of 5  main  write x  at a.c:4 in g");
  EXPECT_EQ(at("n 100"), "step 5 of 5  main  write y  at a.c:5 in g");
  EXPECT_EQ(at("n"), "This is the last step. What goes wrong: it breaks.");
  EXPECT_EQ(at("b 2"), "step 3 of 5  thread 1  read x = 7  at a.c:3 in g");
  EXPECT_EQ(at(""), "step 2 of 5  thread 1  lock m  at a.c:2 in f");
  EXPECT_EQ(at("b 9"), "step 1 of 5  main  create thread 1  at a.c:1 in f");
  EXPECT_EQ(at("b"), "This is the first step.");
  EXPECT_EQ(at("  3 "), "step 3 of 5  thread 1  read x = 7  at a.c:3 in g");
  EXPECT_EQ(at("go last"), "step 5 of 5  main  write y  at a.c:5 in g");
}

TEST_F(Walk, MovesFromSwitchToSwitch) {
  EXPECT_EQ(at("s").substr(0, 11), "step 2 of 5");
  EXPECT_EQ(at("").substr(0, 11), "step 4 of 5");
  EXPECT_EQ(at(""), "There is no more of it in that direction.");
  EXPECT_EQ(at("u").substr(0, 11), "step 2 of 5");
  EXPECT_EQ(at("u").substr(0, 11), "step 1 of 5");
}

TEST_F(Walk, Searches) {
  EXPECT_EQ(at("/x").substr(0, 11), "step 3 of 5");
  EXPECT_EQ(at("").substr(0, 11), "step 4 of 5");
  EXPECT_EQ(at("/"), "No step behind this one has \"x\".");
  EXPECT_EQ(at("?a.c:2").substr(0, 11), "step 2 of 5");
  EXPECT_EQ(at("search main").substr(0, 11), "step 4 of 5");
}

TEST_F(Walk, Looks) {
  stepper_.answer("3");
  EXPECT_EQ(stepper_.answer("locks"), "  thread 1 holds m since step 2 at a.c:2 in f\n");
  EXPECT_EQ(stepper_.answer("t"), "  main        is about to write x  at a.c:4 in g\n> thread 1    has ended\n");
  EXPECT_EQ(stepper_.answer("list 1"), "        2 | two\n  >     3 | three\n        4 | four\n");
  EXPECT_EQ(stepper_.answer("p x"), "x after 2\n");
  stepper_.answer("5");
  EXPECT_EQ(stepper_.answer("p x"), "x after 3\n");
  stepper_.answer("1");
  EXPECT_EQ(stepper_.answer("p x"), "x after 0\n");
  EXPECT_EQ(stepper_.answer("locks"), "Nobody holds a lock.\n");
  EXPECT_NE(stepper_.answer("t").find("thread 1    has not begun"), std::string::npos);
}

TEST_F(Walk, AnswersEverythingElse) {
  EXPECT_NE(stepper_.answer("help").find("forward to where another thread goes on"), std::string::npos);
  EXPECT_EQ(stepper_.answer("dance"), "There is no \"dance\": help says what there is.\n");
  EXPECT_EQ(stepper_.answer("go 9"), "Say first, last or a number from 1 to 5.\n");
  EXPECT_EQ(stepper_.answer("n x"), "Say how many steps, as a number.\n");
  EXPECT_FALSE(stepper_.is_done());
  stepper_.answer("quit");
  EXPECT_TRUE(stepper_.is_done());
}

TEST(WalkOfNothing, IsPossible) {
  report::Counterexample shown;
  shown.message = "it breaks";
  std::map<std::string, std::string> sources;
  Stepper stepper(shown, sources, nullptr);
  EXPECT_NE(stepper.begin().find("There are no steps"), std::string::npos);
  for (const char* line : {"", "n", "b", "s", "u", "/x", "t", "l", "k", "o", "p x", "i", "f", "h", "1"})
    stepper.answer(line);
}

}  // namespace
}  // namespace selvage::cli
