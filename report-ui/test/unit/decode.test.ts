// Reports as they come, and reports that are damaged.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../../src/decode.ts";
import { Execution } from "../../src/model/execution.ts";
import { kNoFilter, Rows } from "../../src/model/filter.ts";
import { threadStates } from "../../src/model/state.ts";
import { several } from "../fixtures/findings.ts";

test("what was left out is filled in", () => {
  const report = decode({
    verdict: "bug",
    findings: [{ kind: "deadlock", threads: [{}], steps: [{ thread: 0, operation: "yield" }] }],
  });
  const [finding] = report.findings;
  assert.equal(finding?.threads[0]?.name, "thread 0");
  assert.equal(finding?.steps[0]?.text, "yield");
  assert.equal(finding?.steps[0]?.alternatives, 1);
  assert.deepEqual(finding?.wait_cycle, []);
  assert.equal(finding?.loop_begin, undefined);
});

test("a whole report comes through unchanged", () => {
  const report = several();
  const again = decode(JSON.parse(JSON.stringify(report)));
  assert.deepEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(report)));
});

test("references to nowhere are dropped", () => {
  const [finding] = decode({
    findings: [
      {
        threads: [{ waiting: { held_by: [0, 9], object: 7 } }],
        objects: [{ kind: "mutex" }],
        steps: [{ thread: 5, object: 3, after: [0, -1, 7, "x"], held: [0, 4], enabled: [0, 8], woken_by: 12 }],
        wait_cycle: [0, 3],
        loop_begin: 4,
        atoms: ["p", 7],
        atom_rows: [{ step: 9, holds: [0, 1, -1] }],
        atom_loop: 1,
        accesses: [{ thread: 3, step: 9 }],
      },
    ],
  }).findings;
  const step = finding?.steps[0];
  assert.equal(step?.thread, 0);
  assert.equal(step?.object, undefined);
  assert.deepEqual([step?.after, step?.held, step?.enabled, step?.woken_by], [[], [0], [0], undefined]);
  assert.deepEqual(finding?.wait_cycle, [0]);
  assert.equal(finding?.loop_begin, undefined);
  assert.deepEqual(finding?.atoms, ["p"]);
  assert.deepEqual(finding?.atom_rows, [{ step: undefined, holds: [0] }]);
  assert.equal(finding?.atom_loop, undefined);
  assert.equal(finding?.accesses[0]?.step, undefined);
  assert.deepEqual(finding?.threads[0]?.waiting?.held_by, [0]);
});

test("nonsense is an empty report", () => {
  for (const value of [null, 3, "x", [], {}, { findings: 3, sources: [1], counts: { a: "b" } }]) {
    const report = decode(value);
    assert.deepEqual(report.findings, []);
    assert.deepEqual(report.counts, {});
  }
});

// Every part of a report in turn becomes something else; nothing may throw.
test("damage anywhere is survived", () => {
  const text = JSON.stringify(several());
  const intact = JSON.parse(text);
  const damaged: unknown[] = [null, -1, "", [], {}, 1e300];
  let count = 0;
  const visit = (node: Record<string, unknown>, root: unknown) => {
    for (const key of Object.keys(node)) {
      const kept = node[key];
      for (const value of damaged) {
        node[key] = value;
        const report = decode(root);
        for (const finding of report.findings) {
          const execution = new Execution(finding);
          threadStates(execution, execution.end);
          assert.ok(new Rows(execution, kNoFilter).count > 0);
        }
        ++count;
      }
      node[key] = kept;
      // The first elements of lists stand for all.
      if (typeof kept === "object" && kept !== null && !(Number(key) > 1)) visit(kept as Record<string, unknown>, root);
    }
  };
  visit(intact, intact);
  assert.ok(count > 1000);
});
