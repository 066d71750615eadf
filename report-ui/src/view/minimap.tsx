// The whole interleaving at a glance, beside the part that is in view; a place in it can be clicked or dragged to.

import { useEffect, useRef, useState } from "preact/hooks";
import { overviewOf, rowAt, yOfRow } from "../layout/overview.ts";
import type { Execution } from "../model/execution.ts";
import type { Rows } from "../model/filter.ts";
import { px } from "./px.ts";
import { hueOf } from "./threads.tsx";
import { useSize } from "./use_size.ts";

const kWidth = 64;
const kMargin = 6;

interface Props {
  execution: Execution;
  rows: Rows;
  threads: number[];
  matches: ReadonlySet<number>;
  row: number;
  top: number; // the first row in view
  visible: number; // how many are
  onScroll: (topRow: number) => void;
}

export function Minimap(props: Props) {
  const { rows } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { height } = useSize(frame);
  const overview = overviewOf(rows.count, height);
  const theme = useTheme();

  useEffect(() => {
    if (canvas.current !== null && height > 0) draw(canvas.current, props, overview.height);
  }, [props.execution, rows, props.threads, props.matches, height, theme]);

  const scroll = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined) return;
    props.onScroll(rowAt(overview, event.clientY - box.top, rows.count) - props.visible / 2);
  };
  return (
    <div
      class="minimap"
      ref={frame}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        scroll(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons !== 0) scroll(event);
      }}
    >
      <canvas ref={canvas} style={{ width: px(kWidth), height: px(overview.height) }} />
      <div
        class="minimap-view"
        style={{
          top: px(yOfRow(overview, props.top)),
          height: px(Math.max(yOfRow(overview, Math.min(props.visible, rows.count)), 6)),
        }}
      />
      <div class="minimap-row" style={{ top: px(yOfRow(overview, props.row)) }} />
    </div>
  );
}

// Colours that a canvas has taken do not follow the theme by themselves.
function useTheme(): string {
  const current = () => getComputedStyle(document.documentElement).getPropertyValue("--thread-lightness").trim();
  const [theme, setTheme] = useState(current);
  useEffect(() => {
    const update = () => setTheme(current());
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const preference = matchMedia("(prefers-color-scheme: dark)");
    preference.addEventListener("change", update);
    return () => {
      observer.disconnect();
      preference.removeEventListener("change", update);
    };
  }, []);
  return theme;
}

function draw(canvas: HTMLCanvasElement, props: Props, height: number): void {
  const scale = window.devicePixelRatio || 1;
  canvas.width = kWidth * scale;
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const variable = (name: string) => style.getPropertyValue(name).trim();
  const colour = (thread: number) =>
    `oklch(${variable("--thread-lightness")} ${variable("--thread-chroma")} ${hueOf(thread)})`;
  const overview = overviewOf(props.rows.count, height);
  const lane = (kWidth - 2 * kMargin) / Math.max(props.threads.length, 1);
  const markHeight = Math.max(1 / overview.rowsPerPixel - 1, 1);
  const laneOf = new Map(props.threads.map((thread, index) => [thread, index]));
  const colours = new Map(props.threads.map((thread) => [thread, colour(thread)]));
  const bad = variable("--bad");
  const found = variable("--match");
  context.globalAlpha = overview.rowsPerPixel > 2 ? 0.55 : 0.9;
  props.rows.moments.forEach((moment, row) => {
    const step = props.execution.step(moment);
    const index = step === undefined ? undefined : laneOf.get(step.thread);
    if (step === undefined || index === undefined) return;
    context.fillStyle = colours.get(step.thread) ?? "";
    context.fillRect(kMargin + index * lane, yOfRow(overview, row), Math.max(lane - 1, 1), markHeight);
  });
  context.globalAlpha = 1;
  props.rows.moments.forEach((moment, row) => {
    const isMatch = props.matches.has(moment);
    const isMarked = props.execution.isMarked(moment) || moment === props.execution.end;
    if (!isMatch && !isMarked) return;
    context.fillStyle = isMarked ? bad : found;
    context.fillRect(isMarked ? kWidth - 5 : 0, yOfRow(overview, row), 5, Math.max(markHeight, 2));
  });
}
