// The objects of a counterexample, each with the best name that there is for it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/names.h"
#include "contract/operations.h"
#include "report/counterexample.h"

namespace selvage::cli {

class ShownObjects {
 public:
  explicit ShownObjects(Names& names) : names_(names) {}

  // `size` is that of an access to memory; `expression` is what the source calls it there, empty if that is not known.
  report::ObjectIndex index(ObjectKind kind, uint64_t object, uint32_t size = 0, const std::string& expression = "");
  const std::string& name(report::ObjectIndex index) const { return objects_[index].name; }
  std::vector<report::Object> take() { return std::move(objects_); }

 private:
  std::string make_name(ObjectKind kind, uint64_t object, uint32_t size, const std::string& expression);

  Names& names_;
  std::vector<report::Object> objects_;
  std::map<std::pair<ObjectKind, uint64_t>, report::ObjectIndex> known_;
  std::map<std::string, unsigned> uses_;  // of names that several objects could have
};

}  // namespace selvage::cli
