#include "target/language_runtimes.h"

#include <gtest/gtest.h>

namespace selvage::target {
namespace {

TEST(LanguageRuntimes, AreKnownByTheNamesThatProgramsAskFor) {
  EXPECT_TRUE(is_language_runtime("libc.so.6"));
  EXPECT_TRUE(is_language_runtime("/lib/x86_64-linux-gnu/libm.so.6"));
  EXPECT_TRUE(is_language_runtime("/usr/lib/x86_64-linux-gnu/libstdc++.so.6"));
  EXPECT_TRUE(is_language_runtime("/lib64/ld-linux-x86-64.so.2"));
  EXPECT_TRUE(is_language_runtime("linux-vdso.so.1"));
}

// Names that users like to give: without the version they are not the system's.
TEST(LanguageRuntimes, AreNotWhatOnlyBeginsAlike) {
  for (const char* library : {"libz.so.1", "./libm.so", "libc.so", "libutil.so", "libcrypto.so.3", "libc++.so.1",
                              "libc.so.6.1", "/opt/libc.so.6/libfoo.so", ""})
    EXPECT_FALSE(is_language_runtime(library)) << library;
}

TEST(LanguageRuntimes, HaveFunctionsInExecutables) {
  for (const char* name : {"_start", "frame_dummy", "atexit", "at_quick_exit", "__udivti3", "__divmodti4", "__addvsi3",
                           "__popcountdi2", "__floatuntidf", "__fixunsxfti", "__extendhfsf2", "__muldc3", "__multf3"})
    EXPECT_TRUE(is_runtime_function(name)) << name;
}

TEST(LanguageRuntimes, DoNotHaveOtherFunctions) {
  for (const char* name : {"main", "add", "__add", "__add_item", "__divide", "__trunc_file", "__fix", "__modtidy",
                           "adddi3", "__adddi34", ""})
    EXPECT_FALSE(is_runtime_function(name)) << name;
}

}  // namespace
}  // namespace selvage::target
