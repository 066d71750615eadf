#include "report/xml.h"

#include <gtest/gtest.h>

namespace selvage::report {
namespace {

TEST(Xml, EscapesWhatMeansSomething) { EXPECT_EQ(xml_escaped("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;"); }

TEST(Xml, KeepsUtf8) { EXPECT_EQ(xml_escaped("Größe → 😀"), "Größe → 😀"); }

TEST(Xml, ReplacesWhatItCannotHold) {
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(xml_escaped(std::string("a\0b\x1b", 4)), "a" + replaced + "b" + replaced);
  EXPECT_EQ(xml_escaped("\xFF"), replaced);
  EXPECT_EQ(xml_escaped("\xC3"), replaced);                                // cut off
  EXPECT_EQ(xml_escaped("\xC0\x80"), replaced + replaced);                 // not the shortest form
  EXPECT_EQ(xml_escaped("\xED\xA0\x80"), replaced + replaced + replaced);  // half of a pair
  EXPECT_EQ(xml_escaped("\xEF\xBF\xBE"), replaced + replaced + replaced);  // not a character
}

}  // namespace
}  // namespace selvage::report
