#include "cli/show/shown_objects.h"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstdlib>
#include <string_view>

#include "cli/show/outcome_text.h"
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

// How much an expression says: "from->balance" more than "*p".
int worth(const std::string& expression) {
  if (expression.empty()) return 0;
  if (expression.find("->") != std::string::npos || expression.find('.') != std::string::npos) return 3;
  return expression.find('[') != std::string::npos ? 2 : 1;
}

// Symbols may be "table+16".
std::pair<std::string, uint64_t> split(const std::string& symbol) {
  size_t plus = symbol.rfind('+');
  if (plus == std::string::npos) return {symbol, 0};
  return {symbol.substr(0, plus), std::strtoull(symbol.c_str() + plus + 1, nullptr, 0)};
}

// ".balance" of "from->balance" and of "account.balance"; empty where something is indexed.
std::string member_of(const std::string& expression) {
  if (expression.find('[') != std::string::npos) return "";
  size_t arrow = expression.rfind("->"), dot = expression.find('.');
  size_t begin = arrow != std::string::npos ? arrow + 2 : dot != std::string::npos ? dot + 1 : std::string::npos;
  if (begin == std::string::npos) return "";
  return "." + expression.substr(begin);
}

std::string without_anonymous_namespaces(std::string name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (size_t at = name.find(kAnonymous); at != std::string::npos; at = name.find(kAnonymous))
    name.erase(at, kAnonymous.size());
  return name;
}

}  // namespace

void ShownObjects::note(ObjectKind kind, uint64_t object, uint32_t size, const std::string& expression) {
  auto [usage, is_new] = usages_.emplace(std::pair(kind, object), Usage{expression, size});
  if (!is_new && worth(expression) > worth(usage->second.expression)) usage->second = {expression, size};
  if (!is_new || !target::is_address(kind)) return;
  auto [symbol, offset] = split(names_.object(kind, object));
  if (offset != 0) arrays_.emplace(kind, symbol);
}

report::ObjectIndex ShownObjects::index(ObjectKind kind, uint64_t object) {
  auto [entry, is_new] = known_.emplace(std::pair(kind, object), static_cast<report::ObjectIndex>(objects_.size()));
  if (is_new)
    objects_.push_back({object_kind_name(kind), make_name(kind, object), target::is_address(kind) ? object : 0});
  return entry->second;
}

std::string ShownObjects::make_name(ObjectKind kind, uint64_t object) {
  if (kind == ObjectKind::Thread && object == 0) return "main";
  std::string name = names_.object(kind, object);
  if (!target::is_address(kind)) return name;
  auto found = usages_.find({kind, object});
  Usage usage = found == usages_.end() ? Usage{} : found->second;
  bool is_block = names_.block_names.contains(object);
  if (!is_mere_address(name)) return distinct(without_anonymous_namespaces(variable_name(kind, name, usage, is_block)));
  if (!usage.expression.empty()) return distinct(usage.expression);
  return fmt::format("{} #{}", object_kind_name(kind), ++uses_[object_kind_name(kind)]);
}

// "forks+40" as "forks[1]" where the source indexes it, or it is one of many of its kind; "account.balance" where the
// source names a member.
std::string ShownObjects::variable_name(ObjectKind kind, const std::string& name, const Usage& usage,
                                        bool is_block) const {
  auto [symbol, offset] = split(name);
  if (std::string member = member_of(usage.expression); !member.empty()) return symbol + member;
  if (is_block && usage.expression.find("->") != std::string::npos)
    return symbol + "." + usage.expression.substr(usage.expression.rfind("->") + 2);
  bool is_indexed = (is_block || usage.expression.starts_with(symbol + "[")) && usage.expression.ends_with(']') &&
                    usage.expression.find(']') == usage.expression.size() - 1;
  bool is_one_of_many = arrays_.contains({kind, symbol});
  size_t element = size_of(kind) != 0 ? (is_one_of_many ? size_of(kind) : 0) : is_indexed ? usage.size : 0;
  if (element != 0 && offset % element == 0) return fmt::format("{}[{}]", symbol, offset / element);
  // "accounts[...].balance": which one is not known, but that is still more than its address.
  bool is_of_element = usage.expression.starts_with(symbol + "[") && !is_indexed;
  return is_of_element ? usage.expression : name;
}

// Of several that the source calls alike each but the first gets a number.
std::string ShownObjects::distinct(const std::string& name) {
  unsigned number = ++uses_[name];
  return number == 1 ? name : fmt::format("{} #{}", name, number);
}

}  // namespace selvage::cli
