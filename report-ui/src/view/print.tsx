// The report on paper: everything that the screen shows on request, one after the other. It is in the page only while it is
// printed.

import { useEffect, useState } from "preact/hooks";
import type { Counterexample, Report } from "../report.ts";
import { Figure, Words } from "./finding.tsx";
import { placeText } from "./place.tsx";
import { ThreadTag } from "./threads.tsx";
import { counted, noteText, titleOf, valueText } from "./values.ts";

const kMostSteps = 1000;

export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia("print");
    const update = () => setPrinting(media.matches);
    const begin = () => setPrinting(true);
    const end = () => setPrinting(false);
    media.addEventListener("change", update);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      media.removeEventListener("change", update);
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

const nothing = () => {};

export function PrintedFinding({ report, finding }: { report: Report; finding: Counterexample }) {
  return (
    <section class="printed-finding">
      <h2>
        {titleOf(finding).kind}
        {titleOf(finding).rest}
      </h2>
      <Words finding={finding} />
      <Figure finding={finding} sources={report.sources} onMove={nothing} onShow={nothing} />
      <Steps finding={finding} />
    </section>
  );
}

// The end is what matters: of a long interleaving the beginning is left out.
function Steps({ finding }: { finding: Counterexample }) {
  const first = Math.max(finding.steps.length - kMostSteps, 0);
  if (finding.steps.length === 0) return null;
  return (
    <table class="printed-steps">
      <thead>
        <tr>
          <th>step</th>
          <th>thread</th>
          <th>what</th>
          <th>value</th>
          <th>place</th>
          <th>holds</th>
        </tr>
      </thead>
      <tbody>
        {first > 0 && (
          <tr>
            <td colSpan={6}>{counted(first, "step")} before are left out.</td>
          </tr>
        )}
        {finding.steps.slice(first).map((step, offset) => (
          <tr key={first + offset} class={step.is_marked ? "marked" : ""}>
            <td>{first + offset + 1}</td>
            <td>
              <ThreadTag thread={step.thread} threads={finding.threads} />
            </td>
            <td>
              {step.text} {noteText(step)}
            </td>
            <td>
              <code>{valueText(step)}</code>
            </td>
            <td>{placeText(step.place)}</td>
            <td>{step.held.map((lock) => finding.objects[lock]?.name).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
