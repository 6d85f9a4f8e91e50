/** Where the reader is: the address, read and written. */

import type { Lang } from './api';
import { bilingual, lesson } from './carried';
import { NOWHERE, read, type Spot, write, WrongAddress } from './hash';

export const here = $state<{ spot: Spot; wrong: WrongAddress | null; ready: boolean }>({ spot: NOWHERE, wrong: null, ready: false });

/** Addresses are packed asynchronously; only the newest may be written. */
let newest = 0;

export async function go(change: Partial<Spot>, how: 'push' | 'replace' = 'push'): Promise<void> {
  const number = ++newest;
  here.spot = { ...here.spot, ...change };
  here.wrong = null;
  const hash = await write(here.spot);
  if (number !== newest || hash === location.hash) return;
  const address = location.pathname + location.search + hash;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** An address as a whole, for links. */
export async function address(change: Partial<Spot>): Promise<string> {
  return location.href.replace(/#.*/, '') + (await write({ ...here.spot, ...change }));
}

export async function follow(): Promise<void> {
  const number = ++newest;
  try {
    const spot = await read(location.hash);
    if (number !== newest) return;
    here.spot = lesson === null ? spot : inLesson(spot);
    here.wrong = null;
  } catch (error) {
    if (!(error instanceof WrongAddress)) throw error;
    here.wrong = error;
    // What is wrong is said in the language that the address asks for, where that part of it can be read.
    const lang = /[#&]lang=(en|zh)(?=&|$)/.exec(location.hash)?.[1] as Lang | undefined;
    if (lang !== undefined) here.spot = { ...here.spot, lang };
  }
  here.ready = true;
}

/** A lesson is about one game, whatever the address says. */
function inLesson(spot: Spot): Spot {
  const view = spot.view === 'gallery' || spot.view === 'saved' ? 'bench' : spot.view;
  return { ...spot, game: lesson?.game.name ?? null, rules: null, params: lesson?.where.params ?? null, view, lang: bilingual ? (lesson?.lang ?? null) : null };
}
