// selvage-cc and selvage-c++: drop-in replacements for a compiler that build instrumented programs.
//
// The command line is rewritten and handed to clang 19, which takes this process over. Environment:
//   SELVAGE_VERBOSE=1   print the command that is run
//   SELVAGE_PLAIN=1     compile without instrumentation
//   SELVAGE_ANALYSIS    --selvage-analysis= for every link that has no such option
//   SELVAGE_VOLATILE    --selvage-volatile= likewise
//   SELVAGE_LIB_DIR     where the plug-ins and the runtime are, if not in ../lib
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "instrument/pass/analysis_setting.h"
#include "instrument/pass/end_with_wrapper.h"
#include "instrument/pass/link_kind.h"
#include "instrument/pass/volatile_setting.h"
#include "instrument/wrapper/command_line.h"
#include "instrument/wrapper/compiler_command.h"
#include "instrument/wrapper/own_options.h"
#include "instrument/wrapper/response_file.h"
#include "instrument/wrapper/toolchain.h"

namespace selvage::instrument {
namespace {

constexpr int kCannotBuild = 3;  // exit code of the design for a program that could not be built

bool is_set(const char* variable) {
  const char* value = getenv(variable);
  return value != nullptr && *value != '\0' && strcmp(value, "0") != 0;
}

bool check_files(const CommandLine& command, const Toolchain& toolchain) {
  auto present = [](const std::filesystem::path& file, const char* what) {
    if (std::filesystem::exists(file)) return true;
    fprintf(stderr,
            "selvage: %s is missing (%s); build Selvage first, or name its library directory in SELVAGE_LIB_DIR\n",
            what, file.c_str());
    return false;
  };
  const bool generates = command.action == Action::Compile || command.action == Action::Link;
  if (generates && !present(toolchain.front_end_plugin, "the compiler plug-in")) return false;
  if (command.action != Action::Link || command.output == Output::Relocatable) return true;
  if (!present(toolchain.pass_plugin, "the instrumentation plug-in")) return false;
  return command.output == Output::Executable ? present(toolchain.runtime, "the runtime library")
                                              : present(toolchain.hooks, "the hook library");
}

// Command lines that came from response files may be too long to be passed as they are. They are passed in a
// response file again: an anonymous one, which lives as long as the compiler.
std::vector<std::string> shorten(const std::vector<std::string>& words) {
  constexpr size_t kMaxBytes = 64 * 1024;
  std::string text;
  for (const std::string& word : words) {
    text += '"';
    for (char character : word) {
      if (character == '"' || character == '\\') text += '\\';
      text += character;
    }
    text += "\"\n";
  }
  if (text.size() < kMaxBytes) return words;
  const int file = memfd_create("selvage-arguments", 0);
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return words;
  return {"@/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file)};
}

int execute(const std::filesystem::path& compiler, const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  std::string name = compiler.string();
  arguments.push_back(name.data());
  std::vector<std::string> storage = shorten(words);
  for (std::string& word : storage) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  if (is_set("SELVAGE_VERBOSE")) {
    fprintf(stderr, "selvage:");
    for (const std::string& word : words) fprintf(stderr, " %s", word.c_str());
    fprintf(stderr, "\n");
  }
  execv(name.c_str(), arguments.data());
  fprintf(stderr, "selvage: cannot run %s: %s; install clang-19\n", name.c_str(), strerror(errno));
  return kCannotBuild;
}

bool asks_for_help(const std::vector<std::string>& words) {
  return words.size() == 1 && (words[0] == "--help" || words[0] == "-help");
}

int run(const std::string& program_name, const std::vector<std::string>& given) {
  OwnOptions own = take_own_options(expand_response_files(given));
  if (own.error.empty()) own.error = error_in_environment();
  if (!own.error.empty()) {
    fprintf(stderr, "selvage: %s\n", own.error.c_str());
    return kCannotBuild;
  }
  if (own.analysis) setenv(kAnalysisVariable, own.analysis->c_str(), /*overwrite=*/1);
  if (own.volatile_accesses) setenv(kVolatileVariable, own.volatile_accesses->c_str(), /*overwrite=*/1);
  const std::vector<std::string>& original = own.others;
  if (own.asks_for_help || asks_for_help(original)) {
    fputs(kHelp, stdout);
    fflush(stdout);
    if (own.asks_for_help) return 0;
  }
  const Toolchain toolchain = find_toolchain(language_of(program_name));
  if (is_set("SELVAGE_PLAIN")) {
    std::vector<std::string> words = {"-isystem", toolchain.include.string()};
    words.insert(words.end(), original.begin(), original.end());
    return execute(toolchain.compiler, words);
  }
  const CommandLine command = parse_command_line(original);
  if (command.action == Action::Query) return execute(toolchain.compiler, original);
  if (!check_files(command, toolchain)) return kCannotBuild;
  setenv(kWrapperVariable, std::to_string(getpid()).c_str(), /*overwrite=*/1);
  setenv(kLinkVariable, command.output == Output::SharedObject ? "shared" : "executable", /*overwrite=*/1);
  auto note = [](const std::string& text) { fprintf(stderr, "selvage: note: %s\n", text.c_str()); };
  return execute(toolchain.compiler, compiler_command(command, toolchain, note));
}

}  // namespace
}  // namespace selvage::instrument

int main(int argc, char** argv) {
  return selvage::instrument::run(argc > 0 ? argv[0] : "", std::vector<std::string>(argv + 1, argv + argc));
}
