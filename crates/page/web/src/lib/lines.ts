/** Lines that the server laid out in columns, on a page that is narrower. */

/** Further right a column is no place for what goes on below it. */
const FIRST_HALF = 34;
const WIDE = /[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;

/** Below what a line begins with. */
export const outer = (line: string): number => Math.max(line.search(/\S/), 0) + 2;

/** Below the last column that begins within the first half of a line. */
export function inner(line: string): number {
  const columns = [...line.matchAll(/\S {2,}(?=\S)/g)].map((gap) => gap.index + gap[0].length).filter((at) => at <= FIRST_HALF);
  return columns.at(-1) ?? outer(line);
}

/** Less room than this is a phone's. */
const NARROW = 60;

/** A line too long for its room gives up its columns first: gaps within it shrink to what still parts words. Where all is narrow, lines begin half as far in. */
export function fitted(line: string, room: number): string {
  const begun = room < NARROW ? line.replace(/^ +/, (gap) => gap.slice(Math.floor(gap.length / 2))) : line;
  const long = begun.length + (begun.match(WIDE)?.length ?? 0);
  return long <= room ? begun : begun.replace(/(\S) {4,}(?=\S)/g, '$1   ');
}
