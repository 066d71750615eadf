#include "instrument/pass/sections.h"

#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace selvage::instrument {

using namespace llvm;

GlobalVariable* make_section_variable(Module& module, Constant* data, StringRef section, StringRef name,
                                      Align alignment) {
  auto* variable =
      new GlobalVariable(module, data->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage, data, name);
  variable->setSection(section);
  variable->setAlignment(alignment);
  appendToUsed(module, {variable});  // SHF_GNU_RETAIN: survives --gc-sections
  return variable;
}

}  // namespace selvage::instrument
