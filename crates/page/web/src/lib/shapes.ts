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
