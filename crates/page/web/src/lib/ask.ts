/** Asks the server, or the lesson's file where one is in the page. A server that does not answer is asked again until it does:
 *  every route only reads, so asking twice does no harm. */

import type { About, Json, Lang, Refused, Solving } from './api';
import { lessonAnswer } from './lesson';
import { lesson } from './carried';
import { net } from './net.svelte';

export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.findings[0]?.message ?? 'refused');
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const WAIT = 1500;

export async function ask<T>(route: string, body?: object, signal?: AbortSignal): Promise<T> {
  if (lesson !== null) return lessonAnswer(lesson, route, (body ?? {}) as { [key: string]: Json }) as T;
  const answer = await reach(`api/${route}`, body, signal);
  return (await answer.json()) as T;
}

/** The bytes of a file that the server makes. */
export async function askFile(route: string, body: object): Promise<Blob> {
  return (await reach(`api/${route}`, body)).blob();
}

/** Solves and tells how far it is. Aborting closes the stream, which cancels the work. */
export async function* solving(body: object, signal: AbortSignal): AsyncGenerator<Solving> {
  if (lesson !== null) {
    yield { event: 'done', data: lessonAnswer(lesson, 'solve', body as { [key: string]: Json }) } as unknown as Solving;
    return;
  }
  for (let ended = false; !ended; ) {
    const answer = await reach('api/solve', body, signal);
    if (answer.body === null) return;
    try {
      for await (const event of events(answer.body)) {
        ended ||= event.event !== 'progress';
        yield event;
      }
    } catch (error) {
      if (signal.aborted) throw error;
    }
    if (signal.aborted) throw new DOMException('', 'AbortError');
    // A stream that breaks off before its last event means that the server went away.
    if (!ended) await back(signal);
  }
}

async function reach(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    const answer = await tried(path, body, signal);
    if (answer !== null) {
      if (answer.ok) return answer;
      throw new Refusal(await refusal(answer));
    }
    await back(signal);
  }
}

async function tried(path: string, body?: object, signal?: AbortSignal): Promise<Response | null> {
  // Who may not be answered at once, or asks too much, is told so in the language of the page.
  const headers = { 'accept-language': document.documentElement.lang };
  const how: RequestInit = body === undefined ? { headers } : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await fetch(path, signal === undefined ? how : { ...how, signal });
  } catch (error) {
    if (isAbort(error)) throw error;
    return null;
  }
}

async function refusal(answer: Response): Promise<Refused> {
  const text = await answer.text();
  try {
    const json = JSON.parse(text) as Refused;
    if (Array.isArray(json.findings)) return json;
  } catch {
    // Not ours: something between here and the server answered.
  }
  const message = `${answer.status} ${answer.statusText} ${text.slice(0, 200)}`.trim();
  return { schema: 'bouton.error/1', findings: [{ code: String(answer.status), message, severity: 'error', labels: [], notes: [], help: [] }] };
}

/** Waits until the server answers again. All that wait share one knocking. */
let knocking: Promise<void> | null = null;
async function back(signal?: AbortSignal): Promise<void> {
  knocking ??= knock();
  const stopped = new Promise<never>((_, no) => signal?.addEventListener('abort', () => no(new DOMException('', 'AbortError')), { once: true }));
  await Promise.race([knocking, stopped]);
}

async function knock(): Promise<void> {
  net.gone = true;
  for (;;) {
    await new Promise((go) => setTimeout(go, WAIT));
    const answer = await tried('api/about');
    if (answer?.ok) break;
  }
  net.gone = false;
  knocking = null;
}

async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<Solving> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** One server-sent event; null for comments that only keep the line open. */
export function parse(block: string): Solving | null {
  let event = '';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  if (data.length === 0) return null;
  return { event, data: JSON.parse(data.join('\n')) as unknown } as Solving;
}

/** What the page runs on; asked once in each language, as the titles of saved solutions are told. */
const known: { [lang in Lang]?: Promise<About> } = {};
export const about = (lang: Lang): Promise<About> => (known[lang] ??= ask<About>(`about?lang=${lang}`));
