#include "instrument/wrapper/compiler_command.h"

namespace selvage::instrument {

namespace {

using Words = std::vector<std::string>;

void append(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

// Words that come before the user's, so that the user's own choice about the same warning wins.
Words warning_options() {
  return {"-Wno-unknown-warning-option", "-Wno-unused-command-line-argument", "-Wno-ignored-optimization-argument",
          "-Wno-builtin-macro-redefined",
          // gcc 12 only warns about these.
          "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
          "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch", "-Wno-error=register",
          "-Wno-error=reserved-user-defined-literal", "-Wno-error=c++11-narrowing"};
}

// The macros that headers look at to learn the optimisation level: as the user asked, not as we compile.
void add_optimisation_macros(Words& words, const UserChoices& choices) {
  if (choices.optimisation == Optimisation::None) append(words, {"-U__OPTIMIZE__", "-D__NO_INLINE__=1"});
  if (choices.optimisation == Optimisation::Size) append(words, {"-D__OPTIMIZE_SIZE__=1"});
  if (choices.fast_math) append(words, {"-ffast-math"});
}

// Objects hold bitcode for our linker and ordinary code for every other tool. The front end runs at an optimising
// level, for its treatment of inline functions and built-ins; the plug-in keeps the optimiser from running.
void add_code_generation(Words& words, const UserChoices& choices, const Toolchain& toolchain) {
  append(words, {"-O2", "-fpass-plugin=" + toolchain.front_end_plugin.string(), "-flto=full", "-ffat-lto-objects",
                 "-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer"});
  // C++ functions that end without a return statement come back, as with gcc: whoever uses no result is right.
  append(words, {"-fno-strict-return"});
  add_optimisation_macros(words, choices);
  if (!choices.has_debug_info) append(words, {"-g"});
  // Frames stay in backtraces, and the pass knows the functions whose variables are to be kept (pass/debug_variables.h).
  if (choices.is_debug_build()) append(words, {"-fno-optimize-sibling-calls"});
}

void add_linker_items(Words& words, const Words& items) {
  for (const std::string& item : items) append(words, {"-Xlinker", item});
}

// Everything goes through -Xlinker: a -x option of the user would make the compiler take archives for sources.
void add_link(Words& words, Output output, const Toolchain& toolchain) {
  append(words, {"-fuse-ld=lld"});
  add_linker_items(
      words, {"--fat-lto-objects", "--load-pass-plugin=" + toolchain.pass_plugin.string(), "--lto-O2", "-z", "now"});
  const bool is_executable = output == Output::Executable;
  const std::string library = is_executable ? toolchain.runtime.string() : toolchain.hooks.string();
  add_linker_items(words, {"--push-state", "--whole-archive", library, "--pop-state"});
  if (is_executable) {
    // Functions that the runtime intercepts are exported by lld wherever a shared library of the link defines or
    // uses them; these patterns add what only libraries loaded later may look for. (--export-dynamic would do too,
    // but would keep the program's own functions from being optimised as a whole.)
    for (const char* pattern : {"selvage_*", "__cxa_*", "_Zn[aw]*", "_Zd[al]*", "_ZSt9terminatev",
                                "_ZN*St13random_device*", "pthread_*", "sem_*"}) {
      add_linker_items(words, {std::string("--export-dynamic-symbol=") + pattern});
    }
  }
  add_linker_items(words, {"--push-state", "-Bdynamic", "--as-needed", "-lpthread", "-ldl", "--pop-state"});
}

}  // namespace

std::vector<std::string> compiler_command(const CommandLine& command, const Toolchain& toolchain, const Note& note) {
  const UserChoices choices = read_choices(command.arguments);
  Words words = warning_options();
  const Words accepted = accepted_options(command, note);

  switch (command.action) {
    case Action::Query:
      break;
    case Action::Preprocess:
      append(words, {"-O2"});
      add_optimisation_macros(words, choices);
      break;
    case Action::Assemble:
      append(words, {choices.optimisation == Optimisation::None ? "-O0" : "-O2", "-fno-omit-frame-pointer"});
      break;
    case Action::Compile:
    case Action::Link:
      add_code_generation(words, choices, toolchain);
      break;
  }
  append(words, {"-isystem", toolchain.include.string()});
  words.insert(words.end(), accepted.begin(), accepted.end());
  if (command.action != Action::Link) return words;
  if (command.output == Output::Relocatable) {
    // Bitcode cannot be merged into an object: what comes out is ordinary code.
    note("objects merged with -r are not instrumented");
    append(words, {"-fuse-ld=lld", "-Xlinker", "--no-fat-lto-objects"});
  } else {
    add_link(words, command.output, toolchain);
  }
  return words;
}

}  // namespace selvage::instrument
