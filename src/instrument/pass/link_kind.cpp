#include "instrument/pass/link_kind.h"

#include <stdlib.h>
#include <string.h>

namespace selvage::instrument {

LinkKind link_kind_from_environment() {
  const char* value = getenv(kLinkVariable);
  return value != nullptr && strcmp(value, "shared") == 0 ? LinkKind::SharedObject : LinkKind::Executable;
}

}  // namespace selvage::instrument
