/** How fast the page is: the table of docs/performance.md, made again by `cargo xtask page-bench`. A cold start has a new server and a browser with
 *  an empty cache. `BOUTON=path/to/bouton node test/browser/bench.mjs [words of a row's name]`; `SOLUTION` names a saved solution that is walked through. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { browse, serve } from './stage.mjs';

const COLD = 5;
const CLICKS = 15;
const STUDENTS = 200;
/** What the page waits after a key before it checks rules: PAUSE of RulesPanel.svelte. */
const PAUSE = 200;

const round = (ms) => (ms >= 995 ? `${(ms / 1000).toFixed(2)} s` : `${Math.round(ms)} ms`);
const sorted = (all) => [...all].sort((a, b) => a - b);
const median = (all) => sorted(all)[Math.floor(all.length / 2)];
const spread = (all) => `${round(median(all))} (${round(Math.min(...all))} to ${round(Math.max(...all))})`;
/** The value that `share` of all do not exceed. */
const within = (all, share) => sorted(all)[Math.ceil(all.length * share) - 1];

/** Runs in the page before its own scripts: when things were first seen, and how long a press takes until it is seen. */
function watch() {
  const seen = {};
  const firsts = { answer: '.answer .value', card: '.cards li svg', cards: '.cards li:nth-last-child(1) svg' };
  const look = () => {
    for (const [name, selector] of Object.entries(firsts)) {
      if (seen[name] !== undefined || document.querySelector(selector) === null) continue;
      seen[name] = performance.now();
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  globalThis.seen = seen;
  /** Presses something; tells how long it takes until a text has changed, and until that is drawn. */
  globalThis.pressed = (press, selector) => new Promise((done) => {
    const text = () => document.querySelector(selector)?.textContent ?? '';
    const before = text();
    const begun = performance.now();
    const observer = new MutationObserver(() => {
      if (text() === before) return;
      observer.disconnect();
      const changed = performance.now() - begun;
      requestAnimationFrame(() => setTimeout(() => done({ changed, drawn: performance.now() - begun })));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    press();
  });
}

async function opened(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(url);
  return page;
}

const painted = (page) => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);

/** Opens an address with a new server and an empty cache. */
async function cold(browser, hash, selector, name) {
  const paints = [];
  const answers = [];
  for (let time = 0; time < COLD; time += 1) {
    const server = await serve();
    const page = await opened(browser, `${server.address}/${hash}`);
    await page.locator(selector).first().waitFor({ timeout: 60_000 });
    paints.push(await painted(page));
    answers.push(await page.evaluate((name) => globalThis.seen[name], name));
    await page.context().close();
    await server.stop();
  }
  return { paints, answers };
}

/** Plays on, and back to the start where play is over, so that no position is known to the page already. */
async function clicks(browser, at, hash) {
  const page = await opened(browser, `${at}/${hash}`);
  await page.locator('.answer .moves button').first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1500);
  const times = [];
  const asked = [];
  for (let turn = 0; turn < 3 * CLICKS && times.length < CLICKS; turn += 1) {
    const count = await page.locator('.answer .moves button').count();
    if (count === 0) {
      // Play is over: the next line begins with another move.
      await page.keyboard.press('ArrowUp');
      await page.waitForTimeout(150);
      const others = await page.locator('.answer .moves button').count();
      await page.locator('.answer .moves button').nth(turn % others).click();
      await page.waitForTimeout(300);
      continue;
    }
    const found = await page.evaluate((nth) => {
      const buttons = [...document.querySelectorAll('.answer .moves button')];
      performance.clearResourceTimings();
      return globalThis.pressed(() => buttons[nth % buttons.length].click(), '#board .steps .num');
    }, turn);
    const waited = await page.evaluate(() => performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/at')).map((entry) => entry.duration)[0] ?? null);
    if (waited !== null) {
      times.push(found.drawn);
      asked.push(waited);
    }
    await page.waitForTimeout(120);
  }
  await page.context().close();
  return { times, asked };
}

/** Types into rules of 192 lines; from the end of the pause until the findings stand there. */
async function findings(browser, at, mistake) {
  const rules = long();
  const page = await opened(browser, `${at}/#game=three-mens-morris`);
  const editor = page.locator('.editor .cm-content');
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(rules);
  await page.waitForTimeout(2500);
  const times = [];
  for (let time = 0; time < 8; time += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/check'));
    // A comment that changes, or a line that is wrong: the number of findings tells that they are those of this text.
    const shown = page.evaluate(() => new Promise((done) => {
      const root = document.querySelector('.editor').shadowRoot;
      let begun = 0;
      root.addEventListener('keydown', () => { begun = performance.now(); }, { once: true });
      const known = globalThis.fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await known(...asked);
        if (!String(asked[0]).endsWith('api/check')) return answer;
        globalThis.fetch = known;
        const json = answer.json.bind(answer);
        answer.json = async () => {
          const found = await json();
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
          return found;
        };
        return answer;
      };
    }));
    // A click may meet a command that stands over a line.
    await editor.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press(mistake && time % 2 === 0 ? ')' : mistake ? 'Backspace' : '#');
    await answered;
    times.push((await shown) - PAUSE);
    await page.waitForTimeout(1200);
  }
  await page.context().close();
  return times;
}

/** Rules of 192 lines: those of the gallery's longest game, and comments. */
function long() {
  const rules = readFileSync(new URL('../../../../../games/three-mens-morris.game', import.meta.url), 'utf8').trimEnd().split('\n');
  while (rules.length < 191) rules.splice(1, 0, '# A line that says something about the lines below it, as those who write rules for others do.');
  return `${rules.join('\n')}\n`;
}

/** Changes rules of 192 lines in an editor: from the change until `bouton lsp` tells what is wrong with them. */
async function diagnostics() {
  const child = spawn(process.env.BOUTON, ['lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  let heard = '';
  let hear = () => undefined;
  child.stdout.setEncoding('utf8').on('data', (data) => {
    heard += data;
    hear();
  });
  // Each mistake has a name of its own, so that an answer to an older text is not taken for the answer.
  const until = (word) => new Promise((done) => {
    hear = () => { if (heard.includes(word)) done(performance.now()); };
    hear();
  });
  const uri = 'file:///long.game';
  send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
  await until('"id":1');
  send({ method: 'initialized', params: {} });
  send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'bouton', version: 0, text: long() } } });
  await until('publishDiagnostics');
  const times = [];
  for (let version = 1; version <= 20; version += 1) {
    await new Promise((go) => setTimeout(go, 400));
    const begun = performance.now();
    send({ method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges: [{ text: `${long()}wrong${version}x\n` }] } });
    times.push((await until(`wrong${version}x`)) - begun);
  }
  child.kill();
  return times;
}

/** What a browser is sent before it can show something, compressed. */
async function size(at) {
  const bytes = async (path) => new Promise((done, failed) => {
    request(`${at}/${path}`, { headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
      let sum = 0;
      answer.on('data', (data) => { sum += data.length; });
      answer.on('end', () => done(sum));
    }).on('error', failed).end();
  });
  const [page, editor] = [(await bytes('')) + (await bytes('page.js')) + (await bytes('page.css')) + (await bytes('favicon.svg')), await bytes('editor.js')];
  return `${Math.round((page + editor) / 1000)} kB, of which ${Math.round(editor / 1000)} are the editor and come after the rest`;
}

/** A class that asks at once: each student a game of their own, from an address of their own. */
async function students() {
  const server = await serve('0', '--host', '0.0.0.0');
  const port = new URL(server.address).port;
  const times = [];
  let faults = 0;
  for (let lesson = 0; lesson < 3; lesson += 1) {
    await Promise.all(Array.from({ length: STUDENTS }, (_, student) => new Promise((done) => {
      const body = JSON.stringify({ game: 'stone-game-ii', params: { piles: Array.from({ length: 8 }, (_, pile) => 1 + ((student * 31 + pile * 17 + lesson * 7) % 90)) } });
      const begun = performance.now();
      const asked = request({
        host: '127.0.0.1', port, path: '/api/solve', method: 'POST', agent: new Agent(), localAddress: `127.0.${1 + Math.floor(student / 100)}.${1 + (student % 100)}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      }, (answer) => {
        let text = '';
        answer.on('data', (data) => { text += data; });
        answer.on('end', () => {
          times.push(performance.now() - begun);
          if (answer.statusCode !== 200 || !text.includes('event: done')) faults += 1;
          done();
        });
      });
      asked.on('error', () => { faults += 1; done(); });
      asked.end(body);
    })));
  }
  await server.stop();
  return `${faults === 0 ? 'no error' : `${faults} ERRORS`} of ${times.length}; median ${round(median(times))}, 99 of 100 within ${round(within(times, 0.99))}`;
}

const TIC = '#game=mnk';
const GAMES = {
  'tic-tac-toe': TIC, '`kalah` 3×2': '#game=kalah', '`three-mens-morris`': '#game=three-mens-morris', '`connect-four` 4×4': '#game=connect-four',
};

const browser = await browse();
const wanted = process.argv.slice(2).join(' ');
const rows = [];
const row = async (what, target, measure) => {
  if (!wanted.split(',').some((word) => what.includes(word))) return;
  const measured = await measure();
  rows.push(`| ${what} | ${measured} | ${target} |`);
  console.error(rows.at(-1));
};
await row('first paint, tic-tac-toe, cold', '< 1 s', async () => spread((await cold(browser, TIC, '.answer .value', 'answer')).paints));
await row('first answer, tic-tac-toe, cold', '< 1.5 s', async () => spread((await cold(browser, TIC, '.answer .value', 'answer')).answers));
await row('first card of the gallery, cold', '', async () => spread((await cold(browser, '', '.cards li svg', 'card')).answers));
await row('all cards of the gallery, cold', '', async () => spread((await cold(browser, '', 'section:nth-of-type(2) .cards li:last-child', 'cards')).answers));
const server = await serve();
for (const [name, hash] of Object.entries(GAMES)) {
  await row(`a click until the new position is drawn, ${name}`, '< 50 ms', async () => {
    const { times, asked } = await clicks(browser, server.address, hash);
    return `${spread(times)}; of which the server ${round(median(asked))}`;
  });
}
await row('findings of 192 lines after the pause, without a mistake', '< 100 ms', async () => spread(await findings(browser, server.address, false)));
await row('findings of 192 lines after the pause, a mistake made and mended', '< 100 ms', async () => spread(await findings(browser, server.address, true)));
await row('diagnostics of 192 lines in an editor, `bouton lsp`', '< 50 ms', async () => spread(await diagnostics()));
await row('the front end, compressed', '≤ 300 kB', () => size(server.address));
await server.stop();
if (process.env.SOLUTION) {
  const saved = await serve('0', process.env.SOLUTION);
  await row('a click in a saved solution', '< 100 ms', async () => {
    const { saved: [{ id, positions }] } = await (await fetch(`${saved.address}/api/about`)).json();
    const { times, asked } = await clicks(browser, saved.address, `#game=${encodeURIComponent(id)}&view=saved`);
    return `${positions} positions: ${spread(times)}; of which the server ${round(median(asked))}`;
  });
  await saved.stop();
}
await row(`${STUDENTS} students at once, each a game of their own, three times`, 'p99 < 1 s', students);
await browser.close();
console.log(['| what | measured | wanted |', '| --- | --- | --- |', ...rows].join('\n'));
