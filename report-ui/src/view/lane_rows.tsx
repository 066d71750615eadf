// The words of the picture: one row for each step, and one for the end.

import { kRowHeight, type Lanes } from "../layout/lanes.ts";
import { type AtomValues, staysForEver } from "../model/atoms.ts";
import type { Execution } from "../model/execution.ts";
import type { Step } from "../report.ts";
import { placeText } from "./place.tsx";
import { px } from "./px.ts";
import { hueStyle } from "./threads.tsx";
import { brief, counted, noteText, titleOf, valueText } from "./values.ts";

const kRoomForPlace = 270;
const kRoomForPlaceAndName = 350;

interface StepProps {
  execution: Execution;
  lanes: Lanes;
  atoms: AtomValues;
  moment: number;
  row: number;
  rows: number;
  isSelected: boolean;
  isMatch: boolean;
  folded: number; // steps before it that are
  onSelect: (moment: number) => void;
  onUnfold: (moment: number) => void;
}

interface FoldProps {
  moment: number; // the row behind
  count: number;
  onUnfold: (moment: number) => void;
}

function Fold({ moment, count, onUnfold }: FoldProps) {
  if (count === 0) return null;
  const unfold = (event: MouseEvent) => {
    event.stopPropagation();
    onUnfold(moment - 1);
  };
  return (
    <button type="button" class="fold" title={`Show ${counted(count, "folded step")}`} onClick={unfold}>
      +{count}
    </button>
  );
}

export function StepRow(props: StepProps) {
  const { execution, lanes, moment } = props;
  const step = execution.step(moment) as Step;
  const { threads, loop_begin } = execution.finding;
  const turn = execution.turns[moment];
  const value = valueText(step);
  const note = noteText(step);
  const place = placeText(step.place);
  const holds = lanes.atoms.length > 0 ? `; then ${props.atoms.textAt(moment)}` : "";
  const classes = [
    "row",
    turn === "same" ? "" : turn,
    props.isSelected ? "selected" : "",
    props.isMatch ? "match" : "",
    step.is_marked ? "marked" : "",
    step.in_library ? "in-library" : "",
    step.is_aside ? "aside" : "",
    loop_begin !== undefined && moment >= loop_begin ? "in-loop" : "",
  ].join(" ");
  const left = lanes.isRoomy ? (lanes.xOf.get(step.thread) ?? 0) + 14 : lanes.textX + 12;
  const width = lanes.isRoomy ? lanes.laneWidth - 34 : lanes.width - lanes.textX - 16;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles keys for all its rows
    <div
      id={`moment-${moment}`}
      class={classes}
      role="option"
      tabIndex={-1}
      aria-selected={props.isSelected}
      aria-posinset={props.row + 1}
      aria-setsize={props.rows}
      aria-label={`Step ${moment + 1}, ${threads[step.thread]?.name}: ${step.text} ${value} ${note} ${place}${holds}`}
      style={{ top: px(props.row * kRowHeight), ...hueStyle(step.thread) }}
      onClick={() => props.onSelect(moment)}
    >
      <Fold moment={moment} count={props.folded} onUnfold={props.onUnfold} />
      <span class="number">{moment + 1}</span>
      <Atoms {...props} />
      <span class="what" style={{ left: px(left), width: px(width) }} title={`${step.text} ${note}`.trim()}>
        {!lanes.isRoomy && <span class="who">{threads[step.thread]?.name}</span>}
        <span class="text">{brief(step.text)}</span>
        {value !== "" && <span class="value">{value}</span>}
        {note !== "" && <span class="note">{note}</span>}
        {place !== "" && width >= (lanes.isRoomy ? kRoomForPlace : kRoomForPlaceAndName) && (
          <span class="where">{place}</span>
        )}
      </span>
    </div>
  );
}

interface EndProps {
  execution: Execution;
  lanes: Lanes;
  atoms: AtomValues;
  top: number;
  height: number;
  isSelected: boolean;
  folded: number;
  onSelect: (moment: number) => void;
  onUnfold: (moment: number) => void;
}

interface AtomsProps {
  execution: Execution;
  lanes: Lanes;
  atoms: AtomValues;
  moment: number;
}

function Atoms({ execution, lanes, atoms, moment }: AtomsProps) {
  if (lanes.atoms.length === 0) return null;
  return (
    <>
      {atoms.at(moment).map((value, atom) => {
        const column = lanes.atoms[atom];
        if (column === undefined) return null;
        return (
          <span
            key={atom}
            class={`atom ${value.isTrue ? "true" : "false"} ${value.isChanged ? "changed" : ""}`}
            style={{ left: px(column.x), width: px(column.width) }}
            title={`${execution.finding.atoms[atom]} is ${value.isTrue}`}
          >
            {column.isNamed ? (value.isTrue ? "true" : "–") : value.isTrue ? "●" : "–"}
          </span>
        );
      })}
    </>
  );
}

export function EndRow(props: EndProps) {
  const { execution, lanes } = props;
  const { finding } = execution;
  const title = titleOf(finding);
  const loop =
    finding.loop_begin !== undefined
      ? `: the steps from ${finding.loop_begin + 1} on repeat for ever`
      : staysForEver(finding)
        ? ": it stays like this for ever"
        : "";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles keys for all its rows
    <div
      id={`moment-${execution.end}`}
      class={`row end ${props.isSelected ? "selected" : ""}`}
      role="option"
      tabIndex={-1}
      aria-selected={props.isSelected}
      style={{ top: px(props.top), height: px(props.height) }}
      onClick={() => props.onSelect(execution.end)}
    >
      <Fold moment={execution.end} count={props.folded} onUnfold={props.onUnfold} />
      <span class="number">end</span>
      <Atoms execution={execution} lanes={lanes} atoms={props.atoms} moment={execution.end} />
      {lanes.isRoomy &&
        [...lanes.xOf].map(([thread, x]) => {
          const waiting = finding.threads[thread]?.waiting;
          if (waiting === undefined) return null;
          return (
            <span
              key={thread}
              class="what waits"
              style={{ left: px(x + 14), width: px(lanes.laneWidth - 34), ...hueStyle(thread) }}
              title={waiting.text}
            >
              {brief(waiting.text)}
            </span>
          );
        })}
      <span class="verdict">
        {title.kind}
        {loop || brief(title.rest)}
      </span>
    </div>
  );
}
