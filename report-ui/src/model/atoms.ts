// What is true of a temporal property's atoms at each moment.

import type { Counterexample } from "../report.ts";
import { countUpTo } from "./sorted.ts";

export interface AtomValue {
  isTrue: boolean;
  isChanged: boolean; // by this step
}

export class AtomValues {
  // Of each row but the first, the step behind which it is so.
  private readonly steps: number[];

  constructor(private readonly finding: Counterexample) {
    this.steps = finding.atom_rows.slice(1).map((row) => row.step ?? 0);
  }

  // Behind the step of this moment; at the end, behind the last.
  at(moment: number): AtomValue[] {
    const row = countUpTo(this.steps, moment);
    const holds = this.finding.atom_rows[row]?.holds ?? [];
    const before = this.finding.atom_rows[row - 1]?.holds ?? [];
    const isNew = row > 0 && this.steps[row - 1] === moment;
    return this.finding.atoms.map((_, atom) => ({
      isTrue: holds.includes(atom),
      isChanged: isNew && holds.includes(atom) !== before.includes(atom),
    }));
  }

  // "asked, not granted"
  textAt(moment: number): string {
    return this.at(moment)
      .map((value, atom) => `${value.isTrue ? "" : "not "}${this.finding.atoms[atom]}`)
      .join(", ");
  }
}

// It ends, and what is true then stays so.
export const staysForEver = (finding: Counterexample): boolean =>
  finding.atom_loop !== undefined && finding.loop_begin === undefined;
