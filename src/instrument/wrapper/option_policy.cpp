#include "instrument/wrapper/option_policy.h"

#include <string_view>

#include "instrument/wrapper/words.h"

namespace selvage::instrument {

namespace {

// gcc's switches for single optimisations, reports and checks of its own, without -f or -fno-. clang refuses them;
// none changes what a program means.
bool is_gcc_switch(std::string_view option) {
  if (!option.starts_with("-f")) return false;
  option.remove_prefix(2);
  if (option.starts_with("no-")) option.remove_prefix(3);
  return starts_with_one_of(option, {"aggressive-loop",
                                     "allocation-dce",
                                     "allow-store-data-races",
                                     "analyzer",
                                     "auto-inc-dec",
                                     "bit-tests",
                                     "branch-prob",
                                     "branch-target",
                                     "caller-saves",
                                     "callgraph-info",
                                     "canonical-system-headers",
                                     "check-data-deps",
                                     "code-hoisting",
                                     "combine-stack",
                                     "compare-debug",
                                     "compare-elim",
                                     "conserve-stack",
                                     "cprop-",
                                     "crossjumping",
                                     "cse-",
                                     "declone-ctor-dtor",
                                     "delayed-branch",
                                     "delete-dead",
                                     "devirtualize-",
                                     "diagnostics-generate-patch",
                                     "diagnostics-path-format",
                                     "diagnostics-plain-output",
                                     "diagnostics-show-caret",
                                     "diagnostics-show-cwe",
                                     "diagnostics-show-labels",
                                     "diagnostics-urls",
                                     "disable-",
                                     "dump-",
                                     "early-inlining",
                                     "enable-",
                                     "ext-numeric-literals",
                                     "forward-propagate",
                                     "function-cse",
                                     "gcse",
                                     "gnu-unique",
                                     "graphite",
                                     "guess-branch",
                                     "harden-",
                                     "hoist-adjacent",
                                     "if-conversion",
                                     "indirect-inlining",
                                     "inline-limit-",
                                     "ipa-",
                                     "ira-",
                                     "isolate-erroneous",
                                     "keep-static-functions",
                                     "lifetime-dse",
                                     "limit-function-alignment",
                                     "live-",
                                     "loop-",
                                     "lra-remat",
                                     "max-include-depth",
                                     "mem-report",
                                     "modulo-sched",
                                     "move-loop",

                                     "opt-info",
                                     "optimize-register-move",
                                     "optimize-strlen",
                                     "partial-inlining",
                                     "peephole",

                                     "predictive-",
                                     "prefetch-loop",
                                     "printf-return-value",
                                     "rename-registers",
                                     "reorder-",
                                     "report-bug",
                                     "rerun-",
                                     "reschedule-",
                                     "sched",
                                     "section-anchors",
                                     "sel-sched",
                                     "selective-",
                                     "shrink-wrap",
                                     "simd-cost",
                                     "split-ivs",
                                     "split-loops",
                                     "split-paths",
                                     "split-wide",
                                     "ssa-",
                                     "stack-limit",
                                     "stack-reuse",
                                     "stats",
                                     "stdarg-opt",
                                     "store-merging",
                                     "strict-volatile-bitfields",
                                     "sync-libcalls",
                                     "thread-jumps",
                                     "toplevel-reorder",
                                     "tracer",
                                     "track-macro-expansion",
                                     "tree-",
                                     "unconstrained-commons",
                                     "unswitch-loops",
                                     "unroll-all-loops",
                                     "var-tracking",
                                     "variable-expansion",
                                     "vect-cost-model",
                                     "version-loops",
                                     "vpt",
                                     "vtable-verify",
                                     "web",
                                     "whole-program",
                                     "working-directory",
                                     "abi-version",
                                     "abi-compat-version"});
}

bool is_replaced_by_ours(std::string_view option) {
  return option.starts_with("-O") ||
         one_of(option, {"-g0", "-gsplit-dwarf", "-gstabs", "-gstabs+", "-fomit-frame-pointer",
                         "-momit-leaf-frame-pointer", "-ffat-lto-objects", "-fno-fat-lto-objects",
                         "-fuse-linker-plugin", "-fno-use-linker-plugin", "-fwhole-program", "-s",
                         // Meant for libtool. To gcc it is an entry point of that name, which does not matter.
                         "-export-dynamic"}) ||
         starts_with_one_of(option, {"-flto", "-fno-lto", "-fuse-ld=", "--ld-path=", "-fno-sanitize", "-fsanitize-",
                                     "-fwhole-program-vtables", "-fpass-plugin=", "-fprofile-update="});
}

// Options whose effect is lost: said on standard error, because a user may wonder.
const char* reason_to_refuse(std::string_view option) {
  if (option.starts_with("-fsanitize=")) return "sanitizers cannot be combined with instrumentation";
  if (one_of(option, {"-static", "--static", "-static-pie"})) return "the program is linked dynamically";
  if (one_of(option, {"-pg", "-p", "--coverage", "-coverage", "-fprofile-arcs", "-ftest-coverage"}) ||
      starts_with_one_of(option, {"-fprofile-", "-fcoverage-", "-fauto-profile", "-fcs-profile"})) {
    return "profiling cannot be combined with instrumentation";
  }
  return nullptr;
}

// Items for the linker that lld does not know or that defeat us. `*argument` is set if the item takes the next one.
bool linker_refuses(std::string_view item, Output output, bool* has_argument) {
  *has_argument = false;
  if (one_of(item, {"--hash-size", "--spare-dynamic-tags", "--audit", "--plugin", "-plugin",
                    "--ignore-unresolved-symbol", "--max-cache-size"})) {
    *has_argument = true;
    return true;
  }
  // An executable's own symbol lists would hide the runtime's functions from shared objects.
  if (output == Output::Executable) {
    if (one_of(item, {"--version-script", "-version-script", "--exclude-libs"})) {
      *has_argument = true;
      return true;
    }
    if (starts_with_one_of(item, {"--version-script=", "-version-script=", "--exclude-libs="})) return true;
  }
  return one_of(item, {"-s",
                       "-S",
                       "--strip-all",
                       "--strip-debug",
                       "-static",
                       "--static",
                       "-Bstatic-pie",
                       "--fatal-warnings",
                       "-fatal-warnings",
                       "--no-keep-memory",
                       "--reduce-memory-overheads",
                       "--stats",
                       "--copy-dt-needed-entries",
                       "--default-symver",
                       "--default-imported-symver",
                       "--dynamic-list-data",
                       "--dynamic-list-cpp-new",
                       "--dynamic-list-cpp-typeinfo",
                       "--embedded-relocs",
                       "--no-define-common",
                       "--no-warn-execstack",
                       "--warn-execstack",
                       "--no-warn-rwx-segments",
                       "--warn-rwx-segments",
                       "--no-warn-search-mismatch",
                       "--ld-generated-unwind-info",
                       "--no-ld-generated-unwind-info",
                       "--support-old-code",
                       "--traditional-format",
                       "--warn-alternate-em",
                       "--warn-multiple-gp",
                       "--warn-constructors",
                       "--warn-section-align",
                       "--warn-shared-textrel",
                       "--print-map-discarded",
                       "--no-print-map-discarded",
                       "--gc-keep-exported",
                       "--accept-unknown-input-arch"}) ||
         starts_with_one_of(item, {"--hash-size=", "--spare-dynamic-tags=", "--audit=", "--plugin=", "-plugin=",
                                   "-plugin-opt=", "--plugin-opt=", "--ignore-unresolved-symbol=", "--package-metadata",
                                   "--lto-", "--split-by-", "--ctf-", "--no-ctf-", "--max-cache-size="});
}

bool linker_refusal_is_worth_a_note(std::string_view item) {
  return starts_with_one_of(
      item, {"--version-script", "-version-script", "--exclude-libs", "--audit", "--default-symver", "--dynamic-list-",
             "--ignore-unresolved-symbol", "--copy-dt-needed", "-static", "--static"});
}

// Filters all linker items of a command line, in which an item and its argument may come in separate -Wl or -Xlinker.
class LinkerItemFilter {
 public:
  LinkerItemFilter(Output output, const Note& note) : output_(output), note_(note) {}

  void filter(const Argument& argument, std::vector<std::string>& result) {
    for (const std::string& item : linker_items(argument)) {
      if (skip_next_) {
        skip_next_ = false;
        continue;
      }
      if (!linker_refuses(item, output_, &skip_next_)) {
        result.push_back("-Xlinker");
        result.push_back(item);
      } else if (linker_refusal_is_worth_a_note(item)) {
        note_("linker option " + item + " is ignored");
      }
    }
  }

 private:
  Output output_;
  const Note& note_;
  bool skip_next_ = false;
};

}  // namespace

UserChoices read_choices(const std::vector<Argument>& arguments) {
  UserChoices choices;
  for (const Argument& argument : arguments) {
    const std::string& option = argument.text;
    if (argument.kind != Argument::Kind::Option) continue;
    if (option.starts_with("-O")) {
      choices.optimisation = Optimisation::Speed;
      if (option == "-O0") choices.optimisation = Optimisation::None;
      if (option == "-Os" || option == "-Oz") choices.optimisation = Optimisation::Size;
      choices.fast_math = option == "-Ofast";
      choices.keeps_code = option == "-O0" || option == "-Og";
    }
    if (option == "-g0") choices.has_debug_info = false;
    if (one_of(option, {"-g", "-g1", "-g2", "-g3", "-gline-tables-only", "-gmlt", "-gline-directives-only"}) ||
        starts_with_one_of(option, {"-ggdb", "-gdwarf"})) {
      choices.has_debug_info = true;
    }
  }
  return choices;
}

std::vector<std::string> accepted_options(const CommandLine& command, const Note& note) {
  std::vector<std::string> result;
  LinkerItemFilter linker_filter(command.output, note);
  for (const Argument& argument : command.arguments) {
    if (argument.kind == Argument::Kind::Option) {
      if (!linker_items(argument).empty()) {
        linker_filter.filter(argument, result);
        continue;
      }
      if (const char* reason = reason_to_refuse(argument.text)) {
        note(argument.text + " is ignored: " + reason);
        continue;
      }
      if (is_replaced_by_ours(argument.text) || is_gcc_switch(argument.text)) continue;
    }
    result.push_back(argument.text);
    result.insert(result.end(), argument.values.begin(), argument.values.end());
  }
  return result;
}

}  // namespace selvage::instrument
