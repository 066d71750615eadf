// What findings look like on terminals that differ in width, colours and characters.
#include "report/terminal.h"

#include <gtest/gtest.h>

#include <random>

#include "report/interleaving_rows.h"
#include "report/interleaving_table.h"
#include "report/snippet.h"
#include "report/styled_text.h"
#include "sample.h"

namespace selvage::report {
namespace {

constexpr TerminalStyle kPlain{};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

size_t widest_line(const std::string& text) {
  size_t widest = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    widest = std::max(widest, width_of(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return widest;
}

TEST(StyledText, MakesControlCharactersVisible) {
  EXPECT_EQ(printable("a\x1b[31mb\x07", true), "a\\x1b[31mb\\x07");
  EXPECT_EQ(printable("\tx\ty", true), "    x   y");
  EXPECT_EQ(printable("gr\xc3\xbc\xc3\x9f", true), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(printable("gr\xc3\xbc\xc3\x9f", false), "gr??");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m\xff",
                      true),
            "?31m?");
  EXPECT_EQ(printable("\xe2\x82", true), "??");
}

TEST(StyledText, CutsAndWraps) {
  EXPECT_EQ(cut("abcdef", 6, false), "abcdef");
  EXPECT_EQ(cut("abcdefg", 6, false), "abcd..");
  EXPECT_EQ(width_of(cut("\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc", 3, true)), 3U);
  EXPECT_EQ(wrapped("one two three", 8, "", 2), "one two\n  three\n");
  EXPECT_EQ(wrapped("averylongword x", 5, "> ", 2), "> averylongword\n  x\n");
}

TEST(StyledText, ColoursOnlyWhereTheyAreWanted) {
  StyledLine line;
  line.add("a", Ink::Alarm).pad_to(4).add("b").pad_to(9);
  EXPECT_EQ(line.text(false), "a   b\n");
  EXPECT_EQ(line.text(true), "\x1b[1;31ma\x1b[0m   b\n");
}

TEST(Snippet, ShowsTheLineWithAMark) {
  std::map<std::string, std::string> sources = {{"src/bank.c", "int x;\nvoid f(void) {\n  x = 1;\n}\n"}};
  std::string text = snippets({{{"src/bank.c", 3, 3, "f"}, "thread 1 writes x"}}, sources, kPlain);
  EXPECT_EQ(text,
            "  src/bank.c:3 in f\n"
            "    1 | int x;\n"
            "    2 | void f(void) {\n"
            "    3 |   x = 1;\n"
            "      |   ^ thread 1 writes x\n"
            "    4 | }\n");
}

TEST(Snippet, ShowsThePartOfALongLineThatIsMeant) {
  std::string line = "  if (" + std::string(100, 'a') + " || broken) return;";
  auto column = static_cast<uint32_t>(line.find("broken") + 1);
  std::string text = snippets({{{"a.c", 1, column, "f"}, "it fails"}}, {{"a.c", line + "\n"}}, kPlain);
  size_t begin = text.find('\n') + 1, next = text.find('\n', begin) + 1;
  std::string shown = text.substr(begin, next - begin), mark = text.substr(next, text.find('\n', next) - next);
  EXPECT_LE(shown.size(), 81u) << text;
  EXPECT_EQ(shown.find("broken"), mark.find("^~~~~~")) << text;
  EXPECT_NE(shown.find("| ..aaa"), std::string::npos) << text;
}

TEST(Snippet, NamesThePlaceWhereThereIsNoSource) {
  EXPECT_EQ(snippets({{{"gone.c", 3, 3, "f"}, "it fails"}}, {}, kPlain), "  it fails at gone.c:3 in f\n");
  EXPECT_EQ(snippets({{{}, "it fails"}}, {}, kPlain), "  it fails\n");
  std::map<std::string, std::string> sources = {{"short.c", "x\n"}};
  EXPECT_EQ(snippets({{{"short.c", 9, 1, ""}, "it fails"}}, sources, kPlain), "  it fails at short.c:9\n");
}

TEST(Terminal, LastLineIsTheCommand) {
  Report report = sample_report();
  report.findings[0].replay_command = "selvage replay bank.selvage";
  std::string text = to_terminal(report, kPlain);
  EXPECT_TRUE(text.starts_with("Bug: data race on balance.\n")) << text;
  EXPECT_TRUE(text.ends_with("\n  selvage replay bank.selvage\n")) << text;
  EXPECT_TRUE(contains(text, "write balance = 3")) << text;
}

TEST(Terminal, FallsBackToAListWhereColumnsDoNotFit) {
  Counterexample race = sample_race();
  for (Step& step : race.steps) step.text += " of a structure with a long name";
  std::string wide = interleaving_table(race, {}, {.width = 140});
  EXPECT_TRUE(contains(wide, "main")) << wide;
  std::string narrow = interleaving_table(race, {}, {.width = 44});
  EXPECT_TRUE(contains(narrow, "thread 1")) << narrow;
  EXPECT_LE(widest_line(narrow), 44U) << narrow;
}

// A finding with many threads and steps, whose names are of any length.
Counterexample random_finding(std::mt19937& random, unsigned threads, unsigned steps) {
  Counterexample finding = sample_race();
  auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (unsigned i = 2; i < threads; ++i)
    finding.threads.push_back({.name = "thread " + std::to_string(i), .function = std::string(below(60), 'f')});
  for (unsigned i = 0; i < steps; ++i) {
    Step step{.thread = below(threads), .operation = "read", .text = "read " + std::string(1 + below(40), 'x')};
    if (below(3) == 0) step.held = {1};
    if (below(2) == 0) step.read = std::to_string(random());
    if (below(2) == 0) step.place = place_in("f", 1 + below(2000));
    finding.steps.push_back(step);
  }
  return finding;
}

TEST(Terminal, KeepsToTheWidthWhateverThereIs) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 200; ++round) {
    Counterexample finding = random_finding(random, 2 + round % 40, round * 2);
    for (unsigned width : {40U, 80U, 200U}) {
      TerminalStyle style{.width = width, .unicode = round % 2 == 0, .verbose = round % 5 == 0};
      std::string text = interleaving_table(finding, {}, style);
      // Numbers, names of threads and places take their room whatever the width is.
      EXPECT_LE(widest_line(text), std::max(width, 60U)) << text;
    }
  }
}

TEST(Terminal, FoldsLongInterleavings) {
  std::mt19937 random(9);
  Counterexample finding = random_finding(random, 3, 20000);
  EXPECT_LE(interleaving_rows(finding, false).size(), 60U);
  EXPECT_EQ(interleaving_rows(finding, true).size(), finding.steps.size());
}

}  // namespace
}  // namespace selvage::report
