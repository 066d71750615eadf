// The table is library_calls.def.
#include "instrument/pass/library_calls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/GlobPattern.h>

#include <vector>

#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

struct Pattern {
  GlobPattern glob;
  KnownCall kind;
};

class Table {
 public:
  Table() {
#define SELVAGE_KNOWN_CALLS(names, kind, reason) add(names, KnownCall::kind);
#include "instrument/pass/library_calls.def"
#undef SELVAGE_KNOWN_CALLS
  }

  KnownCall find(StringRef name) const {
    if (auto entry = exact_.find(name); entry != exact_.end()) return entry->second;
    for (const Pattern& pattern : patterns_)
      if (pattern.glob.match(name)) return pattern.kind;
    return KnownCall::Nothing;
  }

 private:
  void add(StringRef names, KnownCall kind) {
    SmallVector<StringRef, 64> list;
    names.split(list, ' ', -1, false);
    for (StringRef name : list) {
      if (name.find_first_of("*[") == StringRef::npos) {
        exact_[name] = kind;
      } else {
        patterns_.push_back({cantFail(GlobPattern::create(name)), kind});
      }
    }
  }

  StringMap<KnownCall> exact_;
  std::vector<Pattern> patterns_;
};

}  // namespace

KnownCall known_call(StringRef name) {
  static const Table table;
  if (KnownCall kind = table.find(name); kind != KnownCall::Nothing) return kind;
  if (!memory_ranges(name).empty() || is_modelled(name)) return KnownCall::All;
  return is_plain_computation(name) ? KnownCall::Rest : KnownCall::Nothing;
}

}  // namespace selvage::instrument
