// Text as part of an XML 1.0 document.
#pragma once

#include <string>
#include <string_view>

namespace selvage::report {

// For content and for attributes in double quotes. What XML cannot hold - control characters, bytes that are not UTF-8 -
// becomes U+FFFD.
std::string xml_escaped(std::string_view text);

}  // namespace selvage::report
