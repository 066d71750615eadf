// Which steps are shown, and in which row each of them stands. The end has the last row, whatever is filtered.

import type { Execution } from "./execution.ts";
import { countUpTo } from "./sorted.ts";

export interface Filter {
  hiddenThreads: ReadonlySet<number>;
  object: number | undefined;
  library: boolean; // also steps inside the C++ library
  aside: boolean; // also steps that the finding does not depend on
  folded: boolean; // also steps that are folded
  unfolded: ReadonlySet<number>; // of those, the moments that are shown all the same
}

export const kNoFilter: Filter = {
  hiddenThreads: new Set(),
  object: undefined,
  library: true,
  aside: true,
  folded: true,
  unfolded: new Set(),
};

// What is shown at first.
export function firstFilter(execution: Execution): Filter {
  return { ...kNoFilter, folded: !execution.finding.steps.some((step) => step.is_folded) };
}

// The same with all that is folded around a moment.
export function unfoldedAt(execution: Execution, filter: Filter, moment: number): Filter {
  const unfolded = new Set(filter.unfolded);
  const isFolded = (candidate: number) => execution.step(candidate)?.is_folded ?? false;
  for (let i = moment; isFolded(i); --i) unfolded.add(i);
  for (let i = moment + 1; isFolded(i); ++i) unfolded.add(i);
  return { ...filter, unfolded };
}

export class Rows {
  // The moments that are shown, in ascending order.
  readonly moments: number[];
  // Before which of them steps are folded, and how many.
  readonly folds = new Map<number, number>();
  private foldedBefore = 0;

  constructor(execution: Execution, filter: Filter) {
    this.moments = [];
    execution.finding.steps.forEach((step, index) => {
      if (filter.hiddenThreads.has(step.thread)) return;
      if (filter.object !== undefined && step.object !== filter.object) return;
      if (!filter.library && step.in_library && !step.is_marked) return;
      if (!filter.aside && step.is_aside) return;
      if (!filter.folded && step.is_folded && !filter.unfolded.has(index)) {
        this.foldedBefore++;
        return;
      }
      if (this.foldedBefore > 0) this.folds.set(index, this.foldedBefore);
      this.foldedBefore = 0;
      this.moments.push(index);
    });
    if (this.foldedBefore > 0) this.folds.set(execution.end, this.foldedBefore);
    this.moments.push(execution.end);
  }

  get count(): number {
    return this.moments.length;
  }

  // The row of a moment, or of the last one before it that is shown; -1 before all of them.
  rowUpTo(moment: number): number {
    return countUpTo(this.moments, moment) - 1;
  }

  has(moment: number): boolean {
    return this.moments[this.rowUpTo(moment)] === moment;
  }

  // Where to stand if `moment` is hidden.
  nearest(moment: number): number {
    return this.moments[Math.max(this.rowUpTo(moment), 0)] as number;
  }

  // `count` rows on from a moment, or back; stops at the ends.
  moved(moment: number, count: number): number {
    const row = this.rowUpTo(moment) + count;
    // Going back from a hidden moment, the row before it is already one back.
    const target = count < 0 && !this.has(moment) ? row + 1 : row;
    return this.moments[Math.min(Math.max(target, 0), this.count - 1)] as number;
  }

  // The next moment in a direction that something holds for; the same moment if there is none.
  find(moment: number, direction: 1 | -1, holds: (moment: number) => boolean): number {
    const start = this.rowUpTo(moment);
    const first = direction > 0 ? start + 1 : this.has(moment) ? start - 1 : start;
    for (let row = first; row >= 0 && row < this.count; row += direction) {
      const candidate = this.moments[row] as number;
      if (holds(candidate)) return candidate;
    }
    return moment;
  }
}
