// Values as they are written beside a step: what was read, what was written, or both.

import type { Counterexample, Step } from "../report.ts";

export function valueText(step: Step): string {
  if (step.read !== undefined && step.written !== undefined) {
    return step.read === step.written ? `= ${step.read}` : `${step.read} → ${step.written}`;
  }
  if (step.written !== undefined) return `← ${step.written}`;
  return step.read === undefined ? "" : `= ${step.read}`;
}

export function noteText(step: Step): string {
  const notes: string[] = [];
  if (step.failed) notes.push("fails");
  if (step.timed_out) notes.push("times out");
  if (step.spurious) notes.push("wakes without a signal");
  if (step.overwrites.length > 0) {
    const steps = `${step.overwrites.length === 1 ? "step" : "steps"} ${joined(step.overwrites.map((one) => `${one + 1}`))}`;
    notes.push(step.operation === "atomic_compare_exchange" ? `unaware of ${steps}` : `overwrites ${steps}`);
  }
  return notes.join(", ");
}

export const kindName = (kind: string): string => kind.replaceAll("_", " ");

// A finding in a line, its kind apart; most titles begin with it.
export function titleOf(finding: Counterexample): { kind: string; rest: string } {
  const kind = kindName(finding.kind);
  const isSaid = finding.title.toLowerCase().startsWith(kind);
  return { kind: capitalised(kind), rest: isSaid ? finding.title.slice(kind.length) : `: ${finding.title}` };
}

// Names without what every name of a file begins with.
export const brief = (text: string): string => text.replaceAll("(anonymous namespace)::", "");

// Published names are in lower case.
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const kNumbers = new Intl.NumberFormat("en");
export const numbered = (count: number): string => kNumbers.format(count);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numbered(count)} ${count === 1 ? one : many}`;

export const joined = (names: string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
