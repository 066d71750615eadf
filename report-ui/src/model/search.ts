// Finding steps by the words that are shown of them.

import type { Execution } from "./execution.ts";

const kTexts = new WeakMap<Execution, string[]>();

function textsOf(execution: Execution): string[] {
  let texts = kTexts.get(execution);
  if (texts === undefined) {
    const { threads, objects, steps } = execution.finding;
    texts = steps.map((step) =>
      [
        step.text,
        step.operation,
        step.object === undefined ? "" : objects[step.object]?.name,
        threads[step.thread]?.name,
        step.place.line === 0 ? "" : `${step.place.file}:${step.place.line}`,
        step.place.function,
        step.read ?? "",
        step.written ?? "",
      ]
        .join("\n")
        .toLowerCase(),
    );
    kTexts.set(execution, texts);
  }
  return texts;
}

// The steps that contain all words of the query, in ascending order; none for an empty query.
export function search(execution: Execution, query: string): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: number[] = [];
  textsOf(execution).forEach((text, index) => {
    if (words.every((word) => text.includes(word))) found.push(index);
  });
  return found;
}
