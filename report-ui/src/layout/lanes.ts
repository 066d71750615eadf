// Where things stand in the picture of an interleaving: threads side by side, time downwards.

export const kRowHeight = 26;
export const kNumberWidth = 52; // step numbers, at the left edge
const kRoomyLane = 172;
const kWidestLane = 460;
const kNarrowLane = 34;
const kNarrowestLane = 8;
const kTextWidth = 300;

export interface Lanes {
  // Roomy lanes have room for words. Otherwise the words stand in a column of their own, right of the lanes.
  isRoomy: boolean;
  laneWidth: number;
  width: number; // of the whole picture; more than there is where lanes cannot get narrower
  textX: number; // where the column of words begins
  xOf: Map<number, number>; // of the line of each thread that is shown
}

export function layOutLanes(threads: number[], available: number): Lanes {
  const count = Math.max(threads.length, 1);
  const room = available - kNumberWidth;
  const isRoomy = room / count >= kRoomyLane;
  const laneWidth = isRoomy
    ? Math.min(Math.floor(room / count), kWidestLane)
    : Math.min(Math.max(Math.floor((room - kTextWidth) / count), kNarrowestLane), kNarrowLane);
  const inset = isRoomy ? 18 : laneWidth / 2;
  const xOf = new Map<number, number>();
  threads.forEach((thread, lane) => {
    xOf.set(thread, kNumberWidth + lane * laneWidth + inset);
  });
  const textX = kNumberWidth + count * laneWidth;
  const width = isRoomy ? Math.max(textX, available) : Math.max(textX + kTextWidth, available);
  return { isRoomy, laneWidth, width, textX, xOf };
}

export const dotRadius = (lanes: Lanes): number => Math.min(5, Math.max(lanes.laneWidth * 0.36, 3));

// Numbers of lanes that are too narrow for all of them: every so many-th.
export const labelEvery = (lanes: Lanes): number => (lanes.isRoomy ? 1 : Math.max(Math.ceil(19 / lanes.laneWidth), 1));

export const middleOf = (row: number): number => row * kRowHeight + kRowHeight / 2;

const kDotRadius = 5;

// From the dot of one step to the dot of another further down: it leaves downwards and arrives from above.
export function arrowPath(x1: number, y1: number, x2: number, y2: number): string {
  const startY = y1 + kDotRadius;
  const endY = y2 - kDotRadius - 3;
  const bend = Math.min(Math.max((endY - startY) * 0.5, 6), 70);
  return `M${x1} ${startY}C${x1} ${startY + bend} ${x2} ${endY - bend} ${x2} ${endY}`;
}
