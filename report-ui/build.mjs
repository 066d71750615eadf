// Bundles the page into one file with nothing left to load: node build.mjs [FILE]. What remains open in it is the
// report: src/report/html.cpp puts it where {{report}} stands.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(folder, "../build/report-ui/report.html"));

const result = await build({
  absWorkingDir: folder,
  entryPoints: ["src/main.tsx"],
  outdir: "out",
  bundle: true,
  minify: true,
  write: false,
  charset: "utf8",
  target: ["es2022", "chrome111", "firefox113", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  // Nothing in a script element may look like its end.
  supported: { "inline-script": false },
});

const output = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const parts = { style: output(".css"), script: output(".js") };
parts["script-hash"] = hash(parts.script);
parts["style-hash"] = hash(parts.style);
const template = readFileSync(join(folder, "src/page.html"), "utf8");
const page = template.replace(/\{\{([a-z-]+)\}\}/g, (whole, name) => parts[name] ?? whole);

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);
