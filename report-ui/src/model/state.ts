// How everything stands at a moment: where each thread is, which locks it holds, what memory contains.

import { isKnown, type Place } from "../report.ts";
import type { Execution } from "./execution.ts";
import { lastUpTo } from "./sorted.ts";

export type Status = "absent" | "running" | "ready" | "blocked" | "finished";

export interface ThreadState {
  thread: number;
  status: Status;
  place: Place; // the line that it executes, or is about to
  text: string; // what it does there
  held: number[];
  awaited: number | undefined; // the object that it is blocked at
}

export interface ObjectState {
  object: number;
  holders: number[]; // threads that hold it as a lock
  value: string | undefined;
  step: number; // the last one that touched it
}

const kNowhere: Place = { file: "", line: 0, column: 0, function: "" };

function heldBy(execution: Execution, thread: number, moment: number): number[] {
  const last = execution.lastStepOf(thread, moment);
  return last === undefined ? [] : (execution.step(last)?.held ?? []);
}

function atEnd(execution: Execution, thread: number): ThreadState {
  const { waiting, stack } = execution.finding.threads[thread] ?? { waiting: undefined, stack: [] };
  const held = heldBy(execution, thread, execution.end);
  const stands = stack.find(isKnown);
  if (waiting === undefined && stands === undefined) {
    return { thread, status: "finished", place: kNowhere, text: "has ended", held, awaited: undefined };
  }
  return {
    thread,
    status: waiting === undefined ? "running" : waiting.is_blocked ? "blocked" : "ready",
    place: waiting !== undefined && isKnown(waiting.place) ? waiting.place : (stands ?? kNowhere),
    text: waiting?.text ?? "stops here",
    held,
    awaited: waiting?.is_blocked ? waiting.object : undefined,
  };
}

export function threadState(execution: Execution, thread: number, moment: number): ThreadState {
  if (moment >= execution.end) return atEnd(execution, thread);
  const current = execution.step(moment);
  const held = heldBy(execution, thread, moment);
  if (current?.thread === thread) {
    return { thread, status: "running", place: current.place, text: current.text, held, awaited: undefined };
  }
  if (moment < (execution.begins[thread] ?? 0)) {
    return { thread, status: "absent", place: kNowhere, text: "is not there yet", held: [], awaited: undefined };
  }
  const next = execution.nextStepOf(thread, moment);
  if (next === undefined) return atEnd(execution, thread);
  const step = execution.step(next);
  const isBlocked = isBlockedAfter(execution, thread, moment);
  return {
    thread,
    status: isBlocked ? "blocked" : "ready",
    place: step?.place ?? kNowhere,
    text: step?.text ?? "",
    held,
    awaited: isBlocked ? step?.object : undefined,
  };
}

// Who could have gone is recorded with the step that follows. Where it is not, nobody is called blocked.
function isBlockedAfter(execution: Execution, thread: number, moment: number): boolean {
  const enabled = execution.enabledBefore(moment + 1);
  return enabled.length > 0 && !enabled.includes(thread);
}

export function threadStates(execution: Execution, moment: number): ThreadState[] {
  return execution.finding.threads.map((_, thread) => threadState(execution, thread, moment));
}

// Objects that were touched up to this moment, the latest first.
export function objectStates(execution: Execution, moment: number, states: ThreadState[]): ObjectState[] {
  const holders = new Map<number, number[]>();
  for (const state of states) {
    for (const lock of state.held) holders.set(lock, [...(holders.get(lock) ?? []), state.thread]);
  }
  const result: ObjectState[] = [];
  execution.finding.objects.forEach((_, object) => {
    const step = lastUpTo(execution.stepsOfObject[object] ?? [], moment);
    const holding = holders.get(object) ?? [];
    if (step === undefined && holding.length === 0) return;
    result.push({ object, holders: holding, value: valueAt(execution, object, moment), step: step ?? -1 });
  });
  return result.sort((a, b) => b.step - a.step);
}

export function valueAt(execution: Execution, object: number, moment: number): string | undefined {
  const index = lastUpTo(execution.valuesOfObject[object] ?? [], moment);
  const step = index === undefined ? undefined : execution.step(index);
  return step?.written ?? step?.read;
}
