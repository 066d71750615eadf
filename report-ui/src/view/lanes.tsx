// The interleaving: threads side by side, time downwards, arrows where one step comes after another for a reason. Only
// the rows in view are in the page.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { kRowHeight, type Lanes as LaneLayout, labelEvery, layOutLanes } from "../layout/lanes.ts";
import { centredOn, windowOf } from "../layout/window.ts";
import { AtomValues } from "../model/atoms.ts";
import type { Execution } from "../model/execution.ts";
import type { Rows } from "../model/filter.ts";
import { LaneDrawing, type Shown } from "./lane_drawing.tsx";
import { EndRow, StepRow } from "./lane_rows.tsx";
import { Minimap } from "./minimap.tsx";
import { px } from "./px.ts";
import { hueStyle, shortName } from "./threads.tsx";
import { useSize } from "./use_size.ts";
import { brief } from "./values.ts";

const kEndHeight = 76;

interface Props {
  execution: Execution;
  rows: Rows;
  shownThreads: number[];
  moment: number;
  matches: ReadonlySet<number>;
  shown: Shown;
  onSelect: (moment: number) => void;
  onUnfold: (moment: number) => void;
  onSolo: (thread: number) => void;
}

export function Lanes(props: Props) {
  const { execution, rows, moment } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const [scrollTop, setScrollTop] = useState(0);
  const lanes = useMemo(
    () => layOutLanes(props.shownThreads, size.width, execution.finding.atoms),
    [props.shownThreads, size.width, execution],
  );
  const atoms = useMemo(() => new AtomValues(execution.finding), [execution]);
  const height = Math.max(size.height - lanes.headHeight, 0);
  const row = Math.max(rows.rowUpTo(moment), 0);
  const bodyHeight = (rows.count - 1) * kRowHeight + kEndHeight;

  // What was scrolled to is remembered rather than read back, which would make the browser lay the page out on the spot.
  const scrollTo = (position: number) => {
    const last = Math.max(lanes.headHeight + bodyHeight - size.height, 0);
    const target = Math.min(Math.max(Math.round(position), 0), last);
    if (target === scrollTop) return;
    if (scroller.current !== null) scroller.current.scrollTop = target;
    setScrollTop(target);
  };

  useLayoutEffect(() => {
    if (height === 0) return;
    const isEnd = row === rows.count - 1;
    scrollTo(isEnd ? Number.MAX_SAFE_INTEGER : centredOn(row, scrollTop, height, kRowHeight));
  }, [row, rows, height]);

  const { first, end } = windowOf(scrollTop, height, kRowHeight, rows.count);
  const visible = rows.moments.slice(first, end);
  return (
    <div class="lanes">
      <div
        class="lanes-scroller"
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label="Steps of the interleaving"
        aria-activedescendant={`moment-${rows.moments[row]}`}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <LaneHeads
          execution={execution}
          lanes={lanes}
          threads={props.shownThreads}
          moment={moment}
          onSolo={props.onSolo}
        />
        <div class="lanes-body" style={{ height: px(bodyHeight), width: px(lanes.width) }}>
          <LaneDrawing
            execution={execution}
            rows={rows}
            lanes={lanes}
            first={first}
            end={end}
            moment={moment}
            shown={props.shown}
          />
          {visible.map((shownMoment, offset) =>
            shownMoment === execution.end ? (
              <EndRow
                key="end"
                execution={execution}
                lanes={lanes}
                atoms={atoms}
                top={(first + offset) * kRowHeight}
                height={kEndHeight}
                isSelected={moment === execution.end}
                folded={rows.folds.get(shownMoment) ?? 0}
                onSelect={props.onSelect}
                onUnfold={props.onUnfold}
              />
            ) : (
              <StepRow
                key={shownMoment}
                execution={execution}
                lanes={lanes}
                atoms={atoms}
                moment={shownMoment}
                row={first + offset}
                rows={rows.count}
                isSelected={shownMoment === moment}
                isMatch={props.matches.has(shownMoment)}
                folded={rows.folds.get(shownMoment) ?? 0}
                onSelect={props.onSelect}
                onUnfold={props.onUnfold}
              />
            ),
          )}
        </div>
      </div>
      <Minimap
        execution={execution}
        rows={rows}
        threads={props.shownThreads}
        matches={props.matches}
        row={row}
        top={scrollTop / kRowHeight}
        visible={height / kRowHeight}
        onScroll={(topRow) => scrollTo(topRow * kRowHeight)}
      />
    </div>
  );
}

interface HeadProps {
  execution: Execution;
  lanes: LaneLayout;
  threads: number[];
  moment: number;
  onSolo: (thread: number) => void;
}

function LaneHeads(props: HeadProps) {
  const { execution, lanes } = props;
  const current = execution.step(props.moment)?.thread;
  const every = labelEvery(lanes);
  const currentLane = current === undefined ? -1 : props.threads.indexOf(current);
  const isNextToCurrent = (lane: number) =>
    currentLane >= 0 && lane !== currentLane && Math.abs(lane - currentLane) < every;
  return (
    <div
      class={`lane-heads ${lanes.isRoomy ? "roomy" : "narrow"}`}
      style={{ width: px(lanes.width), height: px(lanes.headHeight) }}
    >
      {lanes.atoms.map((column, atom) => (
        <span
          key={atom}
          class="atom-head"
          style={{ left: px(column.x), width: px(column.width) }}
          title={`${execution.finding.atoms[atom]}: whether it is true behind the step`}
        >
          {column.isNamed ? execution.finding.atoms[atom] : atom + 1}
        </span>
      ))}
      {props.threads.map((thread, lane) => {
        const isLabelled = current === thread || (lane % every === 0 && !isNextToCurrent(lane));
        const { name, function: started } = execution.finding.threads[thread] ?? { name: "", function: "" };
        const x = lanes.xOf.get(thread) ?? 0;
        return (
          <button
            type="button"
            key={thread}
            class={`lane-head ${current === thread ? "current" : ""}`}
            style={{
              ...hueStyle(thread),
              left: px(lanes.isRoomy ? x - 10 : x - lanes.laneWidth / 2),
              width: px(lanes.isRoomy ? lanes.laneWidth - 12 : lanes.laneWidth),
            }}
            title={`${name}${started ? `, which runs ${started}` : ""}: show only this thread, or all again`}
            aria-label={`${name}: show only this thread, or all again`}
            onClick={() => props.onSolo(thread)}
          >
            {lanes.isRoomy ? (
              <>
                <span class="name">{name}</span>
                {started !== "" && <span class="started">{brief(started)}</span>}
              </>
            ) : (
              isLabelled && <span class="name">{shortName(execution.finding.threads[thread] as never, thread)}</span>
            )}
          </button>
        );
      })}
      {!lanes.isRoomy && (
        <span class="lane-head-text" style={{ left: px(lanes.textX + 12) }}>
          {props.threads.length} threads
        </span>
      )}
    </div>
  );
}
