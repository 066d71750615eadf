#include "cli/check/time_share.h"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

// What is earned in so many seconds, a hundredth at a time.
double earned(TimeShare& share, double seconds) {
  double before = share.left();
  for (int i = 0; i < seconds * 100; ++i) share.pass(0.01);
  return share.left() - before;
}

TEST(TimeShare, IsAFifthAtFirst) {
  TimeShare share;
  EXPECT_NEAR(earned(share, 30), 6, 0.01);
}

TEST(TimeShare, FallsWithTheRootOfTheAge) {
  TimeShare share;
  earned(share, 120);
  EXPECT_NEAR(earned(share, 1), 0.1, 0.01);
  earned(share, 480 - 121);
  EXPECT_NEAR(earned(share, 1), 0.05, 0.005);
}

TEST(TimeShare, BeginsAnewWhereSomethingCameOfIt) {
  TimeShare share;
  earned(share, 480);
  share.renew();
  EXPECT_NEAR(earned(share, 1), 0.2, 0.001);
}

TEST(TimeShare, IsNeverMoreThanAFifthOfAll) {
  TimeShare share;
  double spent = 0;
  for (int i = 1; i <= 10'000; ++i) {
    share.pass(0.1);
    if (share.left() < 0.05) continue;
    share.spend(0.05);
    spent += 0.05;
    ASSERT_LE(spent, 0.2 * 0.1 * i + 1e-9);
  }
  EXPECT_GT(spent, 30);
}

}  // namespace
}  // namespace selvage::cli
