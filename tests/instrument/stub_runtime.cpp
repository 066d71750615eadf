// Stands in for the runtime in tests of the instrumentation: every hook prints one line to standard error, with the
// source line and variable of its site, when SELVAGE_STUB_LOG is set.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract/hooks.h"
#include "contract/measured_bytes.h"

using selvage::ModuleRecord;
using selvage::SiteRecord;

namespace {

struct LoadedSites {
  const ModuleRecord* module;
  uint32_t base;
};

LoadedSites loaded[64];
unsigned loaded_count = 0;
uint32_t next_base = 0;

const SiteRecord* find_site(uint32_t site, const char** strings) {
  for (unsigned index = 0; index < loaded_count; ++index) {
    const LoadedSites& entry = loaded[index];
    if (site >= entry.base && site < entry.base + entry.module->site_count) {
      *strings = entry.module->strings;
      return &entry.module->sites[site - entry.base];
    }
  }
  return nullptr;
}

void log_operation(uint32_t site, const char* format, ...) __attribute__((format(printf, 2, 3)));

void log_operation(uint32_t site, const char* format, ...) {
  if (getenv("SELVAGE_STUB_LOG") == nullptr) return;
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const char* strings = "";
  const SiteRecord* record = find_site(site, &strings);
  if (record == nullptr) {
    fprintf(stderr, "hook %s site=%u unknown\n", text, site);
    return;
  }
  const char* file = strings + record->file;
  const char* name = strrchr(file, '/');
  fprintf(stderr, "hook %s at %s:%u in %s variable=%s flags=%u\n", text, name != nullptr ? name + 1 : file,
          record->line, strings + record->function, strings + record->variable, record->flags);
}

unsigned long long wide(uint64_t value) { return value; }

}  // namespace

extern "C" {

uint32_t selvage_call_site = 0;

void selvage_hook_read(const void*, uint32_t size, uint32_t site) { log_operation(site, "read %u", size); }

void selvage_hook_write(void*, uint32_t size, uint64_t value, uint32_t site) {
  log_operation(site, "write %u value=%llu", size, wide(value));
}

void selvage_hook_read_range(const void*, uint64_t size, uint32_t site) {
  log_operation(site, "read_range %llu", wide(size));
}

void selvage_hook_with_read_range(const void*, uint64_t size, uint32_t site) {
  log_operation(site, "with_read_range %llu", wide(size));
}

void selvage_hook_with_write_range(void*, uint64_t size, uint32_t site) {
  log_operation(site, "with_write_range %llu", wide(size));
}

void selvage_hook_write_range(void*, uint64_t size, uint32_t site) {
  log_operation(site, "write_range %llu", wide(size));
}

void selvage_hook_atomic_load(const void*, uint32_t size, uint32_t order, uint32_t site) {
  log_operation(site, "atomic_load %u order=%u", size, order);
}

void selvage_hook_atomic_store(void*, uint32_t size, uint64_t value, uint32_t order, uint32_t site) {
  log_operation(site, "atomic_store %u value=%llu order=%u", size, wide(value), order);
}

void selvage_hook_atomic_update(void*, uint32_t size, uint64_t operand, uint32_t order, uint32_t site) {
  log_operation(site, "atomic_update %u operand=%llu order=%u", size, wide(operand), order);
}

void selvage_hook_atomic_compare_exchange(void*, uint32_t size, uint64_t expected, uint64_t desired, uint32_t order,
                                          uint32_t site) {
  log_operation(site, "atomic_compare_exchange %u expected=%llu desired=%llu order=%u", size, wide(expected),
                wide(desired), order);
}

void selvage_hook_fence(uint32_t order, uint32_t site) { log_operation(site, "fence order=%u", order); }

uint64_t selvage_hook_loop_enter() {
  static uint64_t activations = 0;
  return ++activations;
}
void selvage_hook_loop(uint64_t, uint64_t, uint32_t) {}
void selvage_hook_loop_exit(uint64_t) {}
void selvage_hook_private_write(void*, uint64_t) {}
void selvage_hook_leaving_call() {}
void selvage_hook_unseen_call(const void*) {}

void selvage_hook_library_call(const void*, uint32_t site) { log_operation(site, "library_call"); }
void selvage_hook_unseen_return() {}
uint32_t selvage_hook_enter_callback() { return 0; }
void selvage_hook_leave_callback(uint32_t) {}
void selvage_hook_deadline_clock() {}
void selvage_hook_instant_clock() {}
void selvage_hook_led_by_time() {}
uint64_t selvage_compared_bytes(const void* first, const void* second, uint64_t bound) {
  return selvage::compared_bytes(static_cast<const char*>(first), static_cast<const char*>(second), bound);
}
uint64_t selvage_searched_bytes(const void* bytes, int wanted, uint64_t bound) {
  return selvage::searched_bytes(static_cast<const char*>(bytes), wanted, bound);
}
void* selvage_stream_object(void*) { return nullptr; }
void selvage_hook_endless_function(const void*) {}
void selvage_hook_assumption(const void*, uint32_t, uint32_t) {}
void selvage_hook_block_acts() {}

uint64_t selvage_hook_cycle_counter() { return 42; }

uint32_t selvage_follows_positions;
uint32_t selvage_follows_changes;
void selvage_hook_enter(uint32_t function) { log_operation(function, "enter"); }
void selvage_hook_leave(uint32_t, uint32_t site) { log_operation(site, "leave"); }
uint32_t selvage_hook_position_mark() { return 7; }
void selvage_hook_back_to_position(uint32_t mark, uint32_t site) {
  if (mark == 7) log_operation(site, "come_back");
}

void selvage_atomic_begin() { log_operation(selvage_call_site, "atomic_begin"); }
void selvage_atomic_end() { log_operation(selvage_call_site, "atomic_end"); }

// An intercepted function of the test programs: shows what selvage_call_site held.
void selvage_stub_call() { log_operation(selvage_call_site, "call"); }

void selvage_hook_register_module(const ModuleRecord* module) {
  if (module->magic != selvage::kModuleMagic || loaded_count == 64) abort();
  const bool is_executable = module->is_shared == 0;
  // Executables use a constant base; here shared objects are numbered from far above.
  if (!is_executable) *module->site_base = 1000000 + next_base;
  loaded[loaded_count++] = {module, is_executable ? selvage::kExecutableSiteBase : *module->site_base};
  if (!is_executable) next_base += module->site_count;
  if (getenv("SELVAGE_STUB_LOG") != nullptr) {
    fprintf(stderr, "module shared=%u sites=%u functions=%u skipped=%u opaque_assembly=%u\n", module->is_shared,
            module->site_count, module->function_count, module->skipped_function_count, module->inline_assembly_count);
    for (uint32_t index = 0; index < module->function_count; ++index) {
      const char* entry = reinterpret_cast<const char*>(&module->functions[index]);
      fprintf(stderr, "function %p\n", static_cast<const void*>(entry + module->functions[index]));
    }
  }
}

}  // extern "C"
