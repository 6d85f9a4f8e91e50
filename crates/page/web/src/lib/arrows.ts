/** Ways of arrows between the cells of a table: along an edge where cells lie in line, so that no arrow covers what is written in one. */

export interface Box { x: number; y: number; w: number; h: number }

/** How far from the edge of a cell an arrow runs past it. */
const LANE = 9;
/** How far inside of its cells it begins and ends there, so that it is seen between neighbours too. */
const OUT = 9;
const INTO = 5;
const number = (value: number): string => String(Math.round(value * 10) / 10);

/** From one box to another, as the path of an SVG. */
export function way(from: Box, to: Box): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.abs(dx) < from.w / 2) {
    const x = Math.min(from.x + from.w, to.x + to.w) - LANE;
    return dy > 0 ? line(x, from.y + from.h - OUT, x, to.y + INTO) : line(x, from.y + OUT, x, to.y + to.h - INTO);
  }
  if (Math.abs(dy) < from.h / 2) {
    const y = Math.min(from.y + from.h, to.y + to.h) - LANE;
    return dx > 0 ? line(from.x + from.w - OUT, y, to.x + INTO, y) : line(from.x + OUT, y, to.x + to.w - INTO, y);
  }
  const [out, into] = [border(from, to), border(to, from)];
  return line(out.x, out.y, into.x, into.y);
}

const line = (x1: number, y1: number, x2: number, y2: number): string => `M${number(x1)} ${number(y1)}L${number(x2)} ${number(y2)}`;

/** Where the straight way to another box leaves this one. */
function border(from: Box, to: Box): { x: number; y: number } {
  const [x, y] = [from.x + from.w / 2, from.y + from.h / 2];
  const [dx, dy] = [to.x + to.w / 2 - x, to.y + to.h / 2 - y];
  const part = Math.min(from.w / 2 / Math.max(Math.abs(dx), 1e-9), from.h / 2 / Math.max(Math.abs(dy), 1e-9));
  return { x: x + dx * part, y: y + dy * part };
}
