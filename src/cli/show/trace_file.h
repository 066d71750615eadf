// Trace files on disk, and what goes into one about a finding.
#pragma once

#include <string>

#include "cli/check/diagnosis.h"
#include "cli/program/program_launcher.h"
#include "cli/show/names.h"
#include "trace/reader.h"
#include "trace/trace.h"

namespace selvage::cli {

// What a trace says about a finding, but for the program and what else is the same for all findings of a check.
void describe_finding(trace::Trace& trace, const Diagnosis& diagnosis, Names& names);
// What a trace says about the program.
trace::Program traced_program(const ProgramLauncher& launcher, const LaunchOptions& options);

// Throws Error (usage) if the file cannot be written. A reader never sees half of it.
void write_trace_file(const std::string& path, const trace::Trace& trace);
// Throws Error (usage) if the file cannot be read, or is no trace at all.
trace::Read read_trace_file(const std::string& path);

// The bytes of a file. Throws Error (usage); `what` is what the file is to the user: "trace".
std::string read_whole_file(const std::string& path, const char* what);

}  // namespace selvage::cli
