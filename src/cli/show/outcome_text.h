// The published names of outcomes, which of them are findings, and the exit code that each asks for.
#pragma once

#include "contract/channel.h"
#include "target/error.h"

namespace selvage::cli {

// As in traces and summaries: "completed", "deadlock", "memory_error"; once published it stays.
const char* outcome_name(Outcome outcome);
// As in sentences: "ended in a deadlock".
const char* outcome_phrase(Outcome outcome);
const char* object_kind_name(ObjectKind kind);
// What a thread does to memory: "reads", "atomically updates".
const char* access_verb(Operation operation);

// An execution that shows something wrong with the program. Whether its exit status does is in its record.
bool is_finding(Outcome outcome);
target::ExitCode finding_exit_code(Outcome outcome);

}  // namespace selvage::cli
