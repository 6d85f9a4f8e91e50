/** Ways of arrows between the cells of a table: along an edge where cells lie in line, so that no arrow covers what is written in one. */

export interface Box { x: number; y: number; w: number; h: number }

/** How far from the edge of a cell an arrow runs past it. */
const LANE = 9;
const number = (value: number): string => String(Math.round(value * 10) / 10);

/** From one box to another, as the path of an SVG. */
export function way(from: Box, to: Box): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.abs(dx) < from.w / 2) {
    const x = Math.min(from.x + from.w, to.x + to.w) - LANE;
    return line(x, dy > 0 ? from.y + from.h : from.y, x, dy > 0 ? to.y : to.y + to.h);
  }
  if (Math.abs(dy) < from.h / 2) {
    const y = Math.min(from.y + from.h, to.y + to.h) - LANE;
    return line(dx > 0 ? from.x + from.w : from.x, y, dx > 0 ? to.x : to.x + to.w, y);
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
