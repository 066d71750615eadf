#include "cli/show/shown_places.h"

#include "contract/site.h"
#include "target/demangle.h"

namespace selvage::cli {

bool is_system_file(const std::string& path) { return is_library_file(path.c_str()); }

report::Place place_of(uint32_t number, const Names& names) {
  target::Site site = names.modules.site(target::SiteId{number});
  if (site.file.empty()) return {};
  return {names.file(site.file), site.line, site.column, target::demangle(site.function)};
}

report::Place place_of(const target::Frame& frame, const Names& names) {
  return {frame.file.empty() ? "" : names.file(frame.file), frame.line, frame.column, frame.function,
          is_system_file(frame.file)};
}

report::Stack stack_of(const std::vector<target::Frame>& frames, const Names& names) {
  report::Stack stack;
  for (const target::Frame& frame : frames) stack.push_back(place_of(frame, names));
  return stack;
}

report::Place own_place(uint32_t site, const report::Stack& stack, const Names& names) {
  report::Place place = place_of(site, names);
  if (place.is_known() && !is_system_file(place.file)) return place;
  for (const report::Place& frame : stack)
    if (frame.is_known() && !is_system_file(frame.file)) return frame;
  return place;
}

}  // namespace selvage::cli
