#include "cli/reductions/search_reductions.h"

namespace selvage::cli {

void use_reductions(const CheckOptions& options, const target::ModuleImage& program, explore::SearchOptions& search) {
  search.sections = options.uses(Reduction::CriticalSections);
  search.predicts = options.uses(Reduction::PredictedExecutions);
  search.commuting.updates = options.uses(Reduction::CommutingOperations);
  search.commuting.unread = options.uses(Reduction::UnreadWrites);
  if (program.facts) search.commuting.sites = program.facts->sites();
}

}  // namespace selvage::cli
