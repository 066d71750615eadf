#include <gtest/gtest.h>

#include "cluster/broker.h"

namespace selvage::cluster {
namespace {

std::string danger(const std::string& url, const std::string& credentials = "", const std::string& authority = "") {
  ConnectionOptions options;
  options.url = url;
  options.credentials_file = credentials;
  options.authority_file = authority;
  return danger_of(options);
}

TEST(Connection, ThisMachineNeedsNoPassword) {
  EXPECT_EQ(danger("nats://127.0.0.1:4222"), "");
  EXPECT_EQ(danger("localhost"), "");
  EXPECT_EQ(danger("nats://[::1]:4222"), "");
}

TEST(Connection, AnotherMachineNeedsAPasswordAndEncryption) {
  EXPECT_NE(danger("nats://host:4222").find("password"), std::string::npos);
  EXPECT_NE(danger("nats://name:word@host:4222").find("tls"), std::string::npos);
  EXPECT_NE(danger("tls://host:4222").find("password"), std::string::npos);
  EXPECT_EQ(danger("tls://name:word@host:4222"), "");
  EXPECT_EQ(danger("tls://host:4222", "me.creds"), "");
  EXPECT_EQ(danger("nats://host:4222", "me.creds", "ca.pem"), "");
}

// A name that only begins like this machine's is another one's.
TEST(Connection, EveryServerOfAListCounts) {
  EXPECT_NE(danger("nats://127.0.0.1:4222,nats://host:4222"), "");
  EXPECT_NE(danger("nats://localhost.example.org:4222"), "");
  EXPECT_NE(danger("nats://127.0.0.1@host:4222").find("host"), std::string::npos);
}

}  // namespace
}  // namespace selvage::cluster
