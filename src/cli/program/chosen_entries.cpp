#include "cli/program/chosen_entries.h"

#include <fmt/format.h>

#include "contract/chosen_points.h"
#include "contract/site.h"
#include "target/demangle.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

struct Kind {
  const char* option;
  Chosen site, begin;
};
constexpr Kind kWithin = {"--within", Chosen::Within, Chosen::WithinBegin};
constexpr Kind kWithout = {"--without", Chosen::Without, Chosen::WithoutBegin};

// A function that the compiler put into its callers has no address of its own: its instructions are known by their sites.
void add_function(const std::string& name, const Kind& kind, const target::ModuleImage& image, uint64_t load_address,
                  std::vector<SharedLocation>& entries) {
  size_t before = entries.size();
  for (size_t i = 0; image.sites && i < image.sites->size(); ++i)
    if (target::is_function_called(image.sites->site(i).function, name))
      entries.push_back(chosen_entry(kind.site, kExecutableSiteBase + i));
  for (const target::NamedObject& function : image.symbols.functions_named(name)) {
    uint64_t begin = target::number(function.address) + load_address;
    entries.push_back(chosen_entry(kind.begin, begin));
    entries.push_back(chosen_entry(Chosen::End, begin + function.size));
  }
  if (entries.size() == before)
    throw Error(ExitCode::Usage, fmt::format("{} {}: the program has no such function.", kind.option, name));
}

void add_place(const std::string& place, const target::ModuleImage& image, std::vector<SharedLocation>& entries) {
  size_t before = entries.size();
  for (size_t i = 0; image.sites && i < image.sites->size(); ++i) {
    target::Site site = image.sites->site(i);
    std::string full = fmt::format("{}:{}", site.file, site.line);
    if (full == place || full.ends_with("/" + place))
      entries.push_back(chosen_entry(Chosen::Point, kExecutableSiteBase + i));
  }
  if (entries.size() == before)
    throw Error(ExitCode::Usage, fmt::format("--point {}: there is no access to memory in such a line.", place));
}

}  // namespace

std::vector<SharedLocation> chosen_entries(const CheckOptions& options, const Names& names, uint64_t load_address) {
  std::vector<SharedLocation> entries;
  const target::ModuleImage& image = names.modules.program();
  for (const std::string& name : options.within) add_function(name, kWithin, image, load_address, entries);
  for (const std::string& name : options.without) add_function(name, kWithout, image, load_address, entries);
  for (const std::string& place : options.point_places) add_place(place, image, entries);
  return entries;
}

}  // namespace selvage::cli
