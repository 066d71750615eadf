#include "report/fingerprint.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <vector>

namespace selvage::report {
namespace {

// Sizes, offsets, addresses and numbers of threads change with what has nothing to do with the bug; names contain digits
// too, and those stay.
std::string without_numbers(const std::string& text) {
  auto is_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; };
  auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string result;
  bool in_name = false;
  for (size_t i = 0; i < text.size(); ++i) {
    // "Node #2": how many there are alike, and which comes first, depends on the interleaving.
    if (text.compare(i, 2, " #") == 0 && i + 2 < text.size() && is_digit(text[i + 2])) {
      for (++i; i + 1 < text.size() && is_digit(text[i + 1]);) ++i;
      in_name = false;
      continue;
    }
    if (in_name || !is_digit(text[i])) {
      result += text[i];
      in_name = is_name(text[i]) || (in_name && is_digit(text[i]));
      continue;
    }
    while (i + 1 < text.size() && (is_digit(text[i + 1]) || is_name(text[i + 1]))) ++i;
    result += '#';
  }
  return result;
}

// Where a file lies differs from machine to machine.
std::string without_folders(const std::string& text) {
  std::string result;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find_first_of(" ,;()'`", begin), text.size());
    std::string word = text.substr(begin, end - begin);
    result += word.substr(word.rfind('/') + 1);
    if (end < text.size()) result += text[end];
    begin = end + 1;
  }
  return result;
}

// Where there is no function to name, the file has to do.
std::string where(const Place& place) {
  if (!place.function.empty()) return place.function;
  return place.file.substr(place.file.rfind('/') + 1);
}

std::string object_name(const Counterexample& finding, std::optional<ObjectIndex> object) {
  return object && *object < finding.objects.size() ? without_numbers(finding.objects[*object].name) : "";
}

// Both sides of a race in an order that does not depend on which came first.
std::vector<std::string> access_parts(const Counterexample& finding) {
  std::vector<std::string> parts;
  for (const Access& access : finding.accesses)
    parts.push_back(where(access.place) + " " + access.verb + " " + without_numbers(access.what));
  std::ranges::sort(parts);
  return parts;
}

// Where the locks were taken that a thread holds at the end: a wait in a library's own code says little by itself.
std::string holding_part(const Counterexample& finding, ThreadIndex thread) {
  auto of_thread = [&](const Step& step) { return step.thread == thread; };
  auto last = std::ranges::find_if(finding.steps.rbegin(), finding.steps.rend(), of_thread);
  if (last == finding.steps.rend()) return "";
  std::vector<std::string> places;
  for (ObjectIndex lock : last->held) {
    auto taken = std::find_if(last, finding.steps.rend(),
                              [&](const Step& step) { return of_thread(step) && step.object == lock; });
    if (taken != finding.steps.rend()) places.push_back(where(taken->place) + " " + object_name(finding, lock));
  }
  std::ranges::sort(places);
  std::string part;
  for (const std::string& place : places) part += " holds " + place;
  return part;
}

// A hundred threads that wait at the same place are as good as one.
std::vector<std::string> waiting_parts(const Counterexample& finding) {
  std::vector<std::string> parts;
  for (ThreadIndex i = 0; i < finding.threads.size(); ++i) {
    const Thread& thread = finding.threads[i];
    if (!thread.waiting || !thread.waiting->is_blocked) continue;
    parts.push_back(where(thread.waiting->place) + " " + thread.waiting->operation + " " +
                    object_name(finding, thread.waiting->object) + holding_part(finding, i));
  }
  std::ranges::sort(parts);
  parts.erase(std::ranges::unique(parts).begin(), parts.end());
  return parts;
}

// Who freed a block depends on the interleaving.
std::vector<std::string> place_parts(const Counterexample& finding) {
  std::string message = finding.message.substr(0, finding.message.find(", freed at "));
  return {where(finding.place), without_numbers(without_folders(message))};
}

}  // namespace

std::string fingerprint_of(const Counterexample& finding) {
  std::vector<std::string> parts = access_parts(finding);
  if (parts.empty() && is_about_waiting(finding)) parts = waiting_parts(finding);
  if (parts.empty()) parts = place_parts(finding);
  std::string text = finding.kind;
  for (const std::string& part : parts) text += '\n' + part;
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

}  // namespace selvage::report
