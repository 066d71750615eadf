// What people call an operation: "lock", "wait for a signal on".
#pragma once

#include <string>

#include "contract/operations.h"

namespace selvage::cli {

// A verb that the object's name may follow: "lock", "join", "write".
const char* operation_verb(Operation operation);

// The same of one who does it: "locks", "tries to lock".
std::string doing_verb(Operation operation);

// The same of one who cannot do it yet: "waits to lock", "waits for the end of".
std::string waiting_verb(Operation operation);

}  // namespace selvage::cli
