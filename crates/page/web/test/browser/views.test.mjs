/** Every view: no fault that axe-core knows, in both languages, light, dark and in high contrast, narrow and wide; and by keyboard alone. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { axe, is, open, reads, REFUSALS, serve, STONES, text } from './stage.mjs';

const VIEWS = {
  gallery: '#view=gallery', bench: `#${STONES}&line=take(2)/take(1)`, table: `#${STONES}&view=table`, tree: `#${STONES}&view=tree`, why: `#${STONES}&view=why`,
  recurrence: `#${STONES}&view=recurrence`, code: `#${STONES}&view=code`, plan: `#${STONES}&view=plan`, play: '#game=mnk&view=play', teach: `#${STONES}&view=teach`,
  saved: '#game=solved&view=saved', board: `#${STONES}&view=board`, pieces: '#game=breakthrough', graph: '#game=cat-and-mouse', pits: '#game=kalah', heaps: '#game=nim',
};
/** Positions are listed of a saved solution: the server has one. */
async function withSolution() {
  const file = `${mkdtempSync(`${tmpdir()}/views-`)}/solved.sol`;
  execFileSync(process.env.BOUTON, ['solve', 'mnk', '--save', file]);
  return serve('0', file);
}

async function ready(page, view) {
  const sign = { gallery: '.cards li', teach: '.quiz', saved: '.filter .primary' }[view] ?? '#board svg';
  await page.locator(sign).first().waitFor();
  if (view !== 'saved') return;
  await page.locator(sign).click();
  await page.locator('.panel li .value').first().waitFor();
}

async function faultless(browser, options, lang) {
  const found = [];
  const server = await withSolution();
  for (const [view, hash] of Object.entries(VIEWS)) {
    const { page, close } = await open(browser, `${server.address}/${hash}&lang=${lang}`, { expected: REFUSALS, ...options });
    await ready(page, view);
    await page.waitForTimeout(400);
    found.push(...(await axe(page)).map((fault) => `${view}: ${fault}`));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) found.push(`${view}: ${over} px wider than the window`);
    await close();
  }
  await server.stop();
  if (found.length > 0) throw new Error(found.join('\n    '));
}

/** Nothing here is timed. */
export const together = 2;

export default {
  'every view is faultless in English': ({ browser }) => faultless(browser, {}, 'en'),
  'every view is faultless in Chinese, dark': ({ browser }) => faultless(browser, { colorScheme: 'dark' }, 'zh'),
  'every view is faultless at 360 px': ({ browser }) => faultless(browser, { viewport: { width: 360, height: 740 } }, 'en'),
  'every view is faultless at 360 px in Chinese': ({ browser }) => faultless(browser, { viewport: { width: 360, height: 740 } }, 'zh'),
  'every view is faultless at 1920 px in high contrast': ({ browser }) => faultless(browser, { viewport: { width: 1920, height: 1080 }, contrast: 'more' }, 'zh'),

  'the language is switched and kept in the address': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}`);
    await reads(page, '.answer .value', 'Alice 10');
    await page.getByRole('button', { name: '中文' }).click();
    await reads(page, '#board', '轮到');
    is(await page.evaluate(() => [document.documentElement.lang, location.hash.includes('lang=zh')]), ['zh-Hans', true]);
    await page.reload();
    await reads(page, '#board', '轮到');
    await close();
  },

  'colours are chosen and remembered': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/`);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByLabel('Colours').selectOption('dark');
    const dark = await ground();
    is(light === dark, false, 'another ground');
    await page.reload();
    is(await ground(), dark, 'remembered');
    await close();
  },

  'keys step, play, hide, take back and help': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}`);
    await reads(page, '.answer .value', 'Alice 10');
    const turn = () => text(page, '#board h2');
    await page.keyboard.press('Space');
    await reads(page, '#board h2', 'Bob to move');
    await page.keyboard.press('Space');
    await reads(page, '#board h2', 'Alice to move');
    await page.keyboard.press('ArrowLeft');
    is(await turn(), 'Bob to move');
    await page.keyboard.press('ArrowUp');
    is(await turn(), 'Alice to move');
    is(await text(page, '#board .steps .num'), '0 / 2');
    await page.keyboard.press('ArrowDown');
    is(await text(page, '#board .steps .num'), '2 / 2');
    await page.keyboard.press('u');
    is(await text(page, '#board .steps .num'), '1 / 1');
    await page.keyboard.press('h');
    await reads(page, '.answer .value', 'Values are hidden');
    await page.keyboard.press('h');
    await page.keyboard.press('f');
    is(await page.getByRole('button', { name: 'Turn the board' }).getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    // The editor and fields keep their keys.
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('ArrowLeft');
    is(await text(page, '#board .steps .num'), '1 / 1');
    await close();
  },

  'a game is found, opened and played by keyboard alone': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/`);
    await page.locator('.cards li').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('尼姆');
    await reads(page, '.cards', 'Nim');
    for (let tab = 0; tab < 12 && !(await page.evaluate(() => document.activeElement?.matches('.card'))); tab += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#board [role=button]').first().waitFor();
    await page.reload();
    await page.locator('#board [role=button]').first().waitFor();
    await page.keyboard.press('Tab');
    is(await page.evaluate(() => document.activeElement?.getAttribute('class') ?? document.activeElement?.outerHTML.slice(0, 200)), /skip/, 'the skip link comes first');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    is(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'button', 'the first heap');
    is(await page.evaluate(() => document.activeElement?.querySelector('title')?.textContent), /heap|take/i, 'spoken');
    await page.keyboard.press('Enter');
    const choice = page.getByRole('group', { name: 'Which move?' });
    if ((await choice.count()) > 0) {
      await choice.getByRole('button').first().focus();
      await page.keyboard.press('Enter');
    }
    await reads(page, '#board h2', 'Second to move');
    is(await page.locator('#said').textContent(), /take\(.*Second to move/, 'said aloud');
    await page.getByRole('tab', { name: 'Why' }).focus();
    await page.keyboard.press('ArrowRight');
    is(await page.getByRole('tab', { name: 'Table' }).getAttribute('aria-selected'), 'true');
    is(await text(page, '#board .steps .num'), '1 / 1', 'arrows in the tabs do not step');
    await close();
  },

  'every place of a board takes focus and is spoken; arrows go from place to place, and Escape leaves': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk&line=put(1,1)`, { expected: REFUSALS });
    await reads(page, '.answer .value', 'draw');
    const focused = () => page.evaluate(() => document.activeElement?.querySelector(':scope > title')?.textContent ?? document.activeElement?.id ?? '');
    const steps = () => text(page, '#board .steps .num');
    is(await page.locator('#board [data-place][tabindex="0"]').count(), 1, 'one stop of Tab');
    await page.locator('#board').focus();
    await page.keyboard.press('Tab');
    is(await focused(), /^row 0, column 0, empty; put\(0,0\): draw/, 'the first that can be played, with what playing there does');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    is(await focused(), /^row 1, column 1, .$/, 'a place without a move');
    await page.keyboard.press('Enter');
    is([await steps(), await page.locator('#board h2').innerText()], ['1 / 1', 'O to move'], 'where no move is, none is played');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    is(await focused(), /^row 2, column 2, empty/, 'at its side the focus stays');
    is(await steps(), '1 / 1', 'and so does the line of play');
    await page.keyboard.press('Enter');
    await reads(page, '#board h2', 'X to move');
    is(await focused(), /^row 2, column 2, .$/, 'the focus stays where it was played');
    await page.keyboard.press('Escape');
    is(await focused(), 'board', 'out of the places');
    await page.keyboard.press('ArrowLeft');
    is(await steps(), '1 / 2', 'and arrows step again');
    // Who plays with a pointer steps at once.
    await page.locator('#board [role=button]').first().click();
    await reads(page, '#board h2', 'X to move');
    await page.keyboard.press('ArrowLeft');
    is(await steps(), '1 / 2');
    // Every place, on boards of every kind.
    for (const game of ['cat-and-mouse', 'kalah', 'nim', 'dots-and-boxes', 'stone-game-ii', 'can-i-win']) {
      await page.goto(`${at}/#game=${game}`);
      await page.locator('#board [data-place]').first().waitFor();
      const unseen = await page.evaluate(() => [...document.querySelectorAll('#board svg')].flatMap((board) => {
        const places = [...board.querySelectorAll('[data-place]')];
        const met = new Set(places.filter((place) => place.getAttribute('tabindex') === '0'));
        for (const place of met) {
          for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
            place.focus();
            place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            if (board.contains(document.activeElement)) met.add(document.activeElement);
          }
        }
        return places.filter((place) => !met.has(place) || !place.querySelector(':scope > title')?.textContent).map((place) => place.outerHTML.slice(0, 80));
      }));
      is(unseen, [], `${game}: places that no arrow comes to, or that say nothing`);
    }
    await close();
  },

  'a piece is moved by two clicks and by a drag': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=breakthrough`, { expected: REFUSALS });
    await page.locator('#board [role=button]').first().waitFor();
    const from = page.locator('#board g.place[role=button]').filter({ has: page.locator('.piece, .sign') });
    await from.first().click();
    const targets = page.locator('#board g.playable:not(.picked)');
    is((await targets.count()) > 0, true, 'targets');
    await page.locator('#board g.playable:not(.picked):not(:has(.sign))').first().click();
    await reads(page, '#board .steps .num', '1 / 1');
    const piece = await page.locator('#board g.playable:has(text.sign)').first().boundingBox();
    await page.locator('#board g.playable:has(text.sign)').first().click();
    const target = await page.locator('#board g.playable:not(.picked):not(:has(.sign))').first().boundingBox();
    await page.keyboard.press('Escape');
    await page.mouse.move(piece.x + piece.width / 2, piece.y + piece.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 5 });
    await page.mouse.up();
    await reads(page, '#board .steps .num', '2 / 2');
    await close();
  },

  'a table is guessed cell by cell, and filled by the slider': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=table`);
    await page.locator('.cell').first().waitFor();
    await page.getByRole('button', { name: 'Predict first' }).click();
    await page.locator('.ask input').fill('4');
    await page.keyboard.press('Enter');
    await reads(page, '.verdict', 'Right');
    await page.locator('.ask input').fill('99');
    await page.keyboard.press('Enter');
    await reads(page, '.verdict', 'Not quite');
    await reads(page, '.tools', '1 of 2 right');
    await page.getByRole('button', { name: 'Predict first' }).click();
    await page.getByLabel('Cells filled').fill('10');
    await reads(page, '.sum', '16 − 8 = +8');
    await close();
  },
};
