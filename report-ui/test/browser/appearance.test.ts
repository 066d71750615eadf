// Light and dark, contrast, names for those who do not see it, narrow windows.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { race, several } from "../fixtures/findings.ts";
import { large } from "../fixtures/large.ts";
import { Opened, picture } from "./opened.ts";

let opened: Opened;
before(async () => {
  opened = await Opened.launch();
});
after(() => opened.close());

const themeOf = () => document.documentElement.dataset.theme;
const groundOf = () => getComputedStyle(document.documentElement).backgroundColor;

test("the theme is the system's, until the switch is used; then it stays", () =>
  opened.with(
    race(),
    async (page) => {
      assert.equal(await page.evaluate(themeOf), "dark");
      const dark = await page.evaluate(groundOf);
      await picture(page, "race-dark");
      await page.getByRole("switch", { name: "Dark" }).click();
      assert.equal(await page.evaluate(themeOf), "light");
      assert.notEqual(await page.evaluate(groundOf), dark);
      await page.reload();
      assert.equal(await page.evaluate(themeOf), "light");
      await page.keyboard.press("t");
      assert.equal(await page.evaluate(themeOf), "dark");
    },
    { colorScheme: "dark" },
  ));

// Contrast as the Web Content Accessibility Guidelines define it, of all colours of text on all they stand on.
test("all text has a contrast of 4.5 or more, in both themes", () =>
  opened.with(race(), async (page) => {
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme as "light" | "dark" });
      const low = await page.evaluate(() => {
        const canvas = document.createElement("canvas");
        const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
        const style = getComputedStyle(document.documentElement);
        const variable = (name: string) => style.getPropertyValue(name).trim();
        const luminance = (colour: string) => {
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
            const share = value / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const contrast = (one: string, other: string) => {
          const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
          return (high + 0.05) / (low + 0.05);
        };
        const pairs: [string, string, string][] = [];
        for (const ground of ["--ground", "--panel", "--raised"]) {
          for (const ink of ["--ink", "--soft", "--bad", "--accent", "--warn", "--good"]) {
            pairs.push([`${ink} on ${ground}`, variable(ink), variable(ground)]);
          }
        }
        for (const kind of ["--bad", "--good", "--warn"]) {
          pairs.push([`${kind} on its ground`, variable(kind), variable(`${kind}-ground`)]);
          pairs.push([`--ink on ${kind}-ground`, variable("--ink"), variable(`${kind}-ground`)]);
        }
        pairs.push(["--ink on --match-ground", variable("--ink"), variable("--match-ground")]);
        for (const code of ["comment", "keyword", "text", "number"]) {
          pairs.push([code, variable(`--code-${code}`), variable("--panel")]);
        }
        for (let hue = 0; hue < 360; hue += 5) {
          const thread = `oklch(${variable("--thread-lightness")} ${variable("--thread-chroma")} ${hue})`;
          const ground = `oklch(${variable("--thread-ground-lightness")} ${variable("--thread-ground-chroma")} ${hue})`;
          pairs.push([`thread ${hue}`, thread, variable("--panel")]);
          pairs.push([`thread ${hue} on its ground`, thread, ground]);
        }
        return pairs
          .map(([name, one, other]) => ({ name, contrast: contrast(one, other) }))
          .filter((pair) => pair.contrast < 4.5);
      });
      assert.deepEqual(low, [], theme);
    }
  }));

test("everything that can be used has a name and can be reached by keyboard", () =>
  opened.with(several(), async (page) => {
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, summary, [role=option], [role=listbox], [role=tab]")]
        .filter((element) => {
          const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
          const name =
            element.getAttribute("aria-label") ??
            `${element.textContent}${labels.map((label) => label.textContent).join("")}`;
          return name.trim() === "";
        })
        .map((element) => element.outerHTML),
    );
    assert.deepEqual(nameless, []);
    const list = page.getByRole("listbox");
    await list.focus();
    const active = await list.getAttribute("aria-activedescendant");
    assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
    assert.match(
      (await page.locator(`#${active}`).getAttribute("aria-label")) ?? "",
      /^Step 9, thread 2: write of counter/,
    );
    const reached = new Set<string>();
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(() =>
          `${document.activeElement?.tagName}.${document.activeElement?.className}`.toLowerCase(),
        ),
      );
    }
    for (const part of [
      "input.",
      "select.",
      "summary.",
      "div.lanes-scroller",
      "div.listing",
      "div.table-scroller",
      "button.icon",
    ]) {
      assert.ok(
        [...reached].some((element) => element.startsWith(part)),
        `${part} is reached`,
      );
    }
  }));

test("a narrow window has everything under each other, and nothing beside it", () =>
  opened.with(
    race(),
    async (page) => {
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok((widths[0] as number) <= (widths[1] as number), "nothing to scroll sideways");
      await picture(page, "race-narrow");
    },
    { viewport: { width: 620, height: 900 } },
  ));

test("forty threads fit", () =>
  opened.with(
    large(40, 400),
    async (page) => {
      const overflow = await page
        .locator(".lanes-scroller")
        .evaluate((element) => element.scrollWidth - element.clientWidth);
      assert.ok(overflow <= 0);
      await picture(page, "forty-threads");
    },
    { address: "#1/200" },
  ));
