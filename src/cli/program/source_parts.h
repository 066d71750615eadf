// The source lines that a counterexample is about, for a trace file; and sources for showing it again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace selvage::cli {

// Every line that the trace names, with a few around it, as far as the files can be read.
std::vector<trace::SourcePart> source_parts(const trace::Trace& trace);

// Text of every file that the trace names: read from the disk, or, where a file is not there any more or a line that was
// kept differs, the lines that were kept, the others empty. Files of the latter kinds are added to `missing` and `changed`.
struct ShownSources {
  std::map<std::string, std::string> text;
  std::vector<std::string> missing, changed;
};
ShownSources shown_sources(const trace::Trace& trace);
// The same for what was executed again in the current directory. Of another build, lines that were kept say nothing.
ShownSources replayed_sources(const report::Counterexample& shown, const trace::Trace& trace, bool same_program);

}  // namespace selvage::cli
