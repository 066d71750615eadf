// Places on a circle for the threads and objects of a cycle.

export interface Point {
  x: number;
  y: number;
}

// `count` points, clockwise from the top of an ellipse.
export function onEllipse(count: number, centre: Point, radiusX: number, radiusY: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return { x: centre.x + radiusX * Math.cos(angle), y: centre.y + radiusY * Math.sin(angle) };
  });
}

export interface Box extends Point {
  width: number;
  height: number;
}

// Where the line from the middle of a box towards a point leaves the box.
export function edgeOf(box: Box, towards: Point, gap = 0): Point {
  const dx = towards.x - box.x;
  const dy = towards.y - box.y;
  if (dx === 0 && dy === 0) return { x: box.x, y: box.y };
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : (box.width / 2 + gap) / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : (box.height / 2 + gap) / Math.abs(dy),
  );
  return { x: box.x + dx * scale, y: box.y + dy * scale };
}
