#include "instrument/pass/analysis/program_analysis.h"

#include <stdlib.h>
#include <string.h>

#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/points_to.h"
#include "instrument/pass/analysis/thread_escape.h"

namespace selvage::instrument {

using namespace llvm;

struct ProgramAnalysis::Parts {
  explicit Parts(const Module& module)
      : points_to(module), calls(module, points_to), threads(module, points_to, calls) {}

  PointsTo points_to;
  CallGraph calls;
  ThreadEscape threads;
};

ProgramAnalysis::ProgramAnalysis(const Module& module) {
  const char* setting = getenv("SELVAGE_ANALYSIS");
  if (setting != nullptr && strcmp(setting, "off") == 0) return;
  parts_ = std::make_unique<Parts>(module);
  checks_claims_ = setting != nullptr && strcmp(setting, "check") == 0;
}

ProgramAnalysis::~ProgramAnalysis() = default;

const ThreadEscape* ProgramAnalysis::threads() const { return parts_ == nullptr ? nullptr : &parts_->threads; }

}  // namespace selvage::instrument
