// How everything stands at a moment: every thread with its line and its locks, every object with its value or holder.

import { useMemo, useState } from "preact/hooks";
import type { Execution } from "../model/execution.ts";
import { objectStates, type ThreadState } from "../model/state.ts";
import { type Block, isKnown, type Place } from "../report.ts";
import { PlaceLink } from "./place.tsx";
import { hueStyle, ThreadTag } from "./threads.tsx";
import { brief, counted } from "./values.ts";

interface Props {
  execution: Execution;
  moment: number;
  states: ThreadState[];
  onMove: (moment: number) => void;
  onShow: (place: Place) => void;
  onObject: (object: number) => void;
}

export function StateTables(props: Props) {
  const [tab, setTab] = useState<"threads" | "objects">("threads");
  return (
    <section class="panel state" aria-label="State">
      <div class="panel-head" role="tablist" aria-label="State">
        <button type="button" role="tab" aria-selected={tab === "threads"} onClick={() => setTab("threads")}>
          Threads
        </button>
        <button type="button" role="tab" aria-selected={tab === "objects"} onClick={() => setTab("objects")}>
          Objects
        </button>
      </div>
      <div class="table-scroller" tabIndex={0}>
        {tab === "threads" ? <Threads {...props} /> : <Objects {...props} />}
      </div>
    </section>
  );
}

const kStatusText: Record<ThreadState["status"], string> = {
  absent: "not there yet",
  running: "runs",
  ready: "can go",
  blocked: "waits",
  finished: "has ended",
};

function Threads({ execution, states, onShow }: Props) {
  const { threads, objects } = execution.finding;
  return (
    <table>
      <thead>
        <tr>
          <th>thread</th>
          <th>state</th>
          <th>about to do</th>
          <th>holds</th>
        </tr>
      </thead>
      <tbody>
        {states.map((state) => (
          <tr key={state.thread} class={state.status} style={hueStyle(state.thread)}>
            <td>
              <ThreadTag thread={state.thread} threads={threads} />
            </td>
            <td>
              <span class={`status ${state.status}`}>{kStatusText[state.status]}</span>
            </td>
            <td>
              {state.status !== "absent" && state.status !== "finished" && (
                <>
                  {brief(state.text)} <PlaceLink place={state.place} onShow={onShow} />
                </>
              )}
            </td>
            <td>{state.held.map((lock) => brief(objects[lock]?.name ?? "")).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const kMostObjects = 200;

// Where memory of the heap comes from.
function Origin({ block, onShow }: { block: Block | undefined; onShow: (place: Place) => void }) {
  if (block === undefined || !isKnown(block.place)) return null;
  return (
    <span class="quiet-text" title={`A block of ${counted(block.size, "byte")}`}>
      {" "}
      from <PlaceLink place={block.place} onShow={onShow} />
    </span>
  );
}

function Objects({ execution, moment, states, onMove, onObject, onShow }: Props) {
  const { threads, objects, blocks } = execution.finding;
  const all = useMemo(() => objectStates(execution, moment, states), [execution, moment, states]);
  return (
    <table>
      <thead>
        <tr>
          <th>object</th>
          <th>value</th>
          <th>held by</th>
          <th>last touched</th>
        </tr>
      </thead>
      <tbody>
        {all.slice(0, kMostObjects).map((state) => {
          const object = objects[state.object];
          const toucher = execution.step(state.step)?.thread;
          return (
            <tr key={state.object} class={state.step === moment ? "touched" : ""}>
              <td>
                <button
                  type="button"
                  class="link"
                  title={`Show only steps of ${object?.name}`}
                  onClick={() => onObject(state.object)}
                >
                  {brief(object?.name ?? "")}
                </button>{" "}
                <span class="quiet-text">{object?.kind}</span>
                <Origin block={blocks[object?.block ?? -1]} onShow={onShow} />
              </td>
              <td>
                <code>{state.value ?? ""}</code>
              </td>
              <td>
                {state.holders.map((thread) => (
                  <ThreadTag key={thread} thread={thread} threads={threads} />
                ))}
              </td>
              <td>
                {toucher !== undefined && (
                  <button type="button" class="link" onClick={() => onMove(state.step)}>
                    {state.step + 1}, {threads[toucher]?.name}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
