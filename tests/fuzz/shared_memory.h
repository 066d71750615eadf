/* What random programs do to shared memory. Only this is compiled with instrumentation: the interpreter's own accesses
 * would be scheduling points too, and drown those of the program that it interprets. */
#pragma once

extern unsigned char shared_memory[16];

unsigned shared_read(unsigned width, unsigned offset);
void shared_write(unsigned width, unsigned offset, unsigned value);
unsigned shared_load(unsigned width, unsigned offset);
void shared_store(unsigned width, unsigned offset, unsigned value);
unsigned shared_add(unsigned width, unsigned offset, unsigned value);
unsigned shared_exchange(unsigned width, unsigned offset, unsigned value);
unsigned shared_compare_exchange(unsigned width, unsigned offset, unsigned expected, unsigned value);
void shared_fill(unsigned width, unsigned offset, unsigned value);
void shared_copy(unsigned width, unsigned offset);

unsigned block_new(unsigned slot);
unsigned block_read(unsigned slot);
unsigned block_write(unsigned slot, unsigned value);
unsigned block_free(unsigned slot);
