// Which rows of a long list are worth having in the page: those in view and a few around them, so that a list of any
// length costs the same.

export interface Window {
  first: number;
  end: number; // without this one
}

const kMargin = 12;

export function windowOf(scrollTop: number, height: number, rowHeight: number, count: number): Window {
  const first = Math.floor(scrollTop / rowHeight) - kMargin;
  const end = Math.ceil((scrollTop + height) / rowHeight) + kMargin;
  return { first: Math.min(Math.max(first, 0), count), end: Math.max(Math.min(end, count), 0) };
}

// How to scroll so that a row is in view with some rows around it; the present position if it already is.
export function scrolledTo(row: number, scrollTop: number, height: number, rowHeight: number, around = 3): number {
  const margin = Math.min(around * rowHeight, Math.max((height - rowHeight) / 2, 0));
  const top = row * rowHeight;
  if (top - margin < scrollTop) return Math.max(top - margin, 0);
  if (top + rowHeight + margin > scrollTop + height) return top + rowHeight + margin - height;
  return scrollTop;
}

// The same, but a row that is far away comes to the middle.
export function centredOn(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const near = scrolledTo(row, scrollTop, height, rowHeight);
  if (Math.abs(near - scrollTop) <= height / 2) return near;
  return Math.max(row * rowHeight - (height - rowHeight) / 2, 0);
}
