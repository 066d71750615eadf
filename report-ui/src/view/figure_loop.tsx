// What goes on for ever: the steps that lead to it as a stem, and those that repeat as a ring. Each piece has the colour of
// its thread.

import { type Counterexample, isKnown, type Place } from "../report.ts";
import { PlaceLink } from "./place.tsx";
import { Excerpt } from "./source.tsx";
import { hueStyle, ThreadTag } from "./threads.tsx";
import { brief, counted, joined } from "./values.ts";

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

// Threads that wait by going round a loop. What they do there is not among the steps: it changes nothing.
const loopingThreads = (finding: Counterexample): number[] =>
  finding.threads.flatMap(({ waiting }, thread) => (waiting !== undefined && isKnown(waiting.loop) ? [thread] : []));

// Findings of another kind can have such threads, too, and are not about them.
export const hasLoop = (finding: Counterexample): boolean =>
  finding.loop_begin !== undefined || (finding.property === "progress" && loopingThreads(finding).length > 0);

interface Props {
  finding: Counterexample;
  sources: Record<string, string>;
  onMove: (moment: number) => void;
  onShow: (place: Place) => void;
}

export function LoopFigure(props: Props) {
  const { finding } = props;
  const end = finding.steps.length;
  const begin = finding.loop_begin ?? end;
  const looping = loopingThreads(finding);
  // Counted from where the ring begins.
  const ring =
    begin < end
      ? piecesOf(finding, begin, end).map(({ thread, from, to }) => ({ thread, from: from - begin, to: to - begin }))
      : looping.map((thread, index) => ({ thread, from: index, to: index + 1 }));
  const size = begin < end ? end - begin : looping.length;
  const repeated = begin < end ? counted(size, "step") : counted(size, "loop");
  return (
    <div class="figure loop">
      <svg viewBox="0 0 350 140" role="img" aria-label={`After ${counted(begin, "step")}, ${repeated} for ever`}>
        {piecesOf(finding, 0, begin).map((piece) => (
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
            d={arc(angleOf(piece.from, size), angleOf(piece.to, size))}
          />
        ))}
        <path class="round" d={`M${kRing.x - 17} ${kRing.y - 6}a18 18 0 1 1 0 12m0 0l-4 8m4 -8l8 5`} />
        <text x={kStem.x} y={kStem.y + 26}>
          {counted(begin, "step")} before
        </text>
        <text class="ring-text" x={kRing.x} y={kRing.y + kRing.radius + 22}>
          {repeated}, for ever
        </text>
      </svg>
      <div class="loop-words">
        {begin < end && <Repeated {...props} begin={begin} threads={ring.map((piece) => piece.thread)} />}
        {looping.map((thread) => (
          <LoopOf key={thread} {...props} thread={thread} />
        ))}
      </div>
    </div>
  );
}

function Repeated({ finding, onMove, begin, threads }: Props & { begin: number; threads: number[] }) {
  const names = [...new Set(threads)].map((thread) => finding.threads[thread]?.name ?? "");
  return (
    <p>
      The {counted(finding.steps.length - begin, "step")} at the end lead back to where they begin, and can repeat for
      ever. Only {joined(names)} {names.length === 1 ? "runs" : "run"} in them.{" "}
      <button type="button" class="link" onClick={() => onMove(begin)}>
        Go to where it begins
      </button>
    </p>
  );
}

function LoopOf({ finding, sources, thread, onShow }: Props & { thread: number }) {
  const waiting = finding.threads[thread]?.waiting;
  if (waiting === undefined) return null;
  return (
    <div>
      <p>
        <ThreadTag thread={thread} threads={finding.threads} /> {brief(waiting.text)}{" "}
        <PlaceLink place={waiting.loop} onShow={onShow} withFunction />
      </p>
      <Excerpt sources={sources} place={waiting.loop} thread={thread} />
    </div>
  );
}

// The ring begins at the left, where the stem arrives, and goes round clockwise.
const angleOf = (position: number, size: number): number => Math.PI + (2 * Math.PI * position) / Math.max(size, 1);

function arc(from: number, to: number): string {
  const gap = to - from > 3 * kGap ? kGap : 0;
  // A whole circle has no arc: leave a little out.
  const end = Math.min(to - gap, from + 2 * Math.PI - 0.001);
  const point = (angle: number) =>
    `${kRing.x + kRing.radius * Math.cos(angle)} ${kRing.y + kRing.radius * Math.sin(angle)}`;
  return `M${point(from)}A${kRing.radius} ${kRing.radius} 0 ${end - from > Math.PI ? 1 : 0} 1 ${point(end)}`;
}
