#include "runtime/root.h"

#include "runtime/bases.h"
#include "runtime/carrier.h"
#include "runtime/host.h"
#include "runtime/rewind.h"
#include "runtime/sharing.h"
#include "runtime/snapshot.h"

namespace selvage::runtime {

void look_for_root() {
  Host& h = host();
  const Configuration& c = h.configuration;
  h.wants_root = c.root == Root::FirstChoice && c.restart == Restart::Snapshot && c.carrier == Carrier::Fibers &&
                 !h.root_refused && !has_root() && h.reports_from == kReportsNothing;
}

// What lies outside memory is only brought back to the snapshot: a program that opens files or writes output before the
// root is restarted from there.
void stand_at_root() {
  Host& h = host();
  h.wants_root = 0;
  if (untouched_since_snapshot())
    stop_at(kStoppedAtRoot);
  else
    h.root_refused = 1;
}

void keep_root() {
  take_root();
  log_touches();
  begin_bases();
}

void forget_root() {
  if (host().configuration.restart == Restart::Snapshot) give_up_root();
  stop_logging_touches();
  host().root_refused = 0;
}

void refuse_root() {
  forget_root();
  host().root_refused = 1;
}

}  // namespace selvage::runtime
