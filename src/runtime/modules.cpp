#include "runtime/modules.h"

#include <link.h>
#include <string.h>

#include "contract/hooks.h"
#include "runtime/host.h"
#include "runtime/real.h"
#include "runtime/stack.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

// In the order of their constructors.
struct Registered {
  const ModuleRecord* module;
  uint32_t site_base;
};
Registered registered[kMaxModules];
unsigned registered_count;
uint32_t next_site_base;
bool any_waiting_loop;
unsigned published_count;  // loaded when the list was last complete

void copy_path(char* destination, size_t size, const char* path) {
  if (path[0] == '\0') {
    long length = system_call(SYS_readlink, word("/proc/self/exe"), word(destination), static_cast<long>(size - 1));
    destination[length > 0 ? length : 0] = '\0';
    return;
  }
  strncpy(destination, path, size - 1);
}

void note_text(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const auto& segment = info.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X))
      add_text_range(info.dlpi_addr + segment.p_vaddr, info.dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
}

// The entry of a module: the one that it has already, or the next; null where there is no room.
LoadedModule* entry_of(const LoadedModule& module) {
  ControlBlock& control = *host().control;
  for (unsigned i = 0; i < control.module_count && i < kMaxModules; i++)
    if (control.modules[i].load_address == module.load_address && strcmp(control.modules[i].path, module.path) == 0)
      return &control.modules[i];
  return control.module_count >= kMaxModules ? nullptr : &control.modules[control.module_count++];
}

int publish_module(dl_phdr_info* info, size_t, void*) {
  LoadedModule module{};
  module.load_address = info->dlpi_addr;
  copy_path(module.path, sizeof module.path, info->dlpi_name);
  for (unsigned i = 0; i < registered_count; i++) {
    if (!contains(*info, reinterpret_cast<uint64_t>(registered[i].module))) continue;
    module.site_base = registered[i].site_base;
    module.site_count = registered[i].module->site_count;
  }
  LoadedModule* entry = entry_of(module);
  if (!entry) return 1;
  if (entry->site_base != module.site_base) note_text(*info);
  *entry = module;
  return 0;
}

unsigned count_loaded() {
  unsigned count = 0;
  for (const link_map* one = _r_debug.r_map; one && count <= kMaxModules; one = one->l_next) count++;
  return count;
}

}  // namespace

bool contains(const dl_phdr_info& info, uint64_t address) {
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const auto& segment = info.dlpi_phdr[i];
    uint64_t begin = info.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= begin && address < begin + segment.p_memsz) return true;
  }
  return false;
}

bool is_instrumented(const dl_phdr_info& info) {
  for (unsigned i = 0; i < registered_count; i++)
    if (contains(info, reinterpret_cast<uint64_t>(registered[i].module))) return true;
  return false;
}

void publish_modules() {
  dl_iterate_phdr(publish_module, nullptr);
  published_count = count_loaded();
}

void publish_late_modules() {
  if (count_loaded() > published_count) dl_iterate_phdr(publish_module, nullptr);
}

SourceLine line_of_site(uint32_t site) {
  for (unsigned i = 0; i < registered_count; i++) {
    const ModuleRecord& module = *registered[i].module;
    if (site < registered[i].site_base || site - registered[i].site_base >= module.site_count) continue;
    const SiteRecord& record = module.sites[site - registered[i].site_base];
    if (record.file != 0 && record.file < module.strings_size) return {module.strings + record.file, record.line};
  }
  return {nullptr, 0};
}

bool has_waiting_loops() { return any_waiting_loop; }

bool is_in_library(uint64_t address) {
  uint64_t nearest = 0;
  bool is_library = false;
  for (unsigned i = 0; i < registered_count; i++) {
    const ModuleRecord& module = *registered[i].module;
    for (uint32_t f = 0; f < module.function_count; f++) {
      uint64_t begin =
          reinterpret_cast<uint64_t>(module.functions + f) + static_cast<uint64_t>(int64_t{module.functions[f]});
      if (begin > address || begin < nearest) continue;
      nearest = begin;
      is_library = f < module.library_function_count;
    }
  }
  return is_library;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

// The executable's sites come first, whatever the order of constructors: their numbers are constants in its code.
// Shared objects are numbered from far above, in load order.
extern "C" __attribute__((visibility("default"))) void selvage_hook_register_module(const ModuleRecord* module) {
  if (module->magic != kModuleMagic || registered_count == kMaxModules) return;
  uint32_t base = kExecutableSiteBase;
  if (module->is_shared) {
    if (next_site_base == 0) next_site_base = kLibrarySiteBase;
    base = next_site_base;
    next_site_base += module->site_count;
    *module->site_base = base;
  }
  registered[registered_count++] = {module, base};
  for (uint32_t i = 0; i < module->site_count; i++) any_waiting_loop |= (module->sites[i].flags & kSiteLoop) != 0;
  if (modelling()) publish_modules();
}

// A library that comes and goes within an execution has been there all the same. One that was there before the first thread
// stays: its memory is part of the snapshot.
SELVAGE_INTERCEPT int dlclose(void* library) {
  if (modelling()) publish_late_modules();
  if (exploring() && count_loaded() <= published_count) return 0;
  return REAL(dlclose)(library);
}
