// Where things stand in the picture of an interleaving: threads side by side, time downwards.

export const kRowHeight = 26;
export const kNumberWidth = 52; // step numbers, at the left edge
const kRoomyLane = 172;
const kWidestLane = 460;
const kNarrowLane = 34;
const kNarrowestLane = 8;
const kTextWidth = 300;
const kLetter = 7;
const kLongestName = 14; // letters of an atom's name that are shown
const kBareAtom = 18; // a column without a name
const kMostForAtoms = 0.35; // of the picture

export interface Lanes {
  // Roomy lanes have room for words. Otherwise the words stand in a column of their own, right of the lanes.
  isRoomy: boolean;
  headHeight: number;
  laneWidth: number;
  width: number; // of the whole picture; more than there is where lanes cannot get narrower
  textX: number; // where the column of words begins
  xOf: Map<number, number>; // of the line of each thread that is shown
  atoms: AtomColumn[]; // left of the lanes
}

export interface AtomColumn {
  x: number;
  width: number;
  isNamed: boolean;
}

function layOutAtoms(names: string[], available: number): AtomColumn[] {
  const wide = names.map((name) => Math.min(name.length, kLongestName) * kLetter + 14);
  const isNamed = wide.reduce((sum, width) => sum + width, 0) <= available * kMostForAtoms;
  let x = kNumberWidth;
  return wide.map((width) => {
    const column = { x, width: isNamed ? width : kBareAtom, isNamed };
    x += column.width;
    return column;
  });
}

export function layOutLanes(threads: number[], available: number, atomNames: string[] = []): Lanes {
  const atoms = layOutAtoms(atomNames, available);
  const left = atoms.reduce((end, column) => Math.max(end, column.x + column.width), kNumberWidth);
  const count = Math.max(threads.length, 1);
  const room = available - left;
  const isRoomy = room / count >= kRoomyLane;
  const laneWidth = isRoomy
    ? Math.min(Math.floor(room / count), kWidestLane)
    : Math.min(Math.max(Math.floor((room - kTextWidth) / count), kNarrowestLane), kNarrowLane);
  const inset = isRoomy ? 18 : laneWidth / 2;
  const xOf = new Map<number, number>();
  threads.forEach((thread, lane) => {
    xOf.set(thread, left + lane * laneWidth + inset);
  });
  const textX = left + count * laneWidth;
  const width = isRoomy ? Math.max(textX, available) : Math.max(textX + kTextWidth, available);
  return { isRoomy, headHeight: isRoomy ? 46 : 30, laneWidth, width, textX, xOf, atoms };
}

export const dotRadius = (lanes: Lanes): number => Math.min(5, Math.max(lanes.laneWidth * 0.36, 3));

// Numbers of lanes that are too narrow for all of them: every so many-th.
export const labelEvery = (lanes: Lanes): number => (lanes.isRoomy ? 1 : Math.max(Math.ceil(19 / lanes.laneWidth), 1));

export const middleOf = (row: number): number => row * kRowHeight + kRowHeight / 2;

const kArrowGap = 8; // between the middle of a dot and the tip of an arrow
const kCorner = 4;

// From the dot of one step to the dot of another further down. It runs beside the line of the first thread, and crosses
// over between two rows, where there are no words.
export function arrowPath(lanes: Lanes, x1: number, y1: number, x2: number, y2: number): string {
  const side = x1 + Math.min(9, lanes.laneWidth * 0.4);
  const crossing = y2 - kRowHeight / 2;
  const corner = Math.min(kCorner, Math.abs(x2 - side));
  const turn = x2 < side ? -corner : corner;
  return (
    `M${x1 + 3} ${y1 + 3}Q${side} ${y1 + 4} ${side} ${y1 + 9}V${crossing - corner}` +
    `Q${side} ${crossing} ${side + turn} ${crossing}H${x2 - turn}` +
    `Q${x2} ${crossing} ${x2} ${crossing + 3}V${y2 - kArrowGap}`
  );
}
