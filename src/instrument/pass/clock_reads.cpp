#include "instrument/pass/clock_reads.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include <set>
#include <utility>
#include <vector>

#include "contract/clock_reads.h"
#include "contract/site.h"
#include "instrument/pass/instrument_pass.h"
#include "instrument/pass/library_functions.h"
#include "instrument/pass/sections.h"

namespace selvage::instrument {

using namespace llvm;

void emit_clock_reads(Module& module, const Deadlines& deadlines, SiteTable& strings) {
  std::set<std::pair<uint32_t, uint32_t>> places;
  for (const Function& function : module) {
    if (!is_to_be_instrumented(function)) continue;
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr || !clock_read(*call) || deadlines.is_for_deadline(*call)) continue;
      const DILocation* location = call->getDebugLoc().get();
      if (location == nullptr) continue;
      uint32_t file = strings.intern_file(location->getFile());
      if (!is_library_file(strings.text(file).data())) places.emplace(file, location->getLine());
    }
  }
  if (places.empty()) return;
  std::vector<ClockReadRecord> records;
  for (const auto& [file, line] : places) records.push_back({file, line});
  StringRef bytes(reinterpret_cast<const char*>(records.data()), records.size() * sizeof(ClockReadRecord));
  Constant* data = ConstantDataArray::getString(module.getContext(), bytes, /*AddNull=*/false);
  make_section_variable(module, data, kClocksSection, "selvage_clock_table", Align(alignof(ClockReadRecord)));
}

}  // namespace selvage::instrument
