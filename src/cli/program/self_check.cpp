#include "cli/program/self_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "cli/show/outcome_text.h"

namespace selvage::cli {
namespace {

using target::EventView;
using target::ExecutionView;

bool same(const EventView& a, const EventView& b) {
  return std::memcmp(a.event, b.event, sizeof(Event)) == 0 && std::ranges::equal(a.enabled, b.enabled);
}

std::string describe(const EventView& view, Names& names) {
  const Event& event = *view.event;
  std::string text = fmt::format("thread {} did {}", event.thread, traits(event.operation).text);
  const std::string& object = names.objects.name(traits(event.operation).object, event.object);
  if (!object.empty()) text += " of " + object;
  std::string place = names.place(target::SiteId{event.site});
  if (!place.empty()) text += " at " + place;
  return text + fmt::format(" (value {})", event.value);
}

}  // namespace

std::optional<std::string> first_difference(const ExecutionView& first, const ExecutionView& second, Names& names) {
  auto a = first.events().begin(), a_end = first.events().end();
  auto b = second.events().begin(), b_end = second.events().end();
  uint64_t step = 1;
  for (; a != a_end && b != b_end; ++a, ++b) {
    if (!same(*a, *b)) {
      return fmt::format("at step {}, {} the first time and {} the second time", step, describe(*a, names),
                         describe(*b, names));
    }
    if (!(*a).is_local()) ++step;
  }
  if (a != a_end)
    return fmt::format("at step {}, {} the first time and nothing the second time", step, describe(*a, names));
  if (b != b_end)
    return fmt::format("at step {}, nothing happened the first time and {} the second time", step, describe(*b, names));
  if (first.outcome() != second.outcome()) {
    return fmt::format("after the same operations, it {} the first time and {} the second time",
                       outcome_phrase(first.outcome()), outcome_phrase(second.outcome()));
  }
  if (first.record().step_count != second.record().step_count) {
    return fmt::format("it took {} steps the first time and {} the second time", first.record().step_count,
                       second.record().step_count);
  }
  if (first.record().status != second.record().status) {
    return fmt::format("after the same operations, its exit status was {} the first time and {} the second time",
                       first.record().status, second.record().status);
  }
  return std::nullopt;
}

target::Error not_deterministic_error(const std::string& difference) {
  return target::Error(
      target::ExitCode::Internal,
      fmt::format(
          "The program is not deterministic under a fixed schedule: {}. The likely cause is a call that Selvage "
          "does not model just before it; remove it, or try --restart fork.",
          difference));
}

}  // namespace selvage::cli
