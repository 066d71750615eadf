#include "cluster/ledger.h"

#include <gtest/gtest.h>

#include <vector>

namespace selvage::cluster {
namespace {

using Ids = std::vector<std::string>;

TEST(Ledger, IsCompleteWhenEverySubTreeHasAResult) {
  Ledger ledger;
  ledger.begin("whole");
  EXPECT_FALSE(ledger.is_complete());
  EXPECT_TRUE(ledger.take_in("whole", Ids{"a", "b"}));
  EXPECT_EQ(ledger.missing(), 2u);
  EXPECT_TRUE(ledger.take_in("b", {}));
  EXPECT_TRUE(ledger.take_in("a", Ids{"c"}));
  EXPECT_FALSE(ledger.is_complete());
  EXPECT_TRUE(ledger.take_in("c", {}));
  EXPECT_TRUE(ledger.is_complete());
}

TEST(Ledger, CountsAResultOnce) {
  Ledger ledger;
  ledger.begin("whole");
  EXPECT_TRUE(ledger.take_in("whole", Ids{"a"}));
  EXPECT_FALSE(ledger.take_in("whole", Ids{"z"}));
  EXPECT_TRUE(ledger.take_in("a", {}));
  EXPECT_FALSE(ledger.take_in("a", {}));
  EXPECT_TRUE(ledger.is_complete());
}

TEST(Ledger, DoesNotKnowWhatNobodyLeftOver) {
  Ledger ledger;
  ledger.begin("whole");
  EXPECT_FALSE(ledger.take_in("forged", {}));
  EXPECT_EQ(ledger.missing(), 1u);
}

TEST(Ledger, ForgetsWhatWasBeforeARestart) {
  Ledger ledger;
  ledger.begin("first");
  ledger.take_in("first", Ids{"a"});
  ledger.begin("second");
  EXPECT_FALSE(ledger.take_in("a", {}));
  EXPECT_TRUE(ledger.take_in("second", {}));
  EXPECT_TRUE(ledger.is_complete());
}

}  // namespace
}  // namespace selvage::cluster
