/** Takes pictures of every view, to be looked at: `BOUTON=path/to/bouton node test/shots/run.mjs FOLDER [words of a scene's name]`.
 *  Beside each picture it says what an eye overlooks: a page wider than its window, and text that is cut off. `index.html` shows them all. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browse, serve } from '../browser/stage.mjs';
import { SCENES } from './scenes.mjs';

const [folder = 'shots', ...words] = process.argv.slice(2);
const WIDTHS = { 360: 740, 1280: 800, 1920: 1080 };
/** Taller pictures show nothing that the first part does not. */
const TALLEST = 3600;
const EVERY = Object.keys(WIDTHS).flatMap((width) => ['en', 'zh'].flatMap((lang) => ['light', 'dark', 'contrast'].map((theme) => [width, lang, theme])));
const SAMPLE = [['360', 'en', 'light'], ['360', 'zh', 'dark'], ['1280', 'en', 'light'], ['1280', 'zh', 'light'], ['1920', 'en', 'dark'], ['1920', 'zh', 'contrast']];
const FEW = [['360', 'zh', 'light'], ['1280', 'en', 'dark'], ['1920', 'en', 'light']];

mkdirSync(folder, { recursive: true });
const program = process.env.BOUTON;
const saved = join(folder, 'foxes.sol');
execFileSync(program, ['solve', 'foxes', 'rows=4', 'cols=3', 'foxes=[1]', 'hounds=[9,10,11]', '--save', saved], { stdio: 'ignore' });
const server = process.env.BOUTON_PAGE ? { address: process.env.BOUTON_PAGE, stop: async () => undefined } : await serve('0', saved);
const browser = await browse();

/** What is wider than its place, without a way to scroll there; and of what is Chinese, what is not. */
function overlooked() {
  const found = [];
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) found.push(`${over} px wider than the window`);
  for (const one of document.querySelectorAll('body *:not(svg *, .hush, .about)')) {
    const { overflowX, textOverflow } = getComputedStyle(one);
    if (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && (overflowX === 'hidden' || overflowX === 'clip' || textOverflow === 'ellipsis')) found.push(`cut off: ${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 60)}`);
  }
  return found;
}

async function take(scene, [width, lang, theme]) {
  const context = await browser.newContext({ viewport: { width: Number(width), height: WIDTHS[width] }, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.addInitScript((theme) => localStorage.setItem('bouton.theme', theme), theme);
    const lesson = scene.lesson?.[lang];
    await page.goto(`${lesson ?? server.address}/#${[scene.hash.replace('SAVED', 'foxes'), `lang=${lang}`].filter((part) => part !== '').join('&')}`.replace('.html/#', '.html#'));
    await scene.do(page);
    await page.waitForTimeout(350);
    const name = `${scene.name}.${width}.${lang}.${theme}`;
    const high = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: Number(width), height: Math.min(Math.max(high, WIDTHS[width]), TALLEST) });
    await page.waitForTimeout(80);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    return (await page.evaluate(overlooked)).map((fault) => `${name}: ${fault}`);
  } catch (error) {
    return [`${scene.name}.${width}.${lang}.${theme}: ${String(error.message).split('\n')[0]}`];
  } finally {
    await context.close();
  }
}

const lesson = {};
for (const lang of ['en', 'zh']) {
  const file = join(folder, `lesson-${lang}.html`);
  writeFileSync(file, execFileSync(program, ['page', '1140', 'piles=[2,7,9,4,4]', '--lang', lang], { maxBuffer: 1 << 26 }));
  lesson[lang] = pathToFileURL(file).href;
}
const scenes = [...SCENES, { name: 'lesson', hash: 'view=table', do: (page) => page.locator('.cell').first().waitFor(), lesson }];
const wanted = scenes.filter((scene) => words.length === 0 || words.some((word) => scene.name.includes(word)));
const jobs = wanted.flatMap((scene) => (scene.every ? EVERY : scene.few ? FEW : SAMPLE).map((how) => [scene, how]));
const found = [];
// Two at a time: a picture is mostly waiting.
await Promise.all([0, 1].map(async () => {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) found.push(...(await take(...job)));
}));
await browser.close();
await server.stop();
const pictures = readdirSync(folder).filter((name) => name.endsWith('.png')).sort();
writeFileSync(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Every view</title><style>body{font:14px sans-serif;display:flex;flex-wrap:wrap;gap:16px}img{width:360px;border:1px solid #888;display:block}</style>${pictures.map((name) => `<a href="${name}">${name}<img loading="lazy" src="${name}" alt=""></a>`).join('')}`);
console.log([...found.sort(), `${pictures.length} pictures: ${join(folder, 'index.html')}`].join('\n'));
