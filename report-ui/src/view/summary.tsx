// The run as a whole: verdict, what was covered and what was not, findings, suppressions.

import type { Counterexample, Report } from "../report.ts";
import { Command } from "./command.tsx";
import { PlaceLink } from "./place.tsx";
import { capitalised, counted, numbered, titleOf } from "./values.ts";

interface Props {
  report: Report;
  findings: Counterexample[]; // those that count first, then the suppressed ones
  onOpen: (finding: number) => void;
}

export function Summary({ report, findings, onOpen }: Props) {
  return (
    <main class="summary">
      <section class="verdict-card" data-verdict={report.verdict || "error"}>
        <h1>{capitalised(report.verdict) || "No verdict"}</h1>
        <p>{report.error || verdictText(report)}</p>
        {report.interrupted && <p class="notice">The check was interrupted.</p>}
      </section>
      <Findings findings={findings} onOpen={onOpen} />
      <Coverage report={report} />
      <Suppressions report={report} />
      <section>
        <h2>Command</h2>
        {report.command !== "" && <Command label="" text={report.command} />}
        <p class="quiet-text">
          {[report.version && `Selvage ${report.version}`, report.started.replace("T", " ").replace("Z", " UTC")]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </section>
    </main>
  );
}

// The word stands above.
function verdictText(report: Report): string {
  const repeated = `${report.verdict}: `;
  const isRepeated = report.verdict_text.toLowerCase().startsWith(repeated);
  return isRepeated ? capitalised(report.verdict_text.slice(repeated.length)) : report.verdict_text;
}

function Findings({ findings, onOpen }: { findings: Counterexample[]; onOpen: (finding: number) => void }) {
  if (findings.length === 0) return null;
  return (
    <section>
      <h2>{counted(findings.length, "finding")}</h2>
      <ol class="finding-list">
        {findings.map((finding, index) => (
          <li key={index}>
            <button type="button" class="finding-card" onClick={() => onOpen(index)}>
              <span class="message">
                <span class="kind">{titleOf(finding).kind}</span>
                {titleOf(finding).rest}
              </span>
              <span class="quiet-text">
                <PlaceLink place={finding.place} withFunction />
                {finding.suppressed_by !== "" && ` · suppressed by ${finding.suppressed_by}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const kFirst = ["executions", "transitions", "threads"];

// What everybody asks for first, then the others that are not zero.
function inOrder(counts: Record<string, number>): [string, number][] {
  const first = kFirst.filter((key) => key in counts).map((key): [string, number] => [key, counts[key] ?? 0]);
  return [...first, ...Object.entries(counts).filter(([key, value]) => !kFirst.includes(key) && value !== 0)];
}

const countName = (key: string): string => key.replaceAll("_", " ");

function timeText(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function Coverage({ report }: { report: Report }) {
  const counts: [string, string][] = inOrder(report.counts).map(([key, value]) => [countName(key), numbered(value)]);
  counts.push(["time", timeText(report.seconds)]);
  return (
    <section>
      <h2>Coverage</h2>
      <dl class="counts">
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.remarks.length > 0 && (
        <ul class="remarks">
          {report.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Suppressions({ report }: { report: Report }) {
  if (report.suppressions.length === 0) return null;
  return (
    <section>
      <h2>Suppressions</h2>
      <table>
        <thead>
          <tr>
            <th>pattern</th>
            <th>from</th>
            <th>findings</th>
          </tr>
        </thead>
        <tbody>
          {report.suppressions.map((suppression) => (
            <tr key={`${suppression.file}:${suppression.line}:${suppression.pattern}`}>
              <td>
                <code>{suppression.pattern}</code>
              </td>
              <td>
                {suppression.file}:{suppression.line}
              </td>
              <td>{suppression.findings === 0 ? "none: not needed" : suppression.findings}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
