#include "target/language_runtimes.h"

#include <algorithm>
#include <array>
#include <string>

#include "contract/language_runtimes.h"

namespace selvage::target {
namespace {

// What crt1.o, crti.o, crtbegin.o and their like contribute to every executable, and libc_nonshared.a, which hands handlers
// over to the C library.
constexpr std::array<std::string_view, 16> kFunctions = {
    "_start",
    "_init",
    "_fini",
    "_dl_relocate_static_pie",
    "deregister_tm_clones",
    "register_tm_clones",
    "frame_dummy",
    "__do_global_dtors_aux",
    "__do_init",
    "__do_fini",
    "__libc_csu_init",
    "atexit",
    "at_quick_exit",
    "pthread_atfork",
    "__pthread_atfork",
    "__stack_chk_fail_local",
};

// Arithmetic that the processor does not have (libgcc.a, compiler-rt): the operation and the machine modes that it is for.
// Operands and results are in registers, or in memory of the caller's own.
constexpr std::array<std::string_view, 28> kArithmetic = {
    "abs",   "add",  "sub", "mul",    "neg",   "ashl",    "ashr",   "lshr",  "div",      "mod",
    "udiv",  "umod", "cmp", "ucmp",   "ffs",   "clz",     "ctz",    "clrsb", "popcount", "parity",
    "bswap", "powi", "fix", "fixuns", "float", "floatun", "extend", "trunc",
};
constexpr std::array<std::string_view, 10> kModes = {"hf", "sf", "df", "xf", "tf", "si", "di", "ti", "hc", "sc"};
constexpr std::array<std::string_view, 12> kArithmeticByName = {
    "__muldc3",   "__mulxc3", "__multc3", "__divdc3", "__divxc3", "__divtc3",
    "__unordtf2", "__eqtf2",  "__netf2",  "__letf2",  "__lttf2",  "__getf2",
};

bool contains(const auto& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

// Takes one of the words off the beginning, the longest that fits.
bool skip_any(std::string_view& text, const auto& words) {
  size_t longest = 0;
  for (std::string_view word : words)
    if (text.starts_with(word)) longest = std::max(longest, word.size());
  text.remove_prefix(longest);
  return longest != 0;
}

// "__udivti3", "__addvsi3", "__divmodti4", "__floatuntidf"
bool is_arithmetic(std::string_view name) {
  if (contains(kArithmeticByName, name)) return true;
  if (!name.starts_with("__")) return false;
  name.remove_prefix(2);
  if (!skip_any(name, kArithmetic)) return false;
  if (name.starts_with("mod")) name.remove_prefix(3);
  if (name.starts_with("v")) name.remove_prefix(1);
  if (!skip_any(name, kModes)) return false;
  skip_any(name, kModes);
  return name.empty() || name == "2" || name == "3" || name == "4";
}

}  // namespace

bool is_language_runtime(std::string_view library) {
  return selvage::is_language_runtime(std::string(library).c_str());
}

bool is_runtime_function(std::string_view symbol) { return contains(kFunctions, symbol) || is_arithmetic(symbol); }

}  // namespace selvage::target
