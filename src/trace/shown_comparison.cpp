#include "trace/shown_comparison.h"

#include <algorithm>

#include "trace/comparison.h"

namespace selvage::trace {
namespace {

using report::Counterexample;
using report::Step;
using Value = std::optional<std::string>;

bool may_be_pointer(const std::string& value) { return value.starts_with("0x") || value.starts_with("&"); }

bool same_value(const Value& a, const Value& b, bool same_program) {
  if (a == b) return true;
  return !same_program && a && b && may_be_pointer(*a) && may_be_pointer(*b);
}

bool same_object(const Step& a, const Counterexample& first, const Step& b, const Counterexample& second,
                 bool same_program) {
  if (!a.object || !b.object) return !a.object && !b.object;
  const report::Object& one = first.objects[*a.object];
  const report::Object& other = second.objects[*b.object];
  if (one.kind != other.kind) return false;
  if (one.name == other.name) return true;
  auto moves = [](const report::Object& object) {
    return may_move({.kind = object.kind, .name = object.name, .address = object.address});
  };
  return !same_program && moves(one) && moves(other);
}

}  // namespace

std::optional<report::StepIndex> first_shown_difference(const Counterexample& recorded, const Counterexample& present,
                                                        bool same_program) {
  size_t count = std::min(recorded.steps.size(), present.steps.size());
  for (size_t i = 0; i < count; ++i) {
    const Step& a = recorded.steps[i];
    const Step& b = present.steps[i];
    bool same = recorded.threads[a.thread].name == present.threads[b.thread].name && a.operation == b.operation &&
                a.position == b.position && same_object(a, recorded, b, present, same_program) &&
                same_value(a.read, b.read, same_program) && same_value(a.written, b.written, same_program);
    if (!same) return static_cast<report::StepIndex>(i);
  }
  if (recorded.steps.size() == present.steps.size()) return std::nullopt;
  return static_cast<report::StepIndex>(count);
}

}  // namespace selvage::trace
