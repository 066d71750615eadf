// A browser for a file of tests, and pages in it with a report each. A page that asks the network for anything, or that
// reports an error, fails its test.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Report } from "../../src/report.ts";
import { writePage } from "../fixtures/page.ts";

const template = process.env.SELVAGE_REPORT_PAGE as string;
const screenshots = process.env.SELVAGE_SCREENSHOTS;

export class Opened {
  private readonly folder = mkdtempSync(join(tmpdir(), "selvage-report-"));
  private pages = 0;

  private constructor(readonly browser: Browser) {}

  static async launch(): Promise<Opened> {
    const executablePath = process.env.SELVAGE_CHROMIUM ?? "/usr/bin/chromium";
    // Tests run as root in containers, where the sandbox cannot.
    return new Opened(await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] }));
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  // Runs a test on a page with this report.
  async with(
    report: Report,
    test: (page: Page, file: string) => Promise<void>,
    options: BrowserContextOptions & { address?: string } = {},
  ): Promise<void> {
    const file = join(this.folder, `${++this.pages}.html`);
    writePage(template, report, file);
    await this.withFile(file, test, options);
  }

  async withFile(
    file: string,
    test: (page: Page, file: string) => Promise<void>,
    { address = "", ...options }: BrowserContextOptions & { address?: string } = {},
  ): Promise<void> {
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    try {
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("request", (request) => {
        if (request.url().split("#")[0] !== pathToFileURL(file).href) problems.push(`asks for ${request.url()}`);
      });
      await page.goto(pathToFileURL(file).href + address);
      await test(page, file);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  }
}

// For people to look at; only where a folder is asked for.
export async function picture(page: Page, name: string): Promise<void> {
  if (screenshots === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

export const selectedStep = (page: Page): Promise<string> =>
  page.locator(".lanes [role=option][aria-selected=true] .number").innerText();

export const stepCard = (page: Page): Promise<string> => page.locator(".step-card").innerText();
