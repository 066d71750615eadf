// The lines of the picture: lives of threads, locks held, arrows, and a dot for each step. Drawn for the rows in view.

import { useMemo } from "preact/hooks";
import { arrowPath, dotRadius, kRowHeight, type Lanes, middleOf } from "../layout/lanes.ts";
import { type Arrow, arrowsOf } from "../model/arrows.ts";
import type { Execution } from "../model/execution.ts";
import type { Rows } from "../model/filter.ts";
import { blockedSpans, lockSpans } from "../model/spans.ts";
import { px } from "./px.ts";
import { hueStyle } from "./threads.tsx";

export interface Shown {
  order: boolean;
  wakes: boolean;
  locks: boolean;
}

interface Props {
  execution: Execution;
  rows: Rows;
  lanes: Lanes;
  first: number;
  end: number;
  moment: number;
  shown: Shown;
}

const kMostLocks = 4; // bars side by side
const kLongArrow = 12; // rows; longer ones stand back

export function LaneDrawing(props: Props) {
  const { execution, lanes, rows } = props;
  const top = props.first * kRowHeight;
  const height = Math.max((props.end - props.first) * kRowHeight, 0);
  return (
    <svg
      class={`drawing ${lanes.isRoomy ? "" : "narrow"}`}
      aria-hidden="true"
      style={{ top: px(top) }}
      width={lanes.width}
      height={height}
      viewBox={`0 ${top} ${lanes.width} ${height}`}
    >
      <defs>
        {["order", "wake", "missing"].map((kind) => (
          <marker
            key={kind}
            id={`head-${kind}`}
            class={`arrow-head ${kind}`}
            viewBox="0 0 8 8"
            refX="4"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
            markerUnits="userSpaceOnUse"
          >
            <path d="M0 0.5 8 4 0 7.5Z" />
          </marker>
        ))}
      </defs>
      <Lives {...props} />
      {props.shown.locks && <Locks {...props} />}
      <Arrows {...props} />
      <MissingOrder {...props} />
      {rows.moments.slice(props.first, props.end).map((moment, offset) => {
        const step = execution.step(moment);
        const x = step === undefined ? undefined : lanes.xOf.get(step.thread);
        if (step === undefined || x === undefined) return null;
        return (
          <circle
            key={moment}
            class={`step-dot ${moment === props.moment ? "selected" : ""} ${step.is_marked ? "marked" : ""}`}
            style={hueStyle(step.thread)}
            cx={x}
            cy={middleOf(props.first + offset)}
            r={dotRadius(lanes)}
          />
        );
      })}
    </svg>
  );
}

// Whether any of a span is in view; cheap, since there can be many thousands of them.
function inView<Span extends { from: number; to: number }>(spans: Span[], { rows, first, end }: Props): Span[] {
  const top = first === 0 ? 0 : (rows.moments[first - 1] ?? 0);
  const bottom = rows.moments[Math.min(end, rows.count - 1)] ?? 0;
  return spans.filter((span) => span.to >= top && span.from <= bottom);
}

// A row for a moment that may be hidden: halfway between those around it.
function yOf(rows: Rows, moment: number): number {
  const row = rows.rowUpTo(moment);
  return rows.has(moment) ? middleOf(row) : (row + 1) * kRowHeight;
}

function Lives(props: Props) {
  const { execution, rows, lanes, first, end } = props;
  const blocked = useMemo(() => blockedSpans(execution), [execution]);
  const top = first * kRowHeight;
  const bottom = end * kRowHeight;
  const lines: preact.JSX.Element[] = [];
  for (const [thread, x] of lanes.xOf) {
    const own = execution.stepsOfThread[thread] ?? [];
    const lives = execution.finding.threads[thread]?.waiting !== undefined;
    const from = Math.max(yOf(rows, own[0] ?? execution.begins[thread] ?? 0), top);
    const to = Math.min(lives ? yOf(rows, execution.end) : yOf(rows, own.at(-1) ?? 0), bottom);
    if (from < to)
      lines.push(<line key={thread} class="life" style={hueStyle(thread)} x1={x} x2={x} y1={from} y2={to} />);
  }
  inView(blocked, props).forEach((span) => {
    const x = lanes.xOf.get(span.thread);
    const from = Math.max(yOf(rows, span.from), top);
    const to = Math.min(yOf(rows, span.to), bottom);
    if (x === undefined || from >= to) return;
    lines.push(
      <line
        key={`${span.thread}-${span.from}`}
        class="blocked"
        style={hueStyle(span.thread)}
        x1={x}
        x2={x}
        y1={from}
        y2={to}
      />,
    );
  });
  return <g>{lines}</g>;
}

function Locks(props: Props) {
  const { execution, rows, lanes, first, end } = props;
  const spans = useMemo(() => withColumns(lockSpans(execution)), [execution]);
  const top = first * kRowHeight;
  const bottom = end * kRowHeight;
  const step = lanes.isRoomy ? 4 : 3;
  return (
    <g>
      {inView(spans, props).map((span) => {
        const x = lanes.xOf.get(span.thread);
        const from = Math.max(yOf(rows, span.from), top - 10);
        const to = Math.min(yOf(rows, span.to), bottom + 10);
        if (x === undefined || from >= to || span.column >= kMostLocks) return null;
        return (
          <rect
            key={`${span.thread}-${span.object}-${span.from}`}
            class="lock"
            style={hueStyle(span.thread)}
            x={x - 8 - span.column * step}
            y={from}
            width={lanes.isRoomy ? 2.5 : 2}
            height={to - from}
            rx="1"
          />
        );
      })}
    </g>
  );
}

// Locks that a thread holds at the same time stand side by side.
function withColumns(spans: ReturnType<typeof lockSpans>) {
  const freeFrom = new Map<number, number[]>();
  return spans.map((span) => {
    const columns = freeFrom.get(span.thread) ?? [];
    const free = columns.findIndex((moment) => moment <= span.from);
    const column = free < 0 ? columns.length : free;
    columns[column] = span.to;
    freeFrom.set(span.thread, columns);
    return { ...span, column };
  });
}

interface ArrowIndex {
  into: Map<number, Arrow[]>;
  outOf: Map<number, Arrow[]>;
}

function indexArrows(arrows: Arrow[]): ArrowIndex {
  const index: ArrowIndex = { into: new Map(), outOf: new Map() };
  const add = (map: Map<number, Arrow[]>, key: number, arrow: Arrow) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [arrow]);
    else list.push(arrow);
  };
  for (const arrow of arrows) {
    add(index.into, arrow.to, arrow);
    add(index.outOf, arrow.from, arrow);
  }
  return index;
}

// Arrows that begin or end in view. Those that only pass through would say nothing.
function Arrows({ execution, rows, lanes, first, end, moment, shown }: Props) {
  const index = useMemo(() => indexArrows(arrowsOf(execution)), [execution]);
  const arrows = new Set<Arrow>();
  for (const shownMoment of rows.moments.slice(first, end)) {
    for (const arrow of index.into.get(shownMoment) ?? []) arrows.add(arrow);
    for (const arrow of index.outOf.get(shownMoment) ?? []) arrows.add(arrow);
  }
  const paths = [...arrows].flatMap((arrow) => {
    if (arrow.kind === "order" ? !shown.order : !shown.wakes) return [];
    const x1 = lanes.xOf.get(execution.step(arrow.from)?.thread ?? -1);
    const x2 = lanes.xOf.get(execution.step(arrow.to)?.thread ?? -1);
    if (x1 === undefined || x2 === undefined || !rows.has(arrow.from) || !rows.has(arrow.to)) return [];
    const from = rows.rowUpTo(arrow.from);
    const to = rows.rowUpTo(arrow.to);
    const isLong = to - from > kLongArrow;
    const isOfSelected = arrow.from === moment || arrow.to === moment;
    return [
      {
        isOfSelected,
        element: (
          <path
            key={`${arrow.from}-${arrow.to}`}
            class={`arrow ${arrow.kind} ${isOfSelected ? "of-selected" : isLong ? "long" : ""}`}
            d={arrowPath(lanes, x1, middleOf(from), x2, middleOf(to))}
            marker-end={`url(#head-${arrow.kind})`}
          />
        ),
      },
    ];
  });
  // Later ones are drawn on top.
  paths.sort((a, b) => Number(a.isOfSelected) - Number(b.isOfSelected));
  return <g>{paths.map((path) => path.element)}</g>;
}

// The two accesses of a race, which nothing orders.
function MissingOrder({ execution, rows, lanes }: Props) {
  const [one, other] = execution.finding.accesses;
  if (one?.step === undefined || other?.step === undefined) return null;
  const x1 = lanes.xOf.get(one.thread);
  const x2 = lanes.xOf.get(other.thread);
  if (x1 === undefined || x2 === undefined || !rows.has(one.step) || !rows.has(other.step)) return null;
  return (
    <line
      class="missing-order"
      x1={x1}
      x2={x2}
      y1={middleOf(rows.rowUpTo(one.step))}
      y2={middleOf(rows.rowUpTo(other.step))}
    />
  );
}
