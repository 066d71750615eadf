// The root of the search: the first scheduling decision. All that happens between the snapshot and there is the same in
// every execution (creating threads, mostly), so it is executed once; a restart goes back to the root.
#pragma once

namespace selvage::runtime {

// For the next execution: whether it will have to come by the root's place first.
void look_for_root();
// At the first decision: hands control to the host, which takes the root; returns once per execution.
void stand_at_root();
// From the host: the execution stands at the root, and later ones begin there.
void keep_root();
// From the host: executions start from the snapshot from now on.
void refuse_root();
// From the host: what lies before the root may have changed.
void forget_root();

}  // namespace selvage::runtime
