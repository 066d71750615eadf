#include "runtime/secrets.h"

#include <string.h>

#include "contract/atoms.h"
#include "contract/hooks.h"
#include "runtime/executor.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/test_interface.h"

namespace selvage::runtime {

namespace {

inline constexpr unsigned kValuesOfByte = 256;

// The places that the explorer named come in the order of its entries; the one that selvage_secret names has address 0.
const SecretPlace* place_for_calls() {
  const SecretTable& secrets = host().secrets;
  for (uint32_t i = 0; i < secrets.place_count; i++)
    if (secrets.places[i].address == 0) return &secrets.places[i];
  return nullptr;
}

uint64_t count_values(const SecretPlace& place) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < place.range_count; i++) {
    const SecretRange& range = host().secrets.ranges[place.first_range + i];
    count += static_cast<uint64_t>(range.high - range.low) + 1;
  }
  return count;
}

int64_t value_of(const SecretPlace& place, uint64_t number) {
  for (uint32_t i = 0; i < place.range_count; i++) {
    const SecretRange& range = host().secrets.ranges[place.first_range + i];
    uint64_t count = static_cast<uint64_t>(range.high - range.low) + 1;
    if (number < count) return range.low + static_cast<int64_t>(number);
    number -= count;
  }
  return 0;
}

unsigned choose_value(uint64_t count, uint64_t object) {
  if (count > kMostAlternatives)
    fail_run(2, "a secret has %lu values: at most %u can be explored", static_cast<unsigned long>(count),
             kMostAlternatives);
  // A secret with one value is one, too: which it is shows in the schedule.
  return announce(Announcement{
      .operation = Operation::Choose, .object = object, .detail = static_cast<uint32_t>(count == 0 ? 1 : count)});
}

void write_value(void* address, uint64_t size, int64_t value) {
  selvage_hook_write_range(address, size, selvage_call_site);
  auto* bytes = static_cast<unsigned char*>(address);
  for (uint64_t i = 0; i < size; i++)
    bytes[i] = static_cast<unsigned char>(i < 8 ? value >> (8 * i) : value < 0 ? -1 : 0);
}

void choose_secret(void* address, uint64_t size) {
  if (!modelling() || !(host().configuration.flow & kFlow)) return;
  if (size == 0) misuse("selvage_secret(%p, 0): a secret has at least one byte", address);
  pass_snapshot_point();
  const SecretPlace* place = place_for_calls();
  if (place == nullptr && size != 1)
    fail_run(2,
             "selvage_secret names %lu bytes, and which values they can have is not said: give --secret-values 0..9, or"
             " a list",
             static_cast<unsigned long>(size));
  uint64_t count = place == nullptr ? kValuesOfByte : count_values(*place);
  unsigned chosen = choose_value(count, 1);
  write_value(address, size, place == nullptr ? static_cast<int64_t>(chosen) : value_of(*place, chosen));
}

}  // namespace

void take_secret_entry(SharedLocation entry) {
  SecretTable& secrets = host().secrets;
  int64_t operand = atom_operand(entry);
  if (atom_code(entry) == AtomCode::SecretPlace) {
    if (secrets.place_count == kMaxSecretPlaces) fail_run(2, "there are too many secrets");
    secrets.places[secrets.place_count++] = {static_cast<uint64_t>(operand) / 16, static_cast<uint32_t>(operand % 16),
                                             secrets.range_count, 0};
  } else if (atom_code(entry) == AtomCode::SecretLow) {
    if (secrets.range_count == kMaxSecretRanges || secrets.place_count == 0)
      fail_run(2, "secrets have too many values");
    secrets.ranges[secrets.range_count++] = {operand, operand};
    secrets.places[secrets.place_count - 1].range_count++;
  } else {
    if (secrets.range_count == 0) fail_run(4, "the values of secrets are damaged");
    secrets.ranges[secrets.range_count - 1].high = operand;
  }
}

void choose_secrets_at_main() {
  if (!(host().configuration.flow & kFlowSecretsAtMain)) return;
  pass_snapshot_point();
  const SecretTable& secrets = host().secrets;
  uint64_t object = 2;
  for (uint32_t i = 0; i < secrets.place_count; i++) {
    const SecretPlace place = secrets.places[i];
    if (place.address == 0) continue;
    unsigned chosen = choose_value(count_values(place), object++);
    write_value(reinterpret_cast<void*>(place.address), place.bytes, value_of(place, chosen));
  }
}

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT void selvage_secret(void* address, size_t size) { choose_secret(address, size); }
