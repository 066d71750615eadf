#include "instrument/wrapper/command_line.h"

#include <sstream>
#include <string_view>

#include "instrument/wrapper/words.h"

namespace selvage::instrument {

namespace {

bool takes_separate_argument(std::string_view option) {
  return one_of(option, {"-o",
                         "-x",
                         "-I",
                         "-L",
                         "-l",
                         "-D",
                         "-U",
                         "-F",
                         "-A",
                         "-B",
                         "-T",
                         "-u",
                         "-e",
                         "-z",
                         "-h",
                         "-G",
                         "-include",
                         "-imacros",
                         "-isystem",
                         "-iquote",
                         "-idirafter",
                         "-iprefix",
                         "-iwithprefix",
                         "-iwithprefixbefore",
                         "-isysroot",
                         "-imultilib",
                         "-isystem-after",
                         "-cxx-isystem",
                         "-include-pch",
                         "-MF",
                         "-MT",
                         "-MQ",
                         "-MJ",
                         "-Xclang",
                         "-Xlinker",
                         "-Xassembler",
                         "-Xpreprocessor",
                         "-Xanalyzer",
                         "-mllvm",
                         "-mmlir",
                         "-target",
                         "--target",
                         "-arch",
                         "--param",
                         "-aux-info",
                         "-dumpbase",
                         "-dumpbase-ext",
                         "-dumpdir",
                         "-gcc-toolchain",
                         "--sysroot",
                         "-working-directory",
                         "-rpath",
                         "-wrapper",
                         "-specs",
                         "-framework",
                         "-Tbss",
                         "-Tdata",
                         "-Ttext",
                         "-serialize-diagnostics",
                         "--output",
                         "--include",
                         "--define-macro",
                         "--undefine-macro",
                         "--include-directory",
                         "--library-directory",
                         "--language",
                         "--entry",
                         "-fmodule-file",
                         "-fplugin-arg"});
}

bool is_query(const Argument& argument) {
  return argument.starts_with("-print-") || argument.starts_with("--print-") || argument.starts_with("-dump") ||
         argument.is("--version") || argument.is("--help") || argument.starts_with("--help=") || argument.is("-help") ||
         argument.starts_with("--autocomplete") || argument.is("-cc1") || argument.is("-cc1as");
}

bool produces_no_code(const Argument& argument) {
  return argument.is("-E") || argument.is("-M") || argument.is("-MM") || argument.is("-fsyntax-only") ||
         argument.is("--analyze") || argument.is("--preprocess") || argument.is("-emit-ast") ||
         argument.is("--precompile");
}

bool is_header(const std::string& file) {
  const size_t dot = file.rfind('.');
  if (dot == std::string::npos) return false;
  return one_of(std::string_view(file).substr(dot), {".h", ".hh", ".hpp", ".hxx", ".H", ".h++", ".hp", ".tcc"});
}

std::vector<Argument> split_arguments(const std::vector<std::string>& words) {
  std::vector<Argument> arguments;
  bool only_inputs = false;
  for (size_t index = 0; index < words.size(); ++index) {
    const std::string& word = words[index];
    if (only_inputs || word.size() < 2 || word[0] != '-') {
      arguments.push_back({Argument::Kind::Input, word, {}});
      continue;
    }
    if (word == "--") only_inputs = true;
    Argument argument{Argument::Kind::Option, word, {}};
    if (takes_separate_argument(word) && index + 1 < words.size()) argument.values.push_back(words[++index]);
    arguments.push_back(argument);
  }
  return arguments;
}

Action find_action(const std::vector<Argument>& arguments) {
  bool query = false, no_code = false, assembly = false, compile = false, has_input = false, has_library = false;
  bool only_headers = true;
  std::string language;
  for (const Argument& argument : arguments) {
    query = query || is_query(argument);
    no_code = no_code || produces_no_code(argument);
    assembly = assembly || argument.is("-S") || argument.is("--assemble");
    compile = compile || argument.is("-c") || argument.is("--compile");
    has_library = has_library || argument.starts_with("-l") || !linker_items(argument).empty();
    if (argument.is("-x") && !argument.values.empty()) language = argument.values[0];
    if (argument.starts_with("-x") && argument.text.size() > 2) language = argument.text.substr(2);
    if (argument.kind != Argument::Kind::Input) continue;
    has_input = true;
    const bool header =
        language.empty() || language == "none" ? is_header(argument.text) : language.ends_with("-header");
    only_headers = only_headers && header;
  }
  if (query || (!has_input && !has_library)) return Action::Query;
  if (no_code) return Action::Preprocess;
  if (assembly) return Action::Assemble;
  if (compile || (has_input && only_headers)) return Action::Compile;
  return Action::Link;
}

Output find_output(const std::vector<Argument>& arguments) {
  Output output = Output::Executable;
  auto look_at = [&](const std::string& option) {
    if (one_of(option, {"-shared", "--shared", "-Bshareable"})) output = Output::SharedObject;
    if (one_of(option, {"-r", "-i", "--relocatable"})) output = Output::Relocatable;
  };
  for (const Argument& argument : arguments) {
    if (argument.is("-shared") || argument.is("--shared") || argument.is("-r")) look_at(argument.text);
    for (const std::string& item : linker_items(argument)) look_at(item);
  }
  return output;
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& words) {
  std::vector<Argument> arguments = split_arguments(words);
  const Action action = find_action(arguments);
  const Output output = find_output(arguments);
  return {std::move(arguments), action, output};
}

std::vector<std::string> linker_items(const Argument& argument) {
  std::vector<std::string> items;
  if (argument.is("-Xlinker")) return argument.values;
  if (!argument.starts_with("-Wl,")) return items;
  std::istringstream list(argument.text.substr(4));
  for (std::string item; std::getline(list, item, ',');) items.push_back(item);
  return items;
}

}  // namespace selvage::instrument
