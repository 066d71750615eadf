#include "runtime/library_calls.h"

#include "contract/hooks.h"
#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/model.h"
#include "runtime/unseen_libraries.h"

namespace selvage::runtime {

namespace {

// Direct mapped. It lies outside the snapshot: what one execution has noted need not be noted by the next.
inline constexpr uint32_t kMostKnown = 256;
uint32_t known[kMostKnown];

// Another thread may run at the same time in some order. A thread that has ended and was not joined counts: in another order it may
// not have ended yet.
bool are_there_others(const Thread& self) {
  for (unsigned i = 0; i <= model().highest_thread; i++) {
    const Thread& t = thread(i);
    if (t.number != self.number && t.state != ThreadState::NotCreated && !t.joined) return true;
  }
  return false;
}

void tell_explorer(uint32_t site) {
  ControlBlock& control = *host().control;
  uint32_t count = control.library_call_count;
  for (uint32_t i = 0; i < count; i++)
    if (control.library_calls[i] == site) return;
  if (count >= kMaxLibraryCalls) return;
  control.library_calls[count] = site;
  __atomic_store_n(&control.library_call_count, count + 1, __ATOMIC_RELEASE);
}

}  // namespace

void note_library_call(uint32_t site) {
  uint32_t& entry = known[site % kMostKnown];
  if (entry == site || !are_there_others(current_thread())) return;
  entry = site;
  tell_explorer(site);
}

}  // namespace selvage::runtime

using namespace selvage::runtime;

// Other libraries that are not instrumented are named in the verdict as they are.
extern "C" __attribute__((visibility("default"))) void selvage_hook_library_call(const void* function, uint32_t site) {
  if (exploring() && !running_ahead() && belongs_to_language(function)) note_library_call(site);
}
