// Reads a compiler's command line far enough to know what the command does, without knowing every option: it is
// enough to tell options from inputs, for which one must know the options that take the next word as their argument.
#pragma once

#include <string>
#include <vector>

namespace selvage::instrument {

// One option with its separate argument, if it has one, or one input file.
struct Argument {
  enum class Kind { Option, Input };
  Kind kind;
  std::string text;
  std::vector<std::string> values;  // separate argument: none or one

  bool is(const char* option) const { return kind == Kind::Option && text == option; }
  bool starts_with(const char* prefix) const { return kind == Kind::Option && text.rfind(prefix, 0) == 0; }
};

enum class Action {
  Query,       // prints something about the compiler, or nothing to do: passed on unchanged
  Preprocess,  // -E, -M, -fsyntax-only: no code
  Assemble,    // -S: assembly for people or for another tool
  Compile,     // -c, or a header to precompile
  Link,        // also compiles its inputs if they are sources
};

enum class Output { Executable, SharedObject, Relocatable };

struct CommandLine {
  std::vector<Argument> arguments;
  Action action;
  Output output;  // of a link
};

// `words` are those after the program's name, with response files expanded.
CommandLine parse_command_line(const std::vector<std::string>& words);

// The items of -Wl,a,b,c or -Xlinker a; empty for any other argument.
std::vector<std::string> linker_items(const Argument& argument);

}  // namespace selvage::instrument
