// Memory that is all zero but for one byte, at every place: both ways of looking find its line.
#include "runtime/zeros.h"

#include <gtest/gtest.h>

#include <array>

namespace selvage::runtime {
namespace {

constexpr uint64_t kSize = 1024;

class Zeros : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam() && !has_wide_vectors()) GTEST_SKIP() << "no wide vectors here";
  }
  uint64_t look(uint64_t from, uint64_t to) { return first_not_zero(memory_.data(), from, to, GetParam()); }

  alignas(kLine) std::array<char, kSize> memory_{};
};

TEST_P(Zeros, EndIsAnswerWhereAllIsZero) {
  for (uint64_t from = 0; from <= kSize; from += kLine)
    for (uint64_t to = from; to <= kSize; to += kLine) EXPECT_EQ(look(from, to), to);
}

TEST_P(Zeros, LineOfTheOneByteIsFound) {
  for (uint64_t place = 0; place < kSize; place++) {
    memory_[place] = 1;
    uint64_t line = place / kLine * kLine;
    for (uint64_t from = 0; from <= kSize; from += kLine)
      for (uint64_t to = from; to <= kSize; to += kLine)
        ASSERT_EQ(look(from, to), from <= line && line < to ? line : to) << place << " from " << from << " to " << to;
    memory_[place] = 0;
  }
}

INSTANTIATE_TEST_SUITE_P(Vectors, Zeros, testing::Bool(),
                         [](const auto& info) { return info.param ? "wide" : "narrow"; });

}  // namespace
}  // namespace selvage::runtime
