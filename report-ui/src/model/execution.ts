// One interleaving, indexed for questions like "what did this thread do last". A *moment* is a number: moment i is when step
// i is executed, and the moment after the last step is the end, where the finding shows.

import type { Counterexample, Step } from "../report.ts";
import { firstAfter, lastUpTo } from "./sorted.ts";

export type Turn = "same" | "switch" | "preemption";

export class Execution {
  readonly stepsOfThread: number[][];
  readonly stepsOfObject: number[][];
  // For each object, the steps that tell its value.
  readonly valuesOfObject: number[][];
  // How the turn came to the thread of each step: a preemption takes it from one that could have gone on.
  readonly turns: Turn[];
  // The steps that a choice was made for.
  private readonly choices: number[] = [];
  // The moment from which each thread is there.
  readonly begins: number[];

  constructor(readonly finding: Counterexample) {
    const { threads, objects, steps } = finding;
    this.stepsOfThread = threads.map(() => []);
    this.stepsOfObject = objects.map(() => []);
    this.valuesOfObject = objects.map(() => []);
    this.turns = [];
    let previous: Step | undefined;
    steps.forEach((step, index) => {
      this.stepsOfThread[step.thread]?.push(index);
      if (step.enabled.length > 0) this.choices.push(index);
      if (step.object !== undefined) {
        this.stepsOfObject[step.object]?.push(index);
        if (step.read !== undefined || step.written !== undefined) this.valuesOfObject[step.object]?.push(index);
      }
      if (previous === undefined || previous.thread === step.thread) this.turns.push("same");
      else this.turns.push(step.enabled.includes(previous.thread) ? "preemption" : "switch");
      previous = step;
    });
    this.begins = this.stepsOfThread.map((own) => this.beginOf(own[0]));
  }

  get end(): number {
    return this.finding.steps.length;
  }

  // Who could go just before the step of a moment. It is recorded where there was a choice to make; steps that go with the
  // one before them have none of their own, and nobody can be chosen in between. None: not recorded.
  enabledBefore(moment: number): number[] {
    return this.finding.steps[firstAfter(this.choices, moment - 1) ?? -1]?.enabled ?? [];
  }

  step(moment: number): Step | undefined {
    return this.finding.steps[moment];
  }

  // The last step that the thread has done when the step of this moment is over.
  lastStepOf(thread: number, moment: number): number | undefined {
    return lastUpTo(this.stepsOfThread[thread] ?? [], moment);
  }

  nextStepOf(thread: number, moment: number): number | undefined {
    return firstAfter(this.stepsOfThread[thread] ?? [], moment);
  }

  isMarked(moment: number): boolean {
    return this.step(moment)?.is_marked ?? false;
  }

  // A thread whose first step comes after a creation is there from then on; others were there before the first step.
  private beginOf(first: number | undefined): number {
    if (first === undefined) return 0;
    const step = this.finding.steps[first] as Step;
    const causes = step.woken_by === undefined ? step.after : [...step.after, step.woken_by];
    const creations = causes.filter((cause) => this.finding.steps[cause]?.operation === "thread_create");
    return creations.length > 0 ? Math.max(...creations) : 0;
  }
}
