#include "shared_memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Alignas(16) unsigned char shared_memory[16];
static uint32_t* _Atomic blocks[2];

/* Each width is an access of its own in the code, as a program would have it. */
#define FOR_WIDTH(width, statement) \
  switch (width) {                  \
    case 1: {                       \
      typedef uint8_t value_type;   \
      statement;                    \
      break;                        \
    }                               \
    case 2: {                       \
      typedef uint16_t value_type;  \
      statement;                    \
      break;                        \
    }                               \
    case 4: {                       \
      typedef uint32_t value_type;  \
      statement;                    \
      break;                        \
    }                               \
    default: {                      \
      typedef uint64_t value_type;  \
      statement;                    \
    }                               \
  }
#define PLACE ((value_type*)(shared_memory + offset))
#define ATOMIC_PLACE ((_Atomic value_type*)(shared_memory + offset))

unsigned shared_read(unsigned width, unsigned offset) { FOR_WIDTH(width, return (unsigned)*PLACE) }

void shared_write(unsigned width, unsigned offset, unsigned value) { FOR_WIDTH(width, *PLACE = (value_type)value) }

unsigned shared_load(unsigned width, unsigned offset) {
  FOR_WIDTH(width, return (unsigned)atomic_load_explicit(ATOMIC_PLACE, memory_order_acquire))
}

void shared_store(unsigned width, unsigned offset, unsigned value) {
  FOR_WIDTH(width, atomic_store_explicit(ATOMIC_PLACE, (value_type)value, memory_order_release))
}

unsigned shared_add(unsigned width, unsigned offset, unsigned value) {
  FOR_WIDTH(width, return (unsigned)atomic_fetch_add(ATOMIC_PLACE, (value_type)value))
}

unsigned shared_exchange(unsigned width, unsigned offset, unsigned value) {
  FOR_WIDTH(width, return (unsigned)atomic_exchange(ATOMIC_PLACE, (value_type)value))
}

#define COMPARE_EXCHANGE(type)                                                                          \
  case sizeof(type): {                                                                                  \
    type found = (type)expected;                                                                        \
    return atomic_compare_exchange_strong((_Atomic type*)(shared_memory + offset), &found, (type)value) \
               ? 1                                                                                      \
               : (unsigned)found * 2;                                                                   \
  }

unsigned shared_compare_exchange(unsigned width, unsigned offset, unsigned expected, unsigned value) {
  switch (width) {
    COMPARE_EXCHANGE(uint8_t)
    COMPARE_EXCHANGE(uint16_t)
    COMPARE_EXCHANGE(uint32_t)
    COMPARE_EXCHANGE(uint64_t)
  }
  return 0;
}

void shared_fill(unsigned width, unsigned offset, unsigned value) {
  memset(shared_memory + offset, (int)(value & 0xff), width);
}

void shared_copy(unsigned width, unsigned offset) {
  memcpy(shared_memory + offset, shared_memory + (offset ^ 8), width);
}

unsigned block_new(unsigned slot) {
  uint32_t* block = malloc(sizeof *block);
  *block = 1;
  return atomic_exchange(&blocks[slot], block) != NULL;
}

/* A block may be gone between the two accesses. That is no error here: what was freed stays readable in an execution. */
unsigned block_read(unsigned slot) {
  uint32_t* block = atomic_load(&blocks[slot]);
  return block ? *block : 0;
}

unsigned block_write(unsigned slot, unsigned value) {
  uint32_t* block = atomic_load(&blocks[slot]);
  if (block) *block = value;
  return block != NULL;
}

unsigned block_free(unsigned slot) {
  uint32_t* block = atomic_exchange(&blocks[slot], NULL);
  free(block);
  return block != NULL;
}
