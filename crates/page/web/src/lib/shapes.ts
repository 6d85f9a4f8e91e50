/** Where counters lie in a heap or a pit. */

export interface Dot { x: number; y: number }

/** More than this are a number only: nobody counts further by eye. */
export const MOST_DRAWN = 60;

/** Columns of counters, filled from the bottom, within a box of `w` × `h`. */
export function stacked(count: number, w: number, h: number, most: number): { dots: Dot[]; size: number } {
  const high = Math.max(most, 1);
  const columns = Math.max(1, Math.ceil(Math.sqrt((high * w) / Math.max(h, 0.01) / 3)));
  const rows = Math.ceil(high / columns);
  const size = Math.min((w / columns) * 0.8, h / rows, 0.5);
  const dots = Array.from({ length: count }, (_, n) => ({
    x: w / 2 + ((n % columns) - (Math.min(columns, count) - 1) / 2) * size * 1.1,
    y: h - size * (Math.floor(n / columns) + 0.6),
  }));
  return { dots, size };
}

/** A sunflower: seeds spread evenly in a round pit, each turned by the golden angle from the one before. */
export function sown(count: number, radius: number): { dots: Dot[]; size: number } {
  const size = Math.min(radius * 0.42, (radius * 1.45) / Math.sqrt(Math.max(count, 1)));
  const spread = radius - size * 0.75;
  const dots = Array.from({ length: count }, (_, n) => {
    const far = count === 1 ? 0 : spread * Math.sqrt((n + 0.5) / count);
    const turn = n * 2.399963;
    return { x: far * Math.cos(turn), y: far * Math.sin(turn) };
  });
  return { dots, size };
}

/** Whether a text is one sign (a chess piece, a disc) and not a letter or a number: it needs no piece drawn around it. */
export const isSign = (text: string): boolean => /^[^\p{L}\p{N}\s]$/u.test(text);

interface Box { x: number; y: number; w: number; h: number }
/** Between the lines of a row that goes on below: room for values above cells and for numbers beneath them. */
const BETWEEN = 0.7;

/** A row too long for its room goes on in lines below, of as many cells each. `room` is how many units fit side by side. */
export function inLines(places: readonly Box[], width: number, height: number, room: number): { places: Box[]; width: number; height: number } {
  const lines = Math.ceil(width / Math.max(room, 1));
  if (lines < 2 || places.length < 2 || places.some((place) => place.y !== 0)) return { places: [...places], width, height };
  const each = Math.ceil(places.length / lines);
  const laid = places.map((place, n) => {
    const line = Math.floor(n / each);
    return { ...place, x: place.x - (places[line * each]?.x ?? 0), y: line * (height + BETWEEN) };
  });
  const used = Math.ceil(places.length / each);
  return { places: laid, width: Math.max(...laid.map((place) => place.x + place.w)), height: used * height + (used - 1) * BETWEEN };
}

/** The numbers in the name of a place, to stand beside it. A place that is a variable has that for its name. */
export function numbers(name: string, kind: string): string[] {
  if (/^[A-Za-z_]\w*$/.test(name)) return kind === 'heaps' ? [name] : [];
  return name.match(/\d+/g) ?? [];
}
