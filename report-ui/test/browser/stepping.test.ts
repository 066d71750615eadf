// Walking through an interleaving: keys, search, filters, the source beside it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { race, several } from "../fixtures/findings.ts";
import { large } from "../fixtures/large.ts";
import { Opened, picture, selectedStep, stepCard } from "./opened.ts";

let opened: Opened;
before(async () => {
  opened = await Opened.launch();
});
after(() => opened.close());

test("keys move", () =>
  opened.with(race(), async (page) => {
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return selectedStep(page);
    };
    assert.equal(await press("Home"), "1");
    assert.equal(await press("ArrowDown"), "2");
    assert.equal(await press("j"), "3");
    assert.equal(await press("k"), "2");
    assert.equal(await press("ArrowUp"), "1");
    assert.equal(await press("ArrowUp"), "1");
    assert.equal(await press("n"), "3");
    assert.equal(await press("n"), "5");
    assert.equal(await press("p"), "3");
    assert.equal(await press("ArrowRight"), "4");
    assert.equal(await press("ArrowRight"), "7");
    assert.equal(await press("ArrowLeft"), "4");
    assert.equal(await press("m"), "8");
    assert.equal(await press("m"), "9");
    assert.equal(await press("M"), "8");
    assert.equal(await press("End"), "end");
    assert.equal(await press("PageUp"), "1");
  }));

test("every step says who, what, with which value, and why then", () =>
  opened.with(
    race(),
    async (page) => {
      assert.match(await stepCard(page), /Step 3 of 9[\s\S]*thread 1[\s\S]*woken by[\s\S]*1 \(main: create thread 1\)/);
      await page.keyboard.press("j");
      assert.match(await stepCard(page), /mutex lock of lock[\s\S]*holds[\s\S]*lock/);
      await page.keyboard.press("j");
      assert.match(await stepCard(page), /takes the turn from thread 1/);
      await page.keyboard.press("j");
      assert.match(await stepCard(page), /read of counter = 0/);
    },
    { address: "#1/3" },
  ));

test("folded steps are unfolded by a click, by a key, and by whatever leads to them", () => {
  const report = race();
  report.findings[0]?.steps.forEach((step, index) => {
    step.is_folded = [1, 2, 5].includes(index);
    if (index === 7) {
      step.reads_from = [5];
      step.overwrites = [5];
    }
  });
  return opened.with(
    report,
    async (page) => {
      const rows = page.locator("[role=option]");
      assert.equal(await rows.count(), 7);
      assert.match(await stepCard(page), /Step 8[\s\S]*reads from[\s\S]*6 \([\s\S]*unaware of[\s\S]*6 \(/);
      await picture(page, "folded");
      await page.getByTitle("Show 2 folded steps").click();
      assert.equal(await rows.count(), 9);
      await page.locator(".step-card .links button").first().click();
      assert.equal(await selectedStep(page), "6");
      assert.equal(await rows.count(), 10);
      assert.equal(await page.locator(".fold").count(), 0);
      await page.keyboard.press("f");
      await page.keyboard.press("f");
      assert.equal(await rows.count(), 7);
    },
    { address: "#1/8" },
  );
});

test("the source follows, with a mark for every thread", () =>
  opened.with(
    race(),
    async (page) => {
      assert.match(await page.locator(".source .line.current").innerText(), /9[\s\S]*pthread_mutex_lock/);
      assert.equal(await page.locator(".source .line.current .mark.running").innerText(), "1");
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      assert.match(await page.locator(".source .line.current").innerText(), /17[\s\S]*counter = counter \+ 1/);
      // thread 1 stands at line 10, main at 26: in view or named at the edge.
      const around = (await page.locator(".source .marks, .source .elsewhere").allInnerTexts()).join(" ");
      assert.match(around, /1/);
      await page.setViewportSize({ width: 1440, height: 2000 });
      const marks = await page.locator(".source .mark").allInnerTexts();
      assert.deepEqual(marks.sort(), ["1", "2", "m"]);
    },
    { address: "#1/4" },
  ));

test("the state: threads with their locks, objects with their values", () =>
  opened.with(
    race(),
    async (page) => {
      const rows = page.locator(".state tbody tr");
      assert.match(await rows.nth(0).innerText(), /main\s+waits/);
      assert.match(await rows.nth(1).innerText(), /thread 1\s+can go\s+read of counter example.c:10\s+lock/);
      assert.match(await rows.nth(2).innerText(), /thread 2\s+runs/);
      await page.getByRole("tab", { name: "Objects" }).click();
      assert.match(await rows.nth(0).innerText(), /counter memory\s+0\s+6, thread 2/);
      assert.match(await rows.nth(1).innerText(), /lock mutex\s+thread 1/);
    },
    { address: "#1/6" },
  ));

test("search goes round the matches", () =>
  opened.with(race(), async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("counter");
    assert.equal(await page.locator(".row.match").count(), 4);
    const steps: string[] = [];
    for (let i = 0; i < 4; ++i) {
      await page.keyboard.press("Enter");
      steps.push(await selectedStep(page));
    }
    assert.deepEqual(steps, ["6", "7", "8", "9"]);
    assert.equal(await page.locator(".search output").innerText(), "4 of 4");
    await page.keyboard.press("Shift+Enter");
    assert.equal(await selectedStep(page), "8");
    await page.keyboard.type(" nowhere");
    assert.equal(await page.locator(".search output").innerText(), "none");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".row.match").count(), 0);
    await page.keyboard.press("Home");
    assert.equal(await selectedStep(page), "1");
  }));

test("filters by thread", () =>
  opened.with(race(), async (page) => {
    await page.getByText("All threads").click();
    await page.getByRole("checkbox", { name: "thread 2" }).uncheck();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".toolbar .count").innerText(), "6 of 9 steps");
    assert.equal(await page.locator(".lane-head").count(), 2);
    // It stood at a step of thread 2, which is hidden.
    assert.equal(await selectedStep(page), "8");
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    assert.equal(await selectedStep(page), "4");
    await page.getByRole("button", { name: "show all" }).click();
    assert.equal(await page.locator(".lane-head").count(), 3);
    await page.getByRole("button", { name: /^thread 1: show only/ }).click();
    assert.equal(await page.locator(".lane-head").count(), 1);
    await page.getByRole("button", { name: /^thread 1: show only/ }).click();
    assert.equal(await page.locator(".lane-head").count(), 3);
  }));

test("filters by object", () =>
  opened.with(race(), async (page) => {
    await page.getByLabel("Only steps of one object").selectOption({ label: "counter (memory, 4 steps)" });
    assert.equal(await page.locator(".toolbar .count").innerText(), "4 of 9 steps");
    assert.equal(await page.locator(".row").count(), 5);
    await page.getByRole("button", { name: "show all" }).click();
    await page.getByRole("tab", { name: "Objects" }).click();
    await page.getByRole("button", { name: "lock", exact: true }).click();
    assert.equal(await page.locator(".toolbar .count").innerText(), "1 of 9 steps");
  }));

test("arrows can be left out", () =>
  opened.with(race(), async (page) => {
    assert.equal(await page.locator(".arrow.wake").count(), 2);
    await page.locator(".choice.wakes").click();
    assert.equal(await page.locator(".arrow.wake").count(), 0);
    await page.locator(".choice.locks").click();
    assert.equal(await page.locator(".lock").count(), 0);
  }));

test("a click on a step goes there, and stepping goes on from it", () =>
  opened.with(race(), async (page) => {
    await page.locator("#moment-3").click();
    assert.equal(await selectedStep(page), "4");
    await page.keyboard.press("ArrowDown");
    assert.equal(await selectedStep(page), "5");
  }));

test("help opens and closes by keyboard, and keys do nothing behind it", () =>
  opened.with(several(), async (page) => {
    const before = await selectedStep(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor({ state: "visible" });
    await page.keyboard.press("k");
    assert.equal(await selectedStep(page), before);
    await picture(page, "help");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("w");
    await page.locator(".wrong-body").waitFor({ state: "detached" });
  }));

test("the overview scrolls", () =>
  opened.with(
    large(12, 2000),
    async (page) => {
      const box = await page.locator(".minimap").boundingBox();
      assert.ok(box !== null);
      await page.mouse.click(box.x + 20, box.y + box.height / 2);
      const first = Number(await page.locator(".row .number").first().innerText());
      assert.ok(first > 800 && first < 1100, `first row in view: ${first}`);
      await picture(page, "twelve-threads");
    },
    { address: "#1/1" },
  ));
