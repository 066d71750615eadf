// The objects of a counterexample, each with the best name that there is for it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/show/names.h"
#include "contract/operations.h"
#include "report/counterexample.h"

namespace selvage::cli {

class ShownObjects {
 public:
  explicit ShownObjects(Names& names) : names_(names) {}

  // Before the first index(): what the source calls an object somewhere, empty if that is not known; `size` is that of an
  // access to memory.
  void note(ObjectKind kind, uint64_t object, uint32_t size, const std::string& expression);
  report::ObjectIndex index(ObjectKind kind, uint64_t object);
  const std::string& name(report::ObjectIndex index) const { return objects_[index].name; }
  std::vector<report::Object> take() { return std::move(objects_); }

 private:
  struct Usage {
    std::string expression;
    uint32_t size = 0;
  };

  std::string make_name(ObjectKind kind, uint64_t object);
  std::string variable_name(ObjectKind kind, const std::string& symbol, const Usage& usage, bool is_block) const;
  std::string distinct(const std::string& name);

  Names& names_;
  std::map<std::pair<ObjectKind, uint64_t>, Usage> usages_;
  std::set<std::pair<ObjectKind, std::string>> arrays_;  // symbols that have several objects of a kind
  std::vector<report::Object> objects_;
  std::map<std::pair<ObjectKind, uint64_t>, report::ObjectIndex> known_;
  std::map<std::string, unsigned> uses_;  // of names that several objects could have
};

}  // namespace selvage::cli
