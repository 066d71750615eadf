// Why steps come after steps of other threads: the arrows of the picture.

import type { Execution } from "./execution.ts";

export type ArrowKind = "order" | "wake";

export interface Arrow {
  from: number;
  to: number;
  kind: ArrowKind;
}

// In the order of their ends.
export function arrowsOf(execution: Execution): Arrow[] {
  const arrows: Arrow[] = [];
  execution.finding.steps.forEach((step, to) => {
    for (const from of step.after) {
      if (from !== step.woken_by && execution.step(from)?.thread !== step.thread) {
        arrows.push({ from, to, kind: "order" });
      }
    }
    if (step.woken_by !== undefined) arrows.push({ from: step.woken_by, to, kind: "wake" });
  });
  return arrows;
}
