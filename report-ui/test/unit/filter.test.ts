// Rows under filters, and moving along them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Execution } from "../../src/model/execution.ts";
import { firstFilter, kNoFilter, Rows, unfoldedAt } from "../../src/model/filter.ts";
import { countUpTo, firstAfter, lastUpTo } from "../../src/model/sorted.ts";
import type { Counterexample } from "../../src/report.ts";
import { race } from "../fixtures/findings.ts";

const execution = new Execution(race().findings[0] as Counterexample);

test("without a filter every step has a row, and the end one more", () => {
  const rows = new Rows(execution, kNoFilter);
  assert.equal(rows.count, execution.end + 1);
  for (let moment = 0; moment <= execution.end; ++moment) assert.equal(rows.rowUpTo(moment), moment);
});

test("hidden threads have no rows", () => {
  const rows = new Rows(execution, { ...kNoFilter, hiddenThreads: new Set([0, 1]) });
  assert.deepEqual(rows.moments, [4, 5, 8, 9]);
  assert.equal(rows.has(6), false);
  assert.equal(rows.nearest(6), 5);
  assert.equal(rows.nearest(0), 4);
});

test("one object, also together with hidden threads", () => {
  assert.deepEqual(new Rows(execution, { ...kNoFilter, object: 1 }).moments, [5, 6, 7, 8, 9]);
  assert.deepEqual(new Rows(execution, { ...kNoFilter, hiddenThreads: new Set([1]), object: 1 }).moments, [5, 8, 9]);
});

test("steps that the finding does not depend on can be left out", () => {
  const finding = structuredClone(race().findings[0] as Counterexample);
  finding.steps.forEach((step, index) => {
    step.is_aside = index % 2 === 1;
  });
  const rows = new Rows(new Execution(finding), { ...kNoFilter, aside: false });
  assert.deepEqual(rows.moments, [0, 2, 4, 6, 8, 9]);
});

test("steps are folded at first, and unfolded stretch by stretch", () => {
  const finding = structuredClone(race().findings[0] as Counterexample);
  finding.steps.forEach((step, index) => {
    step.is_folded = [1, 2, 5, 8].includes(index);
  });
  const folded = new Execution(finding);
  const filter = firstFilter(folded);
  const rows = new Rows(folded, filter);
  assert.deepEqual(rows.moments, [0, 3, 4, 6, 7, 9]);
  assert.deepEqual(
    [...rows.folds],
    [
      [3, 2],
      [6, 1],
      [9, 1],
    ],
  );
  const unfolded = unfoldedAt(folded, filter, 2);
  assert.deepEqual(new Rows(folded, unfolded).moments, [0, 1, 2, 3, 4, 6, 7, 9]);
  assert.equal(new Rows(folded, { ...filter, folded: true }).count, folded.end + 1);
  assert.equal(firstFilter(execution).folded, true);
});

test("steps inside the library can be left out, but not those that the finding is about", () => {
  const finding = structuredClone(race().findings[0] as Counterexample);
  finding.steps.forEach((step, index) => {
    step.in_library = index > 4;
  });
  const rows = new Rows(new Execution(finding), { ...kNoFilter, library: false });
  assert.deepEqual(rows.moments, [0, 1, 2, 3, 4, 7, 8, 9]);
});

test("everything hidden leaves the end", () => {
  const rows = new Rows(execution, { ...kNoFilter, hiddenThreads: new Set([0, 1, 2]) });
  assert.deepEqual(rows.moments, [9]);
  assert.equal(rows.moved(9, 1), 9);
  assert.equal(rows.moved(9, -1), 9);
  assert.equal(rows.nearest(3), 9);
});

test("moving stops at both ends", () => {
  const rows = new Rows(execution, kNoFilter);
  assert.equal(rows.moved(0, -1), 0);
  assert.equal(rows.moved(0, 1), 1);
  assert.equal(rows.moved(8, 20), 9);
  assert.equal(rows.moved(3, -20), 0);
});

test("moving from a hidden moment goes to the rows around it", () => {
  const rows = new Rows(execution, { ...kNoFilter, hiddenThreads: new Set([0, 1]) });
  assert.equal(rows.moved(6, 1), 8);
  assert.equal(rows.moved(6, -1), 5);
});

test("finding goes in one direction, and stays where nothing is found", () => {
  const rows = new Rows(execution, kNoFilter);
  const isSwitch = (moment: number) => execution.turns[moment] !== undefined && execution.turns[moment] !== "same";
  assert.equal(rows.find(0, 1, isSwitch), 2);
  assert.equal(rows.find(2, 1, isSwitch), 4);
  assert.equal(rows.find(4, -1, isSwitch), 2);
  assert.equal(rows.find(2, -1, isSwitch), 2);
  assert.equal(
    rows.find(-1, 1, (moment) => moment === 0),
    0,
  );
});

test("sorted lists", () => {
  assert.equal(countUpTo([], 3), 0);
  assert.equal(countUpTo([1, 3, 5], 3), 2);
  assert.equal(lastUpTo([1, 3, 5], 4), 3);
  assert.equal(lastUpTo([1, 3, 5], 0), undefined);
  assert.equal(firstAfter([1, 3, 5], 3), 5);
  assert.equal(firstAfter([1, 3, 5], 5), undefined);
});
