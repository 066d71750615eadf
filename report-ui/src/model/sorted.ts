// Looking things up in ascending lists of numbers.

// How many elements are at most `limit`.
export function countUpTo(ascending: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const lastUpTo = (ascending: ArrayLike<number>, limit: number): number | undefined =>
  ascending[countUpTo(ascending, limit) - 1];

export const firstAfter = (ascending: ArrayLike<number>, limit: number): number | undefined =>
  ascending[countUpTo(ascending, limit)];
