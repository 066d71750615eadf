#include "instrument/pass/library_members.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>
#include <utility>

namespace selvage::instrument {
namespace {

using namespace llvm;
using Length = MemoryRange::Length;

constexpr bool kRead = false;
constexpr bool kWrite = true;

// A member of a class of the C++ library whose objects threads must not share without a lock, and whose functions are in the
// library; with how many bytes of the object are taken for changed or read.
struct ValueClass {
  StringLiteral name;
  unsigned size;
};
std::optional<MemoryRange> use_of_value(StringRef name, unsigned object) {
  if (!name.consume_front("_ZN")) return std::nullopt;
  bool is_const = name.consume_front("K");
  static constexpr ValueClass kClasses[] = {{"St10filesystem7__cxx114path", 16}, {"St6locale", 8}};
  for (const ValueClass& one : kClasses) {
    StringRef member = name;
    if (!member.consume_front(one.name)) continue;
    bool is_other =
        any_of(std::initializer_list<StringRef>{"C1E", "C2E", "D1Ev", "D2Ev", "7classicEv", "6globalE", "8iterator"},
               [&](StringRef part) { return member.starts_with(part); });
    if (is_other || member.starts_with("5facet") || member.starts_with("2id")) return std::nullopt;
    return MemoryRange{!is_const, object, Length::Constant, one.size};
  }
  return std::nullopt;
}

// A function of the C++ library that uses the stream which is its first argument: a member, or an operator. Two threads that do
// so, one of them changing it, race; but for the standard streams, of which the standard says that they do not.
std::optional<bool> changes_stream(StringRef name) {
  static constexpr StringLiteral kOperators[] = {
      "_ZStls", "_ZStrs", "_ZSt16__ostream_insert", "_ZSt4endl", "_ZSt5flush", "_ZSt4ends", "_ZSt2ws", "_ZSt7getline"};
  if (any_of(kOperators, [&](StringRef prefix) { return name.starts_with(prefix); })) return true;
  if (!name.consume_front("_ZN")) return std::nullopt;
  const bool is_const = name.consume_front("K");
  if (!name.consume_front("R")) name.consume_front("O");  // for lvalues, for rvalues
  static constexpr StringLiteral kClasses[] = {"So",
                                               "Si",
                                               "Sd",
                                               "St9basic_iosI",
                                               "St8ios_base",
                                               "St15basic_streambufI",
                                               "St13basic_filebufI",
                                               "St14basic_ofstreamI",
                                               "St14basic_ifstreamI",
                                               "St13basic_fstreamI",
                                               "St7__cxx1115basic_stringbufI",
                                               "St7__cxx1118basic_stringstreamI",
                                               "St7__cxx1119basic_ostringstreamI",
                                               "St7__cxx1119basic_istringstreamI"};
  if (none_of(kClasses, [&](StringRef prefix) { return name.starts_with(prefix); })) return std::nullopt;
  // Who constructs or destroys it says so in the memory that it is in.
  static constexpr StringLiteral kOthers[] = {"C1E", "C2E", "D0Ev", "D1Ev", "D2Ev", "4Init", "7failure", "4swap"};
  if (any_of(kOthers, [&](StringRef part) { return name.contains(part); })) return std::nullopt;
  return !is_const;
}

// What an object of the C++ library is constructed in, or destroyed: its first bytes change, whatever else does.
std::optional<MemoryRange> lifetime_of_object(StringRef name) {
  static constexpr StringLiteral kClasses[] = {"So",
                                               "Si",
                                               "Sd",
                                               "St9basic_iosI",
                                               "St8ios_base",
                                               "St15basic_streambufI",
                                               "St13basic_",
                                               "St14basic_",
                                               "St3pmr",
                                               "St7__cxx1115basic",
                                               "St7__cxx1118basic",
                                               "St7__cxx1119basic",
                                               "St6locale",
                                               "St10filesystem7__cxx114path"};
  if (!name.consume_front("_ZN")) return std::nullopt;
  if (none_of(kClasses, [&](StringRef prefix) { return name.starts_with(prefix); })) return std::nullopt;
  bool begins = name.contains("C1E") || name.contains("C2E");
  bool ends = name.ends_with("D0Ev") || name.ends_with("D1Ev") || name.ends_with("D2Ev");
  if (!begins && !ends) return std::nullopt;
  return MemoryRange{kWrite, 0, Length::Constant, 8};
}

// A string that a member of the C++ library is given.
std::optional<MemoryRange> string_argument(StringRef name) {
  if (!name.starts_with("_ZNSt")) return std::nullopt;
  // Behind the object a base class is handed a table.
  if (name.contains("stream") && name.contains("C2E")) return std::nullopt;
  if (name.contains("ONS_12basic_stringIcS2_S3_EE")) return MemoryRange{kWrite, 1, Length::StringObject};
  bool is_constructor = name.contains("C1E") || name.contains("C2E");
  if (name.contains("RKNS_12basic_stringIcS2_S3_EE") ||
      name.contains("RKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode") ||
      (is_constructor && name.ends_with("ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE")))
    return MemoryRange{kRead, 1, Length::StringObject};
  if ((is_constructor && name.ends_with("EPKc")) || name.contains("EPKcSt13_Ios_Openmode"))
    return MemoryRange{kRead, 1, Length::String, 1};
  return std::nullopt;
}

// A number that is read from a stream.
std::optional<MemoryRange> extracted_number(StringRef name) {
  if (!name.consume_front("_ZNSirsER") && !name.consume_front("_ZNSi10_M_extractI")) return std::nullopt;
  static constexpr std::pair<char, unsigned> kSizes[] = {{'b', 1}, {'s', 2},  {'t', 2}, {'i', 4}, {'j', 4},
                                                         {'l', 8}, {'m', 8},  {'x', 8}, {'y', 8}, {'f', 4},
                                                         {'d', 8}, {'e', 16}, {'P', 8}};
  for (auto [letter, size] : kSizes)
    if (name.starts_with(StringRef(&letter, 1))) return MemoryRange{kWrite, 1, Length::Constant, size};
  return std::nullopt;
}

}  // namespace

void add_ranges_of_member(StringRef name, unsigned object, std::vector<MemoryRange>& ranges) {
  if (std::optional<bool> changes = changes_stream(name)) ranges.push_back({*changes, object, Length::Stream});
  for (std::optional<MemoryRange> range :
       {use_of_value(name, object), lifetime_of_object(name), string_argument(name), extracted_number(name)})
    if (range) ranges.push_back(*range);
}

}  // namespace selvage::instrument
