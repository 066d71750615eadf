// What keys do in an interleaving. Each command takes the moment to another one; keys typed into a field are the field's.

import type { Execution } from "../model/execution.ts";
import type { Rows } from "../model/filter.ts";

type Move = (execution: Execution, rows: Rows, moment: number) => number;

const kPage = 20;

const isSwitch =
  (execution: Execution) =>
  (moment: number): boolean =>
    moment === execution.end || execution.turns[moment] !== "same";

const kMoves: Record<string, Move> = {
  down: (_, rows, moment) => rows.moved(moment, 1),
  up: (_, rows, moment) => rows.moved(moment, -1),
  pageDown: (_, rows, moment) => rows.moved(moment, kPage),
  pageUp: (_, rows, moment) => rows.moved(moment, -kPage),
  first: (_, rows) => rows.moments[0] ?? 0,
  last: (_, rows) => rows.moments[rows.count - 1] ?? 0,
  nextSwitch: (execution, rows, moment) => rows.find(moment, 1, isSwitch(execution)),
  previousSwitch: (execution, rows, moment) => rows.find(moment, -1, isSwitch(execution)),
  nextMark: (execution, rows, moment) => rows.find(moment, 1, (candidate) => execution.isMarked(candidate)),
  previousMark: (execution, rows, moment) => rows.find(moment, -1, (candidate) => execution.isMarked(candidate)),
  nextOfThread: (execution, rows, moment) => sameThread(execution, rows, moment, 1),
  previousOfThread: (execution, rows, moment) => sameThread(execution, rows, moment, -1),
};

function sameThread(execution: Execution, rows: Rows, moment: number, direction: 1 | -1): number {
  const thread = execution.step(moment)?.thread;
  return rows.find(moment, direction, (candidate) => execution.step(candidate)?.thread === thread);
}

const kKeys: Record<string, keyof typeof kMoves | "search" | "fold"> = {
  ArrowDown: "down",
  j: "down",
  ArrowUp: "up",
  k: "up",
  PageDown: "pageDown",
  PageUp: "pageUp",
  Home: "first",
  End: "last",
  n: "nextSwitch",
  p: "previousSwitch",
  ArrowRight: "nextOfThread",
  ArrowLeft: "previousOfThread",
  m: "nextMark",
  M: "previousMark",
  "/": "search",
  f: "fold",
};

export const kKeyHelp: [keys: string[], what: string][] = [
  [["↓", "j"], "next step"],
  [["↑", "k"], "previous step"],
  [["→", "←"], "next and previous step of the same thread"],
  [["n", "p"], "next and previous switch to another thread"],
  [["m", "M"], "next and previous step that the finding is about"],
  [["Page ↓", "Page ↑"], "20 steps on, 20 steps back"],
  [["Home", "End"], "first step, end"],
  [["/"], "search; Enter for the next match, Shift Enter for the one before, Esc to leave"],
  [["f"], "show or hide steps that are folded"],
  [["]", "["], "next and previous finding"],
  [["w"], "show or hide what goes wrong"],
  [["t"], "light or dark"],
  [["?"], "this list"],
];

// True where a key belongs to what has the focus.
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]") !== null) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return (
    target.matches("input, select, textarea") ||
    (target.matches(".listing") && /^(Page|Arrow|Home|End)/.test(event.key))
  );
}

export function keyCommand(event: KeyboardEvent): Move | "search" | "fold" | undefined {
  if (isTyping(event)) return undefined;
  const name = kKeys[event.key];
  return name === "search" || name === "fold" || name === undefined ? name : kMoves[name];
}
