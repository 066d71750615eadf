// Secrets of information flow (docs/flow.md): memory that gets a value which is chosen, where main begins or where the program
// says so.
#pragma once

#include "contract/channel.h"

namespace selvage::runtime {

// An entry of the table of shared locations that says which memory is secret, and which values are tried.
void take_secret_entry(SharedLocation entry);

// Variables that the explorer has named get their values, where main begins.
void choose_secrets_at_main();

}  // namespace selvage::runtime
