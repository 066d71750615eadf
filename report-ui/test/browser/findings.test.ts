// What the page shows of each kind of finding.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertion, deadlock, livelock, race, several, temporal, verified } from "../fixtures/findings.ts";
import { Opened, picture, selectedStep, stepCard } from "./opened.ts";

let opened: Opened;
before(async () => {
  opened = await Opened.launch();
});
after(() => opened.close());

test("a race: both accesses, and the order that is missing", () =>
  opened.with(race(), async (page) => {
    assert.match(await page.locator("h1").innerText(), /^Data race on counter$/);
    const accesses = page.locator(".race .access");
    assert.equal(await accesses.count(), 2);
    assert.match(await accesses.nth(0).innerText(), /thread 1 writes 4 bytes of counter[\s\S]*holds lock/);
    assert.match(await accesses.nth(1).innerText(), /thread 2 writes 4 bytes of counter[\s\S]*holds no lock/);
    assert.match(await page.locator(".no-order").innerText(), /no order/);
    assert.equal(await page.locator("svg .missing-order").count(), 1);
    // It opens at the second access.
    assert.equal(await selectedStep(page), "9");
    await page.getByRole("button", { name: "step 8" }).click();
    assert.equal(await selectedStep(page), "8");
    await picture(page, "race");
  }));

test("a deadlock: the cycle as a graph, and each wait in words", () =>
  opened.with(deadlock(), async (page) => {
    const graph = page.getByRole("img", { name: /wait for each other/ });
    assert.equal(await graph.locator(".node.thread").count(), 3);
    assert.equal(await graph.locator(".node.object").count(), 3);
    assert.equal(await graph.locator(".edge").count(), 6);
    assert.match(
      (await graph.getAttribute("aria-label")) ?? "",
      /thread 1 waits in lock of fork_\[1\], held by thread 2/,
    );
    assert.equal(await page.locator(".waits .in-cycle").count(), 3);
    assert.equal(await selectedStep(page), "end");
    assert.match(await stepCard(page), /3 threads wait for each other/);
    await picture(page, "deadlock");
  }));

test("a deadlock of very many has no graph, but every wait", () =>
  opened.with(deadlock(30), async (page) => {
    assert.equal(await page.locator(".cycle").count(), 0);
    assert.equal(await page.locator(".waits .in-cycle").count(), 30);
    await picture(page, "deadlock-30");
  }));

test("a livelock: stem and loop", () =>
  opened.with(livelock(), async (page) => {
    const figure = page.getByRole("img", { name: "After 4 steps, 6 steps for ever" });
    assert.equal(await figure.locator("rect.piece").count(), 3);
    assert.equal(await figure.locator("path.piece").count(), 6);
    assert.equal(await page.locator(".row.in-loop").count(), 6);
    await page.getByRole("button", { name: "Go to where it begins" }).click();
    assert.equal(await selectedStep(page), "5");
    await picture(page, "livelock");
  }));

test("a temporal property: atoms beside the threads, and the loop", () =>
  opened.with(temporal(), async (page) => {
    assert.match(await page.locator(".words").innerText(), /Does not hold: G \(asks -> F enters\)/);
    assert.deepEqual(await page.locator(".atom-head").allInnerTexts(), ["asks", "enters"]);
    const atoms = (moment: string) => page.locator(`#moment-${moment} .atom`).allInnerTexts();
    assert.deepEqual(await atoms("3"), ["–", "–"]);
    assert.deepEqual(await atoms("4"), ["true", "–"]);
    assert.deepEqual(await atoms("8"), ["true", "–"]);
    assert.deepEqual(await atoms("9"), ["–", "–"]);
    assert.equal(await page.locator(".atom.changed").count(), 2);
    assert.equal(await page.locator(".row.in-loop").count(), 6);
    await picture(page, "temporal");
  }));

test("an assertion: the place, and text from the program stays text", () =>
  opened.with(assertion(), async (page) => {
    await page.getByText("Output", { exact: true }).click();
    assert.match(await page.locator(".output pre").first().innerText(), /<b>not bold<\/b> <\/script> &amp;/);
    assert.equal(await page.locator(".output b").count(), 0);
    assert.match(await page.locator(".places").innerText(), /Allocated here/);
    assert.match(await page.locator(".source").innerText(), /example.c could not be read/);
    await picture(page, "assertion");
  }));

test("nothing wrong: verdict and coverage", () =>
  opened.with(verified(), async (page) => {
    assert.equal(await page.locator("h1").innerText(), "Verified");
    assert.match(await page.locator(".counts").innerText(), /executions\s*1,204/);
    assert.match(await page.locator(".remarks").innerText(), /sequentially consistent/);
    await picture(page, "verified");
  }));

test("no verdict: the sentence that says why, and nothing that was not measured", () =>
  opened.with(
    { ...verified(), verdict: "", verdict_text: "", error: "x.c could not be compiled.", counts: {}, command: "" },
    async (page) => {
      assert.equal(await page.locator("h1").innerText(), "No verdict");
      assert.match(await page.locator(".summary").innerText(), /x.c could not be compiled/);
      assert.equal(await page.locator(".counts").count(), 0);
    },
  ));

test("several findings: one view each, suppressed ones told apart", () =>
  opened.with(several(), async (page) => {
    const tabs = page.locator(".top nav button");
    assert.equal(await tabs.count(), 6);
    await page.keyboard.press("]");
    assert.match(await page.locator("h1").innerText(), /^Deadlock: 3 threads/);
    await page.keyboard.press("[");
    assert.match(await page.locator("h1").innerText(), /^Data race/);
    await tabs.nth(5).click();
    assert.match(await page.locator(".words").innerText(), /Suppressed by race:counter/);
    await page.getByRole("button", { name: "Summary" }).click();
    assert.equal(await page.locator(".finding-card").count(), 5);
    assert.match(await page.locator(".summary").innerText(), /deadlock:never[\s\S]*not needed/);
    await picture(page, "summary");
    await page.locator(".finding-card").nth(2).click();
    assert.match(await page.locator("h1").innerText(), /^Livelock/);
  }));

test("an address leads to a finding and a step", () =>
  opened.with(
    several(),
    async (page) => {
      assert.match(await page.locator("h1").innerText(), /^Deadlock: 3 threads/);
      assert.equal(await selectedStep(page), "4");
    },
    { address: "#2/4" },
  ));

test("on paper everything is there", () =>
  opened.with(several(), async (page) => {
    await page.emulateMedia({ media: "print" });
    await page.locator(".printed-finding").nth(4).waitFor({ state: "attached" });
    assert.equal(await page.locator(".printed-finding").count(), 5);
    assert.equal(await page.locator(".printed-finding").first().locator(".printed-steps tbody tr").count(), 9);
    assert.ok((await page.pdf()).length > 10_000);
    await page.emulateMedia({ media: "screen" });
    await page.locator(".printed-finding").first().waitFor({ state: "detached" });
    assert.equal(await page.locator(".printed-finding").count(), 0);
  }));
