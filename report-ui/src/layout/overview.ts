// The whole interleaving in the height of the window: which row is at which pixel.

export interface Overview {
  height: number;
  rowsPerPixel: number; // below 1: a row is several pixels high
}

export function overviewOf(rows: number, height: number, highestRow = 6): Overview {
  const used = Math.max(Math.min(height, rows * highestRow), 1);
  return { height: used, rowsPerPixel: rows / used };
}

export const yOfRow = (overview: Overview, row: number): number => row / overview.rowsPerPixel;

export const rowAt = (overview: Overview, y: number, rows: number): number =>
  Math.min(Math.max(Math.floor(y * overview.rowsPerPixel), 0), Math.max(rows - 1, 0));
