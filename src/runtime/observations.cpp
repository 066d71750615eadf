// selvage_observe: a value that somebody outside sees on a channel (docs/flow.md). Without a check of information flow it does
// nothing.
#include <string.h>

#include "contract/hooks.h"
#include "runtime/executor.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

// The same in every process and for every order in which channels are met. Public variables have the first places.
uint64_t object_of(const char* name) {
  uint32_t hash = 2166136261u;
  for (const char* at = name; *at; at++) hash = (hash ^ static_cast<unsigned char>(*at)) * 16777619u;
  return kFirstChannelObject + (uint64_t{hash} + 1) * 64;
}

// The explorer is told what the channel is called.
void introduce(const char* name, uint64_t object) {
  ControlBlock& control = *host().control;
  for (uint32_t i = 0; i < control.channel_count && i < kMaxChannels; i++) {
    ObservedChannel& known = control.channels[i];
    if (known.object != object) continue;
    if (strncmp(known.name, name, sizeof known.name - 1) != 0)
      fail_run(2, "the channels '%s' and '%s' cannot be told apart: rename one", known.name, name);
    return;
  }
  if (control.channel_count >= kMaxChannels)
    fail_run(2, "more than %u channels are observed (selvage_observe)", kMaxChannels);
  ObservedChannel& channel = control.channels[control.channel_count];
  channel.object = object;
  strncpy(channel.name, name, sizeof channel.name - 1);
  channel.name[sizeof channel.name - 1] = 0;
  control.channel_count++;
}

void observe(const char* name, uint64_t value) {
  if (!modelling() || !(host().configuration.flow & kFlow)) return;
  if (name == nullptr) misuse("selvage_observe: the channel has no name");
  uint64_t object = object_of(name);
  introduce(name, object);
  bool joint = host().configuration.flow & kFlowJoint;
  announce(Announcement{.operation = Operation::Observe,
                        .object = object,
                        .value = value,
                        .flags = joint ? uint8_t{kEventSeen} : uint8_t{0}});
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT void selvage_observe(const char* channel, long long value) {
  observe(channel, static_cast<uint64_t>(value));
}
