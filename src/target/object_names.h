// What an event's object is called: "x", "table+16", "thread 3", "heap:t1+0x40", "stack:t0+0x7f10".
#pragma once

#include <string>
#include <unordered_map>

#include "contract/operations.h"
#include "target/module_map.h"

namespace selvage::target {

class ObjectNames {
 public:
  explicit ObjectNames(ModuleMap& modules) : modules_(modules) {}

  // Empty for operations without an object.
  const std::string& name(ObjectKind kind, uint64_t object);
  // The variable that holds it; empty where it is none.
  std::string variable(uint64_t address) const;
  // The program has said what it is called.
  void call(ObjectKind kind, uint64_t object, std::string name);

 private:
  std::string make_name(ObjectKind kind, uint64_t object) const;
  std::string address_name(uint64_t address) const;

  ModuleMap& modules_;
  std::unordered_map<uint64_t, std::string> addresses_;   // names of addresses
  std::unordered_map<uint64_t, std::string> others_[32];  // by kind
};

// True if an object of this kind is identified by its address.
bool is_address(ObjectKind kind);

}  // namespace selvage::target
