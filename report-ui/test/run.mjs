// Runs the tests of one folder: node test/run.mjs unit|browser|speed [PAGE]. They are TypeScript; Node.js gets them bundled.
// PAGE is the page to test, without a report; by default it is built.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = dirname(fileURLToPath(import.meta.url));
const [kind = "unit", page] = process.argv.slice(2);
// Below the packages, so that imports of what is not bundled are found.
const output = mkdtempSync(join(folder, "../node_modules/.tests-"));
let status = 1;
try {
  const tests = readdirSync(join(folder, kind)).filter((name) => name.endsWith(".test.ts"));
  await build({
    absWorkingDir: folder,
    entryPoints: tests.map((name) => join(kind, name)),
    outdir: output,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    jsxImportSource: "preact",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const environment = {
    ...process.env,
    SELVAGE_REPORT_PAGE: page === undefined ? join(output, "page.html") : resolve(page),
  };
  if (page === undefined && kind !== "unit") {
    spawnSync(process.execPath, [join(folder, "../build.mjs"), environment.SELVAGE_REPORT_PAGE], { stdio: "inherit" });
  }
  const files = tests.map((name) => join(output, name.replace(/\.ts$/, ".mjs")));
  status =
    spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit", env: environment })
      .status ?? 1;
} finally {
  rmSync(output, { recursive: true, force: true });
}
process.exitCode = status;
