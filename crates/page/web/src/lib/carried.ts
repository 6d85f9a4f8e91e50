/** The lesson that this file carries, or null where a server is asked. A small one is there in both languages, that in which it opens first:
 *  the address says which is read, so another language is another load of the file. */

import type { Lesson } from './api';

const carried: Lesson[] = found();
export const bilingual = carried.length > 1;
export const lesson: Lesson | null = carried.find((one) => one.lang === asked()) ?? carried[0] ?? null;

function asked(): string | undefined {
  return /[#&]lang=(\w+)/.exec(location.hash)?.[1];
}

function found(): Lesson[] {
  const text = typeof document === 'undefined' ? null : document.getElementById('lesson')?.textContent;
  return text ? (JSON.parse(text) as Lesson[]) : [];
}
