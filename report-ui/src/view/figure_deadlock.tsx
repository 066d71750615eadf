// Threads that never go on: the cycle of threads that wait for each other as a graph, and every wait as a sentence.

import { type Box, edgeOf, onEllipse, type Point } from "../layout/circle.ts";
import { type Wait, waitsOf } from "../model/waits.ts";
import { type Counterexample, isKnown, type Place } from "../report.ts";
import { PlaceLink } from "./place.tsx";
import { hueStyle, ThreadTag } from "./threads.tsx";
import { brief } from "./values.ts";

// More do not fit a circle with names; the sentences remain.
const kLargestCycle = 9;

interface Props {
  finding: Counterexample;
  onShow: (place: Place) => void;
}

export function DeadlockFigure(props: Props) {
  const { finding } = props;
  const waits = waitsOf(finding);
  const cycle = waits.filter((wait) => wait.inCycle);
  if (waits.length === 0) return null;
  return (
    <div class="figure deadlock">
      {cycle.length > 1 && cycle.length <= kLargestCycle && <CycleGraph finding={finding} cycle={cycle} />}
      <WaitList {...props} waits={waits} />
    </div>
  );
}

const kThread = { width: 108, height: 30 };
const kObject = { width: 116, height: 26 };
const kRoomForLabel = 76;

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

// Threads and what they wait for take turns round the ellipse.
function CycleGraph({ finding, cycle }: { finding: Counterexample; cycle: Wait[] }) {
  const count = cycle.length;
  const radiusX = 150 + (count - 2) * 50;
  const radiusY = 66 + (count - 2) * 24;
  const width = 2 * radiusX + kObject.width + 20;
  const height = 2 * radiusY + kThread.height + 20;
  const points = onEllipse(2 * count, { x: width / 2, y: height / 2 }, radiusX, radiusY);
  const boxes: Box[] = points.map((point, index) => ({ ...point, ...(index % 2 === 0 ? kThread : kObject) }));
  const names = cycle.map((wait) => finding.threads[wait.thread]?.name ?? "");
  const summary = cycle
    .map((wait, index) => `${names[index]} ${wait.waiting.text}, held by ${names[(index + 1) % count]}`)
    .join("; ");
  return (
    <svg
      class="cycle"
      role="img"
      aria-label={`Threads that wait for each other: ${summary}`}
      viewBox={`0 0 ${width} ${height}`}
      style={{ "--cycle-width": `${width}px` }}
    >
      <defs>
        <marker
          id="cycle-head"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M0 0.5 8 4 0 7.5Z" />
        </marker>
      </defs>
      {boxes.map((box, index) => (
        <Edge key={index} from={box} to={boxes[(index + 1) % boxes.length] as Box} isWait={index % 2 === 0} />
      ))}
      {cycle.map((wait, index) => {
        const object = wait.waiting.object === undefined ? undefined : finding.objects[wait.waiting.object];
        const [threadBox, objectBox] = [boxes[2 * index] as Box, boxes[2 * index + 1] as Box];
        return (
          <g key={wait.thread}>
            <g class="node thread" style={hueStyle(wait.thread)}>
              <Rectangle box={threadBox} radius={15} />
              <text x={threadBox.x} y={threadBox.y}>
                {shortened(names[index] ?? "", 14)}
              </text>
            </g>
            <g class="node object">
              <title>{object?.name}</title>
              <Rectangle box={objectBox} radius={4} />
              <text x={objectBox.x} y={objectBox.y}>
                {shortened(brief(object?.name ?? wait.waiting.operation), 15)}
              </text>
            </g>
          </g>
        );
      })}
    </svg>
  );
}

function Rectangle({ box, radius }: { box: Box; radius: number }) {
  return (
    <rect x={box.x - box.width / 2} y={box.y - box.height / 2} width={box.width} height={box.height} rx={radius} />
  );
}

function Edge({ from, to, isWait }: { from: Box; to: Box; isWait: boolean }) {
  const start = edgeOf(from, to, 2);
  const end = edgeOf(to, from, 3);
  const middle: Point = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  return (
    <g class={isWait ? "edge wait" : "edge held"}>
      <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} marker-end="url(#cycle-head)" />
      {Math.hypot(end.x - start.x, end.y - start.y) > kRoomForLabel && (
        <text x={middle.x} y={middle.y}>
          {isWait ? "waits for" : "held by"}
        </text>
      )}
    </g>
  );
}

const kMostWaits = 60;

function WaitList({ finding, waits, onShow }: Props & { waits: Wait[] }) {
  return (
    <ul class="waits">
      {waits.slice(0, kMostWaits).map(({ thread, waiting, inCycle }) => (
        <li key={thread} class={inCycle ? "in-cycle" : ""}>
          <ThreadTag thread={thread} threads={finding.threads} /> {brief(waiting.text)}{" "}
          <PlaceLink place={waiting.place} onShow={onShow} />
          {waiting.held_by.length > 0 && !waiting.operation.includes("join") && (
            <>
              , held by{" "}
              {waiting.held_by.map((holder) => (
                <ThreadTag key={holder} thread={holder} threads={finding.threads} />
              ))}
              {isKnown(waiting.held_since) && (
                <>
                  {" "}
                  since <PlaceLink place={waiting.held_since} onShow={onShow} />
                </>
              )}
            </>
          )}
        </li>
      ))}
      {waits.length > kMostWaits && <li>and {waits.length - kMostWaits} more</li>}
    </ul>
  );
}
