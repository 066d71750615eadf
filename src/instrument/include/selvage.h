/* The interface between a test and Selvage, for C and C++.
 *
 * selvage-cc and selvage-c++ find this header and link the functions. In a program that runs without the explorer
 * selvage_choose returns 0, selvage_assume ends the program if its condition is false, and the rest does nothing. */
#ifndef SELVAGE_H
#define SELVAGE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Any number from 0 to count - 1: all of them are explored. `count` must be at least 1 and must not depend on
 * anything that Selvage does not control. */
unsigned selvage_choose(unsigned count);

/* Only executions in which `condition` is not 0 count. The others end here and are not findings. */
void selvage_assume(int condition);

/* No other thread runs between begin and end. Blocks nest; a block must not wait for another thread. */
void selvage_atomic_begin(void);
void selvage_atomic_end(void);

/* Information flow (docs/flow.md), for `selvage check --flow`; without it these do nothing. The memory gets a value that
 * nobody outside may learn: all that are given by --secret-values are tried. */
void selvage_secret(void* address, __SIZE_TYPE__ size);
/* Somebody outside sees the value on the channel. */
void selvage_observe(const char* channel, long long value);

#ifdef __cplusplus
}
#define SELVAGE_C_NAME extern "C"
#else
#define SELVAGE_C_NAME
#endif

/* At file scope: a condition on the program's memory that temporal properties can speak of by its name (docs/ltl.md). The
 * expression must change nothing, and must read nothing but memory. */
#define SELVAGE_ATOM(name, expression)                                          \
  SELVAGE_C_NAME __attribute__((used, noinline)) int selvage_atom_##name(void); \
  int selvage_atom_##name(void) { return (expression) ? 1 : 0; }                \
  _SELVAGE_NEEDS_SEMICOLON(selvage_atom_declared_##name)

/* At file scope: a formula of linear temporal logic, as a string, that has to hold in every execution. */
#define SELVAGE_LTL(formula) _SELVAGE_LTL(formula, __COUNTER__)
#define _SELVAGE_LTL(formula, number) _SELVAGE_LTL_NAMED(formula, number)
#define _SELVAGE_LTL_NAMED(formula, number)                                                                 \
  static const char selvage_ltl_##number[] __attribute__((used, retain, section("selvage_ltl"))) = formula; \
  _SELVAGE_NEEDS_SEMICOLON(selvage_ltl_declared_##number)
#define _SELVAGE_NEEDS_SEMICOLON(name) extern int name

#endif
