/** Answers from a lesson's file. It holds what the server said when the file was made; nothing is worked out here
 *  but which of the stored answers is meant, and which of the stored moves an opponent picks. */

import type { Branch, Json, Lesson, Mark, Move, Position, Tree } from './api';

export class NotInLesson extends Error {}

interface Asked { [key: string]: Json }

export function lessonAnswer(lesson: Lesson, route: string, asked: Asked): Json {
  const at = typeof asked['at'] === 'string' ? asked['at'] : null;
  // What is asked in the address of a route is the language, and a lesson has answers in one.
  switch (route.replace(/\?.*/, '')) {
    case 'about': return { version: '', classroom: false, limits: { seconds: 0, memory: 0, rules: 0 }, saved: [], first: null };
    case 'check': return lesson.checked as unknown as Json;
    case 'solve': return lesson.answers['solve'] ?? ({ position: position(lesson, null), method: '', positions: '', seconds: 0, notes: [] } as unknown as Json);
    case 'line': return { positions: line(lesson, at, asked['line']) } as unknown as Json;
    case 'random': return { marks: marks(lesson), at: anywhere(lesson, String(asked['wanted']), asked['worth'], typeof asked['plies'] === 'number' ? asked['plies'] : null) };
    case 'reply': return reply(lesson, asked);
    case 'way': return { line: way(lesson, at, asked['line'], String(asked['to'])) };
    case 'levels': return stored(lesson, ['levels']);
    case 'code': return stored(lesson, [`code ${String(asked['stage'] ?? 2)} ${String(asked['language'] ?? 'python')}`, 'code']);
    case 'table': return stored(lesson, asked['intervals'] === 'closed' ? ['table closed', 'table'] : ['table']);
    case 'recurrence': return stored(lesson, [`recurrence ${String(asked['sizes'] ?? 'every')} ${String(asked['intervals'] ?? 'half-open')}`]);
    // From the start the whole tree is stored; from elsewhere the moves there are, and each opens to its own.
    case 'tree': return at === null || (asked['depth'] === undefined && at === position(lesson, null).at) ? stored(lesson, ['tree']) : (opened(lesson, at) as unknown as Json);
    case 'at': return position(lesson, at, asked['gained']) as unknown as Json;
    case 'why': return stored(lesson, at === null ? [route] : [`${route} ${at}`]);
    default: return stored(lesson, [route]);
  }
}

function stored(lesson: Lesson, keys: string[]): Json {
  for (const key of keys) {
    const answer = lesson.answers[key];
    if (answer !== undefined) return answer;
  }
  throw new NotInLesson(keys[0]);
}

/** What is another for other points on the way to a position. */
type Score = Pick<Position, 'headline' | 'subline' | 'over' | 'first' | 'so_far'> & { moves: Move['gained'][]; line: Move['gained'][] };

function position(lesson: Lesson, at: string | null, gained: Json | undefined = undefined): Position {
  if (at !== null) {
    const plain = stored(lesson, [`at ${at}`]) as unknown as Position;
    const score = Array.isArray(gained) ? (lesson.answers[`score ${at} ${gained.join()}`] as unknown as Score | undefined) : undefined;
    if (score === undefined) return plain;
    const { moves, line, ...told } = score;
    return { ...plain, ...told, moves: plain.moves.map((move, n) => ({ ...move, gained: moves[n] ?? null })), line: plain.line.map((made, n) => ({ ...made, gained: line[n] ?? null })) };
  }
  const start = lesson.answers['at'];
  if (start !== undefined) return start as unknown as Position;
  const solved = lesson.answers['solve'] as unknown as { position: Position } | undefined;
  if (solved !== undefined) return solved.position;
  // Positions are stored in the order in which play reaches them.
  const first = Object.keys(lesson.answers).find((key) => key.startsWith('at '));
  return stored(lesson, [first ?? 'at']) as unknown as Position;
}

function line(lesson: Lesson, at: string | null, moves: Json | undefined): Position[] {
  const positions = [position(lesson, at)];
  for (const text of Array.isArray(moves) ? moves : []) {
    const move = positions.at(-1)?.moves.find((move) => move.move === text);
    if (move === undefined) throw new NotInLesson(String(text));
    positions.push(position(lesson, move.next, move.gained));
  }
  return positions;
}

/** The shortest moves to a position, over those that are stored: from the end of a line, else from where it began. */
function way(lesson: Lesson, at: string | null, moves: Json | undefined, to: string): string[] | null {
  const made = Array.isArray(moves) ? moves.map(String) : [];
  const all = line(lesson, at, moves);
  for (const [before, from] of [[made, all.at(-1)], [[], all[0]]] as const) {
    const found = from === undefined ? null : route(lesson, from, to);
    if (found !== null) return [...before, ...found];
  }
  return null;
}

function route(lesson: Lesson, from: Position, to: string): string[] | null {
  const trail: { here: Position; line: string[] }[] = [{ here: from, line: [] }];
  const seen = new Set([from.at]);
  for (const { here, line } of trail) {
    if (here.at === to || here.at.startsWith(`${to} (`)) return line;
    for (const move of here.moves) {
      if (seen.has(move.next)) continue;
      seen.add(move.next);
      trail.push({ here: position(lesson, move.next), line: [...line, move.move] });
    }
  }
  return null;
}

/** The moves from a position, as branches of a tree. */
function opened(lesson: Lesson, at: string): Tree {
  const root = position(lesson, at);
  const branch = (here: Position, step: Branch['step'], next: number[]): Branch => ({
    step, at: here.at, position: here.view.text, drawing: [], mover: here.mover, worth: here.worth ?? { mark: 'draw', text: '', number: null, plies: null },
    over: here.over !== null, again: null, on_line: false, next, left_out: step === null ? 0 : here.moves.length,
  });
  const gain = ([mine, theirs]: [number, number]): string => (mine === theirs ? '' : mine > theirs ? `+${mine - theirs}` : `−${theirs - mine}`);
  const steps = root.moves.map((move) => branch(position(lesson, move.next), { move: move.move, by: root.mover, gain: gain(move.gain), best: move.best }, []));
  return { caption: [], shown: 'depth', branches: [branch(root, null, steps.map((_, at) => at + 1)), ...steps] };
}

function marks(lesson: Lesson): string[] {
  const all = Object.entries(lesson.answers).filter(([key]) => key.startsWith('at ')).map(([, answer]) => (answer as unknown as Position).worth?.mark);
  return ['win', 'draw', 'loss'].filter((mark) => all.includes(mark as Mark));
}

function anywhere(lesson: Lesson, wanted: string, worth: Json | undefined, plies: number | null): string {
  const fits = (position: Position): boolean => {
    if (position.over !== null) return false;
    if (typeof worth === 'string' && position.worth?.mark !== worth) return false;
    if (wanted === 'any') return true;
    if (plies !== null && position.worth?.plies !== plies) return false;
    const one = position.moves.length > 1 && position.moves.filter((move) => move.best).length === 1;
    if (wanted === 'one-best') return one;
    if (wanted === 'only-move') return one && position.moves.every((move) => move.best !== (move.worth?.mark === 'loss'));
    return position.worth?.mark === wanted;
  };
  const all = Object.entries(lesson.answers).filter(([key, answer]) => key.startsWith('at ') && fits(answer as unknown as Position));
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new NotInLesson(wanted);
  return (one[1] as unknown as Position).at;
}

/** Whether the move before this one gave something away. */
function erred(lesson: Lesson, at: string | null, moves: Json | undefined): boolean {
  const [before, last] = Array.isArray(moves) ? [moves.slice(0, -1), moves.at(-1)] : [[], undefined];
  const made = last === undefined ? undefined : line(lesson, at, before).at(-1)?.moves.find((move) => move.move === last);
  return made?.slip != null;
}

/** The moves that an opponent draws from; moves are listed best first. */
function chosen(lesson: Lesson, level: string, here: Position, erred: boolean): Move[] {
  const { moves } = here;
  const fastest = moves.filter((move) => move.fastest);
  const best = fastest.length > 0 ? fastest : moves;
  const worse = moves.filter((move) => !move.best);
  const like = (one: Move | undefined): Move[] => moves.filter((move) => move.worth?.text === one?.worth?.text);
  const [name, often] = level.split('=');
  if (name === 'random') return moves;
  if (name === 'worst') return like(moves.at(-1));
  if (name === 'slip' && worse.length > 0 && Math.random() * 100 < Number.parseInt(often ?? '20', 10)) return worse;
  if (name === 'give-back' && erred && worse.length > 0 && Math.random() < 0.5) return like(worse[0]);
  return name === 'fair' ? traps(lesson, here) : best;
}

/** Of the moves that keep the value, those after which the largest share of the replies is a mistake. */
function traps(lesson: Lesson, here: Position): Move[] {
  const share = (move: Move): number => {
    const { moves, mover_number: mover } = position(lesson, move.next);
    return moves.length === 0 || mover === here.mover_number ? 0 : moves.filter((reply) => !reply.best).length / moves.length;
  };
  const kept = here.moves.filter((move) => move.best);
  const most = Math.max(...kept.map(share));
  return kept.filter((move) => share(move) === most);
}

function reply(lesson: Lesson, asked: Asked): Json {
  const at = typeof asked['at'] === 'string' ? asked['at'] : null;
  const here = line(lesson, at, asked['line']).at(-1);
  const from = here === undefined ? [] : chosen(lesson, String(asked['level']), here, erred(lesson, at, asked['line']));
  const move = from[Math.floor(Math.random() * from.length)];
  if (move === undefined) throw new NotInLesson('reply');
  return { move: move.move, next: move.next };
}
