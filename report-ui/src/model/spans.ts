// Stretches of a thread's life: where it holds a lock, where it cannot go on. From the moment `from` up to and without `to`.

import type { Execution } from "./execution.ts";

export interface LockSpan {
  thread: number;
  object: number;
  from: number;
  to: number;
}

export interface BlockedSpan {
  thread: number;
  from: number;
  to: number;
}

export function lockSpans(execution: Execution): LockSpan[] {
  const spans: LockSpan[] = [];
  execution.stepsOfThread.forEach((own, thread) => {
    const since = new Map<number, number>();
    for (const index of own) {
      const held = execution.step(index)?.held ?? [];
      for (const [object, from] of since) {
        if (held.includes(object)) continue;
        spans.push({ thread, object, from, to: index });
        since.delete(object);
      }
      for (const object of held) if (!since.has(object)) since.set(object, index);
    }
    for (const [object, from] of since) spans.push({ thread, object, from, to: execution.end });
  });
  return spans.sort((a, b) => a.from - b.from);
}

export function blockedSpans(execution: Execution): BlockedSpan[] {
  const spans: BlockedSpan[] = [];
  execution.finding.threads.forEach((thread, index) => {
    const last = execution.stepsOfThread[index]?.at(-1) ?? -1;
    let from = -1;
    const close = (to: number) => {
      if (from >= 0) spans.push({ thread: index, from, to });
      from = -1;
    };
    for (let moment = execution.begins[index] ?? 0; moment < execution.end; ++moment) {
      const enabled = execution.enabledBefore(moment);
      const isBlocked =
        moment > last ? (thread.waiting?.is_blocked ?? false) : enabled.length > 0 && !enabled.includes(index);
      if (!isBlocked) close(moment);
      else if (from < 0) from = Math.max(moment - 1, execution.lastStepOf(index, moment) ?? 0);
    }
    close(execution.end);
  });
  return spans;
}
