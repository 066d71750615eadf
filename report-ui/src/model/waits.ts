// Who waits for whom when the execution ends.

import type { Counterexample, Waiting } from "../report.ts";

export interface Wait {
  thread: number;
  waiting: Waiting;
  inCycle: boolean;
}

// Blocked threads: those of the cycle first, in its order.
export function waitsOf(finding: Counterexample): Wait[] {
  const waits: Wait[] = [];
  const add = (thread: number, inCycle: boolean) => {
    const waiting = finding.threads[thread]?.waiting;
    if (waiting?.is_blocked && !waits.some((wait) => wait.thread === thread)) waits.push({ thread, waiting, inCycle });
  };
  for (const thread of finding.wait_cycle) add(thread, true);
  for (let thread = 0; thread < finding.threads.length; ++thread) add(thread, false);
  return waits;
}

// Locks that threads hold at one moment and at another: what both hold would order them.
export function commonLocks(one: number[], other: number[]): number[] {
  return one.filter((lock) => other.includes(lock));
}
