// How threads look everywhere: a colour, which is never the only thing to tell them apart by, and a name.

import type { ComponentChildren } from "preact";
import type { Thread } from "../report.ts";

// Red is left out: it means that something is wrong.
const kHues = [255, 150, 75, 312, 200, 350, 118, 283, 55, 175];
const kGoldenAngle = 137.508;

export const hueOf = (thread: number): number => kHues[thread] ?? Math.round(45 + ((thread * kGoldenAngle) % 320));

export const hueStyle = (thread: number): { "--hue": number } => ({ "--hue": hueOf(thread) });

export function ThreadTag(props: { thread: number; threads: Thread[]; onClick?: () => void }) {
  const name = props.threads[props.thread]?.name ?? `thread ${props.thread}`;
  const content: ComponentChildren = (
    <>
      <span class="dot" aria-hidden="true" />
      {name}
    </>
  );
  if (props.onClick === undefined) {
    return (
      <span class="thread-tag" style={hueStyle(props.thread)}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" class="thread-tag" style={hueStyle(props.thread)} onClick={props.onClick}>
      {content}
    </button>
  );
}

// Short enough for a narrow column: the number in the name, if it has one.
export function shortName(thread: Thread, index: number): string {
  const number = /(\d+)$/.exec(thread.name)?.[1];
  return number ?? (thread.name === "main" ? "m" : String(index));
}
