/** Starts the server and a browser, and holds every page to the rules of the house: no console error, no request to another host. */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

export const STONES = 'game=stone-game-ii&params={"piles":[2,7,9,4,4]}';

/** A server of its own, with these saved solutions; ends with `stop`. */
export async function serve(port = '0', ...saved) {
  const program = process.env.BOUTON;
  if (program === undefined) throw new Error('set BOUTON to the program that is tested');
  const child = spawn(program, ['serve', '--port', port, ...saved], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const address = await new Promise((found, failed) => {
    const hear = (data) => {
      said += data;
      const match = /http:\/\/[\w.:[\]-]+/.exec(said);
      if (match !== null) found(match[0].replace(/\/$/, ''));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}:\n${said}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGINT');
    await ended;
  };
  return { address, stop };
}

export async function browse() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium found; set CHROMIUM to one');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Opens a page. `expected` lists console messages that a test provokes on purpose. */
export async function open(browser, url, { expected = [], allow = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => {
    const text = message.text();
    // The answer itself says more than the console's line about it; see below.
    if (/^Failed to load resource: the server responded/.test(text)) return;
    if (message.type() === 'error' && !expected.some((pattern) => pattern.test(text))) faults.push(text);
  });
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  const own = new URL(url).origin;
  page.on('response', (response) => {
    // Hovering over the rules may ask for what the server has no words for.
    if (response.status() < 400 || response.url().endsWith('/api/editor') || expected.some((pattern) => pattern.test(`answered ${response.status()}`))) return;
    void response.text().then((body) => faults.push(`answered ${response.status()}: ${response.url()} ${response.request().postData()?.slice(0, 200) ?? ''} ${body.slice(0, 300)}`), () => undefined);
  });
  page.on('request', (request) => {
    const from = new URL(request.url());
    if (!['blob:', 'data:', 'about:'].includes(from.protocol) && from.origin !== own && !allow.includes(from.protocol)) faults.push(`a request to ${request.url()}`);
  });
  await page.goto(url);
  const close = async () => {
    await context.close();
    if (faults.length > 0) throw new Error(`faults on ${url}:\n  ${faults.join('\n  ')}`);
  };
  return { page, context, close, faults };
}

export async function axe(page) {
  // Evaluated by the browser's driver, which no Content-Security-Policy binds.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n      ${nodes.slice(0, 4).map((node) => `${node.target.join(' ')} — ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`).join('\n      ')}`);
}

export function is(actual, expected, what = '') {
  const same = expected instanceof RegExp ? expected.test(String(actual)) : JSON.stringify(actual) === JSON.stringify(expected);
  if (!same) throw new Error(`${what}\n    expected ${expected instanceof RegExp ? expected : JSON.stringify(expected)}\n    got      ${JSON.stringify(actual)}`);
}

export const text = async (page, selector) => (await page.locator(selector).first().innerText()).replace(/\s+/g, ' ').trim();

/** Waits until a text reads as it should. */
export async function reads(page, selector, pattern, timeout = 8000) {
  await page.locator(selector).filter({ hasText: pattern }).first().waitFor({ timeout });
}
/** For tests that ask for what the server refuses. */
export const REFUSALS = [/^answered 4\d\d/];
export const GONE = [/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_FAILED|Failed to load resource: net::/];
