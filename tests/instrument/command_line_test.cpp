// What the wrapper understands of a command line, and what it makes of it; no compiler is run.
#include "instrument/wrapper/command_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "instrument/wrapper/compiler_command.h"
#include "instrument/wrapper/option_policy.h"
#include "instrument/wrapper/response_file.h"

namespace selvage::instrument {
namespace {

using Words = std::vector<std::string>;

Action action_of(const Words& words) { return parse_command_line(words).action; }
Output output_of(const Words& words) { return parse_command_line(words).output; }

struct Rewritten {
  Words words;
  Words notes;

  bool has(const std::string& word) const { return std::find(words.begin(), words.end(), word) != words.end(); }
};

Rewritten rewrite(const Words& words) {
  const Toolchain toolchain = {
      .compiler = "clang",
      .pass_plugin = "pass.so",
      .front_end_plugin = "front_end.so",
      .runtime = "runtime.a",
      .hooks = "hooks.a",
      .include = "include",
  };
  Rewritten result;
  auto note = [&](const std::string& text) { result.notes.push_back(text); };
  result.words = compiler_command(parse_command_line(words), toolchain, note);
  return result;
}

TEST(CommandLine, FindsTheAction) {
  EXPECT_EQ(action_of({}), Action::Query);
  EXPECT_EQ(action_of({"-v"}), Action::Query);
  EXPECT_EQ(action_of({"--version"}), Action::Query);
  EXPECT_EQ(action_of({"-print-prog-name=ld"}), Action::Query);
  EXPECT_EQ(action_of({"-dumpmachine"}), Action::Query);
  EXPECT_EQ(action_of({"-E", "a.c"}), Action::Preprocess);
  EXPECT_EQ(action_of({"-MM", "a.c"}), Action::Preprocess);
  EXPECT_EQ(action_of({"-fsyntax-only", "a.c"}), Action::Preprocess);
  EXPECT_EQ(action_of({"-S", "a.c"}), Action::Assemble);
  EXPECT_EQ(action_of({"-c", "a.c"}), Action::Compile);
  EXPECT_EQ(action_of({"-MD", "-c", "a.c"}), Action::Compile);
  EXPECT_EQ(action_of({"a.h"}), Action::Compile);
  EXPECT_EQ(action_of({"-x", "c++-header", "a.inc"}), Action::Compile);
  EXPECT_EQ(action_of({"a.c"}), Action::Link);
  EXPECT_EQ(action_of({"-MD", "a.c", "-o", "a"}), Action::Link);
  EXPECT_EQ(action_of({"a.o", "-lm"}), Action::Link);
  EXPECT_EQ(action_of({"-x", "c", "-"}), Action::Link);
}

TEST(CommandLine, KnowsWhichOptionsTakeTheNextWord) {
  EXPECT_EQ(action_of({"-o", "-c", "a.c"}), Action::Link);  // an output file named -c
  EXPECT_EQ(action_of({"-include", "a.h"}), Action::Query);
  EXPECT_EQ(action_of({"-MF", "a.d", "-Xclang", "-E", "-c", "a.c"}), Action::Compile);
}

TEST(CommandLine, FindsTheOutput) {
  EXPECT_EQ(output_of({"a.c"}), Output::Executable);
  EXPECT_EQ(output_of({"-shared", "a.o"}), Output::SharedObject);
  EXPECT_EQ(output_of({"-Wl,-z,defs,-shared", "a.o"}), Output::SharedObject);
  EXPECT_EQ(output_of({"-Xlinker", "--shared", "a.o"}), Output::SharedObject);
  EXPECT_EQ(output_of({"-nostdlib", "-r", "a.o"}), Output::Relocatable);
}

TEST(ResponseFile, SplitsLikeGnuTools) {
  EXPECT_EQ(split_words("a  b\n\tc"), (Words{"a", "b", "c"}));
  EXPECT_EQ(split_words("'a b' \"c \\\" d\" e\\ f ''"), (Words{"a b", "c \" d", "e f", ""}));
  EXPECT_EQ(split_words("-DX='\"y\"'"), (Words{"-DX=\"y\""}));
}

TEST(ResponseFile, LeavesWhatIsNoFile) {
  EXPECT_EQ(expand_response_files({"@no-such-file", "@"}), (Words{"@no-such-file", "@"}));
}

TEST(Rewriting, KeepsTheUsersWordsInOrder) {
  const Rewritten result = rewrite({"-DA", "a.c", "-I", "dir", "-Wl,--as-needed", "-lm", "-o", "a"});
  const Words expected = {"-DA", "a.c", "-I", "dir", "-Xlinker", "--as-needed", "-lm", "-o", "a"};
  EXPECT_NE(std::search(result.words.begin(), result.words.end(), expected.begin(), expected.end()),
            result.words.end());
  EXPECT_TRUE(result.notes.empty());
}

TEST(Rewriting, LinksTheRuntimeOrTheHooks) {
  EXPECT_TRUE(rewrite({"a.c"}).has("runtime.a"));
  EXPECT_FALSE(rewrite({"a.c"}).has("hooks.a"));
  EXPECT_TRUE(rewrite({"-shared", "a.c"}).has("hooks.a"));
  EXPECT_FALSE(rewrite({"-shared", "a.c"}).has("runtime.a"));
  EXPECT_FALSE(rewrite({"-c", "a.c"}).has("runtime.a"));
  EXPECT_FALSE(rewrite({"-r", "a.o"}).has("runtime.a"));
}

TEST(Rewriting, ShowsHeadersTheUsersOptimisation) {
  EXPECT_TRUE(rewrite({"-c", "a.c"}).has("-U__OPTIMIZE__"));
  EXPECT_TRUE(rewrite({"-O2", "-O0", "-c", "a.c"}).has("-U__OPTIMIZE__"));
  EXPECT_FALSE(rewrite({"-O", "-c", "a.c"}).has("-U__OPTIMIZE__"));
  EXPECT_TRUE(rewrite({"-Os", "-c", "a.c"}).has("-D__OPTIMIZE_SIZE__=1"));
  EXPECT_TRUE(rewrite({"-Ofast", "-c", "a.c"}).has("-ffast-math"));
}

TEST(Rewriting, AlwaysHasDebugInformation) {
  EXPECT_TRUE(rewrite({"-c", "a.c"}).has("-g"));
  EXPECT_TRUE(rewrite({"-g", "-g0", "-c", "a.c"}).has("-g"));
  EXPECT_FALSE(rewrite({"-ggdb3", "-c", "a.c"}).has("-g"));
}

TEST(Rewriting, DropsWhatDefeatsInstrumentation) {
  const Rewritten result = rewrite({"-flto=auto", "-fno-lto", "-fuse-ld=gold", "-fomit-frame-pointer", "-Wl,-s",
                                    "-fno-fat-lto-objects", "-fipa-pta", "-fno-tree-vectorize", "-c", "a.c"});
  for (const char* word : {"-flto=auto", "-fno-lto", "-fuse-ld=gold", "-fomit-frame-pointer", "-s",
                           "-fno-fat-lto-objects", "-fipa-pta", "-fno-tree-vectorize"}) {
    EXPECT_FALSE(result.has(word)) << word;
  }
  EXPECT_TRUE(result.notes.empty());
}

TEST(Rewriting, SaysWhatTheUserMayMiss) {
  EXPECT_EQ(rewrite({"-static", "a.c"}).notes.size(), 1U);
  EXPECT_EQ(rewrite({"-fsanitize=thread", "a.c"}).notes.size(), 1U);
  EXPECT_EQ(rewrite({"--coverage", "a.c"}).notes.size(), 1U);
}

TEST(Rewriting, DropsLinkerOptionsWithTheirArguments) {
  const Rewritten joined = rewrite({"a.o", "-Wl,--version-script,exports,-z,relro"});
  EXPECT_FALSE(joined.has("exports"));
  EXPECT_TRUE(joined.has("relro"));
  const Rewritten separate = rewrite({"a.o", "-Xlinker", "--version-script", "-Xlinker", "exports"});
  EXPECT_FALSE(separate.has("exports"));
  EXPECT_TRUE(rewrite({"-shared", "a.o", "-Wl,--version-script=exports"}).has("--version-script=exports"));
}

}  // namespace
}  // namespace selvage::instrument
