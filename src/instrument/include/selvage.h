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

#ifdef __cplusplus
}
#endif

#endif
