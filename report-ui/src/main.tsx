// Reads the report that the page carries, and shows it.

import { render } from "preact";
import { decode } from "./decode.ts";
import { App } from "./view/app.tsx";
import { baseName } from "./view/place.tsx";
import "./style/index.css";

function start(): void {
  const root = document.getElementById("page") as HTMLElement;
  let json: unknown;
  try {
    json = JSON.parse(document.getElementById("report")?.textContent ?? "");
  } catch {
    root.textContent = "The report in this page is damaged: write it again with selvage check --html FILE.";
    return;
  }
  const report = decode(json);
  document.title = `${report.verdict || "no verdict"}: ${baseName(report.program)} - Selvage`;
  root.textContent = "";
  render(<App report={report} />, root);
}

start();
