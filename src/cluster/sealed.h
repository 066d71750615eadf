// A broker to whose contents only those who have a key can add: every entry and every item carries a seal, made with a key
// of its run, and what has none, or that of another run or name, is told to the user and otherwise taken to be not there.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cluster/broker.h"

namespace selvage::cluster {

// The run was begun by somebody with another key.
class ForeignRun : public target::Error {
 public:
  explicit ForeignRun(const std::string& run);
};

// `first` is the entry that a run begins with: whoever finds it without the right seal gets ForeignRun.
std::unique_ptr<Broker> sealed(std::unique_ptr<Broker> broker, std::string key, std::string first,
                               std::function<void(const std::string&)> notice);

}  // namespace selvage::cluster
