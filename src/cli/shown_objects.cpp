#include "cli/shown_objects.h"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstdlib>

#include "cli/outcome_text.h"
#include "target/object_names.h"

namespace selvage::cli {
namespace {

// A name that says where something lies, not what it is.
bool is_mere_address(const std::string& name) { return name.starts_with("0x") || name.find(":t") != std::string::npos; }

size_t size_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::Mutex:
      return sizeof(pthread_mutex_t);
    case ObjectKind::Spinlock:
      return sizeof(pthread_spinlock_t);
    case ObjectKind::Rwlock:
      return sizeof(pthread_rwlock_t);
    case ObjectKind::Condition:
      return sizeof(pthread_cond_t);
    case ObjectKind::Semaphore:
      return sizeof(sem_t);
    case ObjectKind::Barrier:
      return sizeof(pthread_barrier_t);
    default:
      return 0;
  }
}

// "forks+40" as "forks[1]" where the source indexes it, or it is one of many of its kind; "pair.second" where the source
// says so.
std::string part_name(const std::string& name, ObjectKind kind, uint32_t size, const std::string& expression) {
  size_t plus = name.find('+');
  std::string symbol = name.substr(0, plus);
  uint64_t offset = std::strtoull(name.c_str() + plus + 1, nullptr, 0);
  bool is_variable = expression.starts_with(symbol) && expression.size() > symbol.size();
  bool is_indexed = expression.find('[') != std::string::npos;
  if (is_variable && expression[symbol.size()] == '.' && !is_indexed) return expression;
  bool is_element = is_variable && expression[symbol.size()] == '[' && expression.find(']') == expression.size() - 1;
  size_t element = size_of(kind) != 0 ? size_of(kind) : is_element ? size : 0;
  if (element == 0 || offset % element != 0) return name;
  return fmt::format("{}[{}]", symbol, offset / element);
}

}  // namespace

report::ObjectIndex ShownObjects::index(ObjectKind kind, uint64_t object, uint32_t size,
                                        const std::string& expression) {
  auto [entry, is_new] = known_.emplace(std::pair(kind, object), static_cast<report::ObjectIndex>(objects_.size()));
  if (is_new) {
    objects_.push_back(
        {object_kind_name(kind), make_name(kind, object, size, expression), target::is_address(kind) ? object : 0});
  }
  return entry->second;
}

std::string ShownObjects::make_name(ObjectKind kind, uint64_t object, uint32_t size, const std::string& expression) {
  if (kind == ObjectKind::Thread && object == 0) return "main";
  std::string name = names_.objects.name(kind, object);
  if (!target::is_address(kind)) return name;
  if (!is_mere_address(name))
    return name.find('+') == std::string::npos ? name : part_name(name, kind, size, expression);
  std::string better = expression.empty() ? object_kind_name(kind) : expression;
  // Of several that the source calls alike each gets a number.
  unsigned number = ++uses_[better];
  if (number == 1 && !expression.empty()) return better;
  return fmt::format("{} #{}", better, number);
}

}  // namespace selvage::cli
