// Where things stand in the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeOf, onEllipse } from "../../src/layout/circle.ts";
import { arrowPath, kNumberWidth, kRowHeight, labelEvery, layOutLanes, middleOf } from "../../src/layout/lanes.ts";
import { overviewOf, rowAt, yOfRow } from "../../src/layout/overview.ts";
import { centredOn, scrolledTo, windowOf } from "../../src/layout/window.ts";

const threads = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test("few threads have room for words in their lanes", () => {
  const lanes = layOutLanes(threads(2), 800);
  assert.ok(lanes.isRoomy);
  assert.equal(lanes.width, 800);
});

test("many threads share the width with a column of words", () => {
  const lanes = layOutLanes(threads(40), 840);
  assert.ok(!lanes.isRoomy);
  assert.ok(lanes.width <= 840, "nothing to scroll sideways");
  assert.ok(lanes.width - lanes.textX >= 280, "words have room");
  const all = [...lanes.xOf.values()];
  assert.ok(all.every((x, index) => index === 0 || x > (all[index - 1] as number)));
  assert.ok(all.every((x) => x > kNumberWidth && x < lanes.textX));
});

test("very many threads are wider than the window rather than on top of each other", () => {
  const lanes = layOutLanes(threads(500), 840);
  assert.ok(lanes.width > 840);
  assert.ok(lanes.laneWidth >= 8);
});

test("no thread at all is laid out, too", () => {
  const lanes = layOutLanes([], 500);
  assert.equal(lanes.xOf.size, 0);
  assert.ok(Number.isFinite(lanes.textX));
});

test("only threads that are shown have lanes, without gaps", () => {
  const lanes = layOutLanes([3, 7], 800);
  assert.deepEqual([...lanes.xOf.keys()], [3, 7]);
  assert.equal((lanes.xOf.get(7) as number) - (lanes.xOf.get(3) as number), lanes.laneWidth);
});

test("labels never overlap", () => {
  for (const count of [1, 2, 5, 20, 40, 100]) {
    const lanes = layOutLanes(threads(count), 840);
    assert.ok(labelEvery(lanes) * lanes.laneWidth >= 19);
  }
});

test("arrows end above the dot they lead to", () => {
  const lanes = layOutLanes(threads(3), 800);
  for (const [x1, x2] of [
    [70, 300],
    [300, 70],
    [70, 70],
  ] as const) {
    const path = arrowPath(lanes, x1, middleOf(0), x2, middleOf(4));
    assert.match(path, new RegExp(`V${middleOf(4) - 8}$`));
    assert.doesNotMatch(path, /NaN/);
  }
});

test("the window has what is in view, and never more than there is", () => {
  assert.deepEqual(windowOf(0, 260, kRowHeight, 5), { first: 0, end: 5 });
  const middle = windowOf(26_000, 520, 26, 20_000);
  assert.ok(middle.first <= 1000 && middle.end >= 1020 && middle.end - middle.first < 60);
  assert.deepEqual(windowOf(1e9, 520, 26, 10), { first: 10, end: 10 });
  assert.deepEqual(windowOf(0, 0, 26, 0), { first: 0, end: 0 });
});

test("scrolling shows a row, and does not move if it is in view", () => {
  assert.equal(scrolledTo(10, 100, 520, 26), 100);
  const down = scrolledTo(100, 0, 520, 26);
  assert.ok(100 * 26 >= down && 101 * 26 <= down + 520);
  assert.equal(scrolledTo(0, 500, 520, 26), 0);
  const small = scrolledTo(50, 0, 26, 26);
  assert.equal(small, 50 * 26);
});

test("what is far away comes to the middle", () => {
  assert.equal(centredOn(1000, 0, 520, 26), 1000 * 26 - 247);
  assert.equal(centredOn(20, 0, 520, 26), scrolledTo(20, 0, 520, 26));
});

test("the overview has every row, and finds it again", () => {
  for (const rows of [1, 9, 400, 20_001]) {
    const overview = overviewOf(rows, 500);
    assert.ok(overview.height <= 500);
    for (const row of [0, Math.floor(rows / 2), rows - 1]) {
      const found = rowAt(overview, yOfRow(overview, row), rows);
      assert.ok(Math.abs(found - row) <= Math.ceil(overview.rowsPerPixel));
    }
    assert.equal(rowAt(overview, -5, rows), 0);
    assert.equal(rowAt(overview, 1e6, rows), rows - 1);
  }
});

test("an ellipse begins at the top and goes round clockwise", () => {
  const points = onEllipse(4, { x: 0, y: 0 }, 20, 10).map(({ x, y }) => [Math.round(x) + 0, Math.round(y) + 0]);
  assert.deepEqual(points, [
    [0, -10],
    [20, 0],
    [0, 10],
    [-20, 0],
  ]);
});

test("lines leave boxes at their edges", () => {
  const box = { x: 0, y: 0, width: 40, height: 20 };
  assert.deepEqual(edgeOf(box, { x: 100, y: 0 }), { x: 20, y: 0 });
  assert.deepEqual(edgeOf(box, { x: 0, y: -100 }), { x: 0, y: -10 });
  assert.deepEqual(edgeOf(box, { x: 0, y: 0 }), { x: 0, y: 0 });
});
