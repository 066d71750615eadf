// Questions about an interleaving, answered for the small ones of the fixtures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowsOf } from "../../src/model/arrows.ts";
import { Execution } from "../../src/model/execution.ts";
import { search } from "../../src/model/search.ts";
import { blockedSpans, lockSpans } from "../../src/model/spans.ts";
import { objectStates, threadState, threadStates, valueAt } from "../../src/model/state.ts";
import { commonLocks, waitsOf } from "../../src/model/waits.ts";
import type { Counterexample, Report } from "../../src/report.ts";
import { assertion, deadlock, race } from "../fixtures/findings.ts";

const first = (report: Report): Counterexample => report.findings[0] as Counterexample;

test("turns tell switches from preemptions", () => {
  const execution = new Execution(first(race()));
  // main creates, is blocked, thread 1 goes on: a switch. thread 2 takes the turn from thread 1: a preemption.
  assert.deepEqual(execution.turns.slice(0, 5), ["same", "same", "switch", "same", "preemption"]);
  assert.equal(execution.turns.filter((turn) => turn !== "same").length, execution.finding.switches);
  assert.equal(execution.turns.filter((turn) => turn === "preemption").length, execution.finding.preemptions);
});

test("a thread is not there before it is created", () => {
  const execution = new Execution(first(race()));
  assert.equal(threadState(execution, 2, 0).status, "absent");
  assert.equal(threadState(execution, 2, 1).status, "ready");
  assert.equal(threadState(execution, 1, 0).status, "ready");
});

test("at each moment one thread runs, and the others stand before what they do next", () => {
  const execution = new Execution(first(race()));
  execution.finding.steps.forEach((step, moment) => {
    const states = threadStates(execution, moment);
    assert.deepEqual(
      states.filter((state) => state.status === "running").map((state) => state.thread),
      [step.thread],
    );
    for (const state of states) {
      const next = execution.nextStepOf(state.thread, moment);
      if (state.status === "ready" && next !== undefined) assert.equal(state.place, execution.step(next)?.place);
    }
  });
});

test("at the end threads stand where they wait", () => {
  const execution = new Execution(first(deadlock()));
  const states = threadStates(execution, execution.end);
  assert.ok(states.every((state) => state.status === "blocked"));
  assert.equal(states[1]?.place.line, 10);
  assert.deepEqual(states[1]?.held, [0]);
  assert.equal(states[1]?.awaited, 1);
});

test("values are those of the last access that told one", () => {
  const execution = new Execution(first(race()));
  const counter = 1;
  assert.equal(valueAt(execution, counter, 4), undefined);
  assert.equal(valueAt(execution, counter, 5), "0");
  assert.equal(valueAt(execution, counter, 8), "1");
});

test("objects are listed with their holders, the one touched last first", () => {
  const execution = new Execution(first(race()));
  const states = objectStates(execution, 5, threadStates(execution, 5));
  assert.deepEqual(
    states.map((state) => [state.object, state.holders, state.value]),
    [
      [1, [], "0"],
      [0, [1], undefined],
    ],
  );
});

test("arrows come from after and woken_by, each pair once", () => {
  const execution = new Execution(first(assertion()));
  const arrows = arrowsOf(execution);
  assert.ok(arrows.some((arrow) => arrow.kind === "wake" && arrow.from === 0 && arrow.to === 1));
  assert.equal(new Set(arrows.map((arrow) => `${arrow.from}-${arrow.to}`)).size, arrows.length);
  assert.ok(arrows.every((arrow) => arrow.from < arrow.to));
});

test("locks are held from the step that takes them to the one that releases them", () => {
  const spans = lockSpans(new Execution(first(race())));
  assert.deepEqual(spans, [{ thread: 1, object: 0, from: 3, to: 9 }]);
});

test("a thread is blocked from where it cannot go on, to the end if it never can again", () => {
  const spans = blockedSpans(new Execution(first(deadlock())));
  assert.deepEqual(
    spans.find((span) => span.thread === 0),
    { thread: 0, from: 2, to: 9 },
  );
  assert.ok(spans.filter((span) => span.thread > 0).every((span) => span.to === 9));
});

test("search needs all words, wherever they stand", () => {
  const execution = new Execution(first(race()));
  assert.deepEqual(search(execution, "COUNTER write"), [7, 8]);
  assert.deepEqual(search(execution, "example.c:17"), [5, 8]);
  assert.deepEqual(search(execution, "thread 2 write"), [8]);
  assert.deepEqual(search(execution, "   "), []);
  assert.deepEqual(search(execution, "nowhere"), []);
});

test("waits begin with the cycle, in its order", () => {
  const finding = { ...first(deadlock()), wait_cycle: [2, 3, 1] };
  const waits = waitsOf(finding);
  assert.deepEqual(
    waits.map((wait) => [wait.thread, wait.inCycle]),
    [
      [2, true],
      [3, true],
      [1, true],
      [0, false],
    ],
  );
});

test("common locks", () => {
  assert.deepEqual(commonLocks([1, 2, 3], [3, 1]), [1, 3]);
  assert.deepEqual(commonLocks([1], []), []);
});
