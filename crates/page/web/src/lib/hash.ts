/** What the address says after `#`: the game, its parameters, the line of play, the view and the language.
 *  Everything needed to show the same thing again stands here, so a link is enough to share it. */

import type { Json, Lang } from './api';

export const VIEWS = ['gallery', 'bench', 'table', 'tree', 'why', 'recurrence', 'code', 'plan', 'play', 'teach', 'saved', 'board'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Spot {
  view: ViewName;
  /** A game of the gallery, or a saved solution. */
  game: string | null;
  /** Rules of one's own. */
  rules: string | null;
  /** Null where the game's first parameters are meant. */
  params: { [name: string]: Json } | null;
  /** Where play begins, when that is not the game's own start. */
  at: string | null;
  line: string[];
  /** How many moves of the line are on the board. */
  ply: number;
  lang: Lang | null;
}

export const NOWHERE: Spot = { view: 'gallery', game: null, rules: null, params: null, at: null, line: [], ply: 0, lang: null };

/** Why an address cannot be shown. */
export type Wrong = 'view' | 'params' | 'rules' | 'line' | 'lang' | 'key';
export class WrongAddress extends Error {
  constructor(readonly wrong: Wrong, readonly text: string) {
    super(`${wrong}: ${text}`);
  }
}

/** Longer addresses are cut off by some programs that links pass through. */
export const LONGEST_RULES = 48_000;

export async function write(spot: Spot): Promise<string> {
  const parts: string[] = [];
  const put = (key: string, value: string): void => void parts.push(`${key}=${value}`);
  if (spot.game !== null) put('game', escaped(spot.game));
  if (spot.rules !== null) {
    const packed = await pack(spot.rules);
    if (packed.length <= LONGEST_RULES) put('rules', packed);
  }
  if (spot.params !== null && Object.keys(spot.params).length > 0) put('params', escaped(JSON.stringify(spot.params)));
  if (spot.at !== null) put('at', escaped(spot.at));
  if (spot.line.length > 0) put('line', spot.line.map((move) => escaped(move).replaceAll('/', '%2F')).join('/'));
  if (spot.line.length > 0 && spot.ply !== spot.line.length) put('ply', String(spot.ply));
  if (spot.view !== 'gallery') put('view', spot.view);
  if (spot.lang !== null) put('lang', spot.lang);
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

export async function read(hash: string): Promise<Spot> {
  const spot: Spot = { ...NOWHERE, line: [] };
  const text = hash.replace(/^#/, '');
  if (text === '') return spot;
  let ply: number | null = null;
  let named = false;
  for (const part of text.split('&')) {
    const cut = part.indexOf('=');
    const key = cut < 0 ? part : part.slice(0, cut);
    const value = cut < 0 ? '' : part.slice(cut + 1);
    switch (key) {
      case 'game': spot.game = plain(value, 'key'); break;
      case 'rules': spot.rules = await unpack(value); break;
      case 'params': spot.params = params(value); break;
      case 'at': spot.at = plain(value, 'line'); break;
      case 'line': spot.line = value === '' ? [] : value.split('/').map((move) => plain(move, 'line')); break;
      case 'ply': ply = Number(value); break;
      case 'view': spot.view = view(value); named = true; break;
      case 'lang': spot.lang = lang(value); break;
      default: throw new WrongAddress('key', key.slice(0, 60));
    }
  }
  if (!named && (spot.game !== null || spot.rules !== null)) spot.view = 'bench';
  spot.ply = ply === null ? spot.line.length : ply;
  if (!Number.isInteger(spot.ply) || spot.ply < 0 || spot.ply > spot.line.length) throw new WrongAddress('line', String(ply));
  return spot;
}

function view(text: string): ViewName {
  const found = VIEWS.find((name) => name === text);
  if (found === undefined) throw new WrongAddress('view', plain(text, 'view').slice(0, 60));
  return found;
}

function lang(text: string): Lang {
  if (text === 'en' || text === 'zh') return text;
  throw new WrongAddress('lang', text.slice(0, 60));
}

function params(text: string): { [name: string]: Json } {
  const json = plain(text, 'params');
  let value: Json;
  try {
    value = JSON.parse(json) as Json;
  } catch {
    throw new WrongAddress('params', json.slice(0, 200));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new WrongAddress('params', json.slice(0, 200));
  return value;
}

/** Percent signs only where an address needs them: `piles:[2,7,9]` should stay readable. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|3A|5B|5D|7B|7D|3D|2F|40|24|3B)/gi, (code) => decodeURIComponent(code));
}

function plain(text: string, wrong: Wrong): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new WrongAddress(wrong, text.slice(0, 200));
  }
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpack(text: string): Promise<string> {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    throw new WrongAddress('rules', `${text.slice(0, 40)}…`);
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const body = new Blob([bytes]).stream().pipeThrough(stream as unknown as TransformStream<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(body).arrayBuffer());
}
