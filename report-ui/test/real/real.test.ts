// Reports as selvage check --html writes them, for programs that go wrong in different ways: each opens, shows what was
// found, and can be walked through from the first step to the end.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Opened, picture, selectedStep } from "../browser/opened.ts";

const selvage = process.env.SELVAGE_COMMAND ?? "../build/release/bin/selvage";
const sources = process.env.SELVAGE_SOURCE_FOLDER ?? "..";
const folder = mkdtempSync(join(tmpdir(), "selvage-real-"));

let opened: Opened;
before(async () => {
  opened = await Opened.launch();
});
after(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function written(program: string, options: string[] = []): string {
  const file = join(folder, `${basename(program)}.html`);
  const command = [
    "check",
    "--html",
    file,
    "--save",
    join(folder, "finding.selvage"),
    ...options,
    join(sources, program),
  ];
  const { status, stderr } = spawnSync(selvage, command, { cwd: folder, encoding: "utf8", timeout: 120_000 });
  assert.ok(
    status !== null && status !== 2 && status !== 3 && status !== 4,
    `${program} ends with ${status}: ${stderr}`,
  );
  return file;
}

// Down every step, and back to the first in one go.
async function walk(page: Page): Promise<number> {
  if ((await page.locator(".choice.folded input:not(:checked)").count()) > 0) await page.keyboard.press("f");
  await page.keyboard.press("Home");
  let count = 0;
  for (let step = await selectedStep(page); step !== "end"; step = await selectedStep(page)) {
    assert.equal(Number(step), ++count);
    assert.ok(await page.locator("[role=option][aria-selected=true]").isVisible());
    await page.keyboard.press("j");
  }
  return count;
}

interface Expectation {
  program: string;
  title: RegExp;
  figure: string;
  options?: string[];
}

const kPrograms: Expectation[] = [
  { program: "examples/bank.c", title: /^Assertion .* fails/, figure: ".places .excerpt" },
  { program: "examples/philosophers.c", title: /^Deadlock: .* wait for each other/, figure: ".cycle" },
  { program: "examples/counter.c", title: /^Data race on hits/, figure: ".race .no-order" },
  { program: "examples/mailbox.cpp", title: /^Assertion/, figure: ".places .excerpt" },
  { program: "tests/programs/check/deadlock_lost_wakeup.c", title: /^Deadlock/, figure: ".waits li" },
  { program: "tests/programs/check/memory_use_after_free.c", title: /free/, figure: ".places .access" },
  { program: "tests/programs/check/misuse_unlock_by_stranger.c", title: /unlock/, figure: ".places .access" },
  { program: "tests/programs/check/spin_never_set.c", title: /./, figure: ".figure" },
];

for (const { program, title, figure, options } of kPrograms) {
  test(program, () =>
    opened.withFile(written(program, options), async (page, file) => {
      assert.match(await page.locator("h1").innerText(), title);
      assert.ok((await page.locator(figure).count()) > 0, `there is ${figure}`);
      assert.match(await page.locator(".source .line.current").innerText(), /\S/);
      await picture(page, `real-${basename(program)}`);
      const steps = await walk(page);
      assert.equal(await page.locator(".toolbar .count").innerText(), `${steps} step${steps === 1 ? "" : "s"}`);
      // What the page was made from has no path of the machine that built it.
      assert.doesNotMatch(readFileSync(file, "utf8"), /node_modules/);
    }),
  );
}

test("several findings in one report", () =>
  opened.withFile(written("tests/programs/check/paper_dscmc_race.c", ["--keep-going"]), async (page) => {
    await page.getByRole("button", { name: "Summary" }).click();
    assert.ok((await page.locator(".finding-card").count()) >= 1);
  }));

test("a verified program", () =>
  opened.withFile(written("tests/programs/check/mutex_counter.c"), async (page) => {
    assert.equal(await page.locator("h1").innerText(), "Verified");
    assert.match(await page.locator(".counts").innerText(), /executions/);
    await picture(page, "real-verified");
  }));
