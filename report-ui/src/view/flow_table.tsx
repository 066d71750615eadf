// Information flow: what is seen of two executions, side by side.

import type { Flow } from "../report.ts";

const before = 6; // rows shown before the first difference
const after = 4; // and from it on

export function FlowTable({ flow }: { flow: Flow }) {
  const rows = Math.max(flow.one.seen.length, flow.other.seen.length) + 1;
  const first = Math.max(0, flow.difference - before);
  const last = Math.min(rows, flow.difference + after);
  const cell = (seen: string[], row: number) => seen[row] ?? (row === seen.length ? "(nothing more)" : "");
  const numbers = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <table class="flow-table">
      <thead>
        <tr>
          <th>{flow.one.secret}</th>
          <th>{flow.other.secret}</th>
        </tr>
      </thead>
      <tbody>
        {numbers.map((row) => (
          <tr key={row} class={row === flow.difference ? "differs" : undefined}>
            <td>{cell(flow.one.seen, row)}</td>
            <td>{cell(flow.other.seen, row)}</td>
          </tr>
        ))}
        <tr class="quiet-text">
          <td>{flow.one.ending}</td>
          <td>{flow.other.ending}</td>
        </tr>
      </tbody>
    </table>
  );
}
