/** Which place an arrow key leads to from another: the nearest that lies its way. */

interface Box { x: number; y: number; w: number; h: number }

const WAYS: { [key: string]: readonly [number, number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Differences below this are those of arithmetic. */
const NONE = 1e-6;

export const isArrow = (key: string): boolean => key in WAYS;

/** The place that `key` leads to; null where none lies that way. In a `row` left and right follow it from one line to the next. */
export function neighbour(places: readonly Box[], from: number, key: string, row: boolean): number | null {
  const [right, down] = WAYS[key] ?? [0, 0];
  if (row && right !== 0) return along(places, from, right);
  const start = places[from];
  if (start === undefined) return null;
  let best: { cost: number; index: number } | null = null;
  places.forEach((place, index) => {
    const [dx, dy] = [place.x + place.w / 2 - start.x - start.w / 2, place.y + place.h / 2 - start.y - start.h / 2];
    const ahead = dx * right + dy * down;
    // What lies straight ahead comes before what is nearer, but to the side.
    const cost = ahead + 2 * Math.abs(dx * down + dy * right);
    if (ahead > NONE && (best === null || cost < best.cost - NONE)) best = { cost, index };
  });
  return (best as { index: number } | null)?.index ?? null;
}

/** The next place of a row as it is read: line by line, each from the left. */
function along(places: readonly Box[], from: number, step: number): number | null {
  const order = places.map((_, index) => index).sort((a, b) => {
    const [one, other] = [places[a], places[b]];
    if (one === undefined || other === undefined) return 0;
    return Math.abs(one.y - other.y) > NONE ? one.y - other.y : one.x - other.x;
  });
  return order[order.indexOf(from) + step] ?? null;
}
