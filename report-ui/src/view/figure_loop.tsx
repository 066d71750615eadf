// What goes on for ever: the steps that lead to it as a stem, and those that repeat as a ring. Each piece has the colour of
// its thread.

import type { Counterexample } from "../report.ts";
import { hueStyle } from "./threads.tsx";
import { counted, joined } from "./values.ts";

const kStem = { x: 12, y: 70, width: 200 };
const kRing = { x: 290, y: 70, radius: 46 };
const kGap = 0.04; // between pieces, in radians

interface Piece {
  thread: number;
  from: number;
  to: number; // without this one
}

// Neighbouring steps of one thread are one piece.
export function piecesOf(finding: Counterexample, from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  for (let index = from; index < to; ++index) {
    const thread = finding.steps[index]?.thread ?? 0;
    const last = pieces.at(-1);
    if (last !== undefined && last.thread === thread) last.to = index + 1;
    else pieces.push({ thread, from: index, to: index + 1 });
  }
  return pieces;
}

export function LoopFigure({ finding, onMove }: { finding: Counterexample; onMove: (moment: number) => void }) {
  const begin = finding.loop_begin;
  if (begin === undefined) return null;
  const end = finding.steps.length;
  const stem = piecesOf(finding, 0, begin);
  const ring = piecesOf(finding, begin, end);
  const threads = [...new Set(ring.map((piece) => piece.thread))].map((thread) => finding.threads[thread]?.name ?? "");
  return (
    <div class="figure loop">
      <svg
        viewBox="0 0 350 140"
        role="img"
        aria-label={`After ${counted(begin, "step")}, ${counted(end - begin, "step")} repeat for ever`}
      >
        {stem.map((piece) => (
          <rect
            key={piece.from}
            class="piece"
            style={hueStyle(piece.thread)}
            x={kStem.x + (kStem.width * piece.from) / begin}
            y={kStem.y - 5}
            width={Math.max((kStem.width * (piece.to - piece.from)) / begin - 1, 1)}
            height="10"
          />
        ))}
        <path class="joint" d={`M${kStem.x + kStem.width} ${kStem.y}H${kRing.x - kRing.radius - 8}`} />
        {ring.map((piece) => (
          <path
            key={piece.from}
            class="piece"
            style={hueStyle(piece.thread)}
            d={arc(angleOf(piece.from, begin, end), angleOf(piece.to, begin, end))}
          />
        ))}
        <path class="round" d={`M${kRing.x - 17} ${kRing.y - 6}a18 18 0 1 1 0 12m0 0l-4 8m4 -8l8 5`} />
        <text x={kStem.x} y={kStem.y + 26}>
          {counted(begin, "step")} before
        </text>
        <text class="ring-text" x={kRing.x} y={kRing.y + kRing.radius + 22}>
          {counted(end - begin, "step")}, for ever
        </text>
      </svg>
      <p>
        The {counted(end - begin, "step")} at the end lead back to where they begin, and can repeat for ever. Only{" "}
        {joined(threads)} {threads.length === 1 ? "runs" : "run"} in them.{" "}
        <button type="button" class="link" onClick={() => onMove(begin)}>
          Go to where it begins
        </button>
      </p>
    </div>
  );
}

// The ring begins at the left, where the stem arrives, and goes round clockwise.
const angleOf = (step: number, begin: number, end: number): number =>
  Math.PI + (2 * Math.PI * (step - begin)) / Math.max(end - begin, 1);

function arc(from: number, to: number): string {
  const gap = to - from > 3 * kGap ? kGap : 0;
  // A whole circle has no arc: leave a little out.
  const end = Math.min(to - gap, from + 2 * Math.PI - 0.001);
  const point = (angle: number) =>
    `${kRing.x + kRing.radius * Math.cos(angle)} ${kRing.y + kRing.radius * Math.sin(angle)}`;
  return `M${point(from)}A${kRing.radius} ${kRing.radius} 0 ${end - from > Math.PI ? 1 : 0} 1 ${point(end)}`;
}
