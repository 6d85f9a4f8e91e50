/** Journey 1, a student and Stone Game II; journey 3, a designer and Foxes. */

import { readFileSync } from 'node:fs';
import { is, open, reads, REFUSALS, STONES, text } from './stage.mjs';

const editor = '.editor .cm-content';

export default {
  'journey 1: the student sees why': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/`);
    await page.getByLabel(/search/i).first().fill('1140');
    await page.getByRole('link', { name: /Stone Game II/ }).first().click();
    await reads(page, '.answer .value', 'Alice 10, Bob 16');
    await reads(page, '.answer .moves li:first-child', /★ ?take\(1\)/);
    await reads(page, '.answer .moves li:first-child', '−6');
    await reads(page, '.answer .moves li:nth-child(2)', '−8');
    is(await page.locator('.answer .line li').allInnerTexts().then((all) => all.map((one) => one.replace(/\s+/g, ' ').trim())), ['Alice take(1) +2', 'Bob take(2) +16', 'Alice take(2) +8'], 'best play');
    // A cell lights those that it reads.
    await reads(page, '.cell', '−6');
    await page.locator('.cell', { hasText: '+17' }).hover();
    await reads(page, '.sum', '17 − 0 = +17');
    is(await page.locator('.cell.read').count(), 3, 'cells read');
    await page.getByRole('tab', { name: 'Why' }).click();
    await reads(page, '[role=tabpanel]', '9 − 17 = −8');
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('button', { name: /table/ }).click();
    await reads(page, '[role=tabpanel] pre', /def|for/);
    // A mistake is told, with what would have been better.
    await page.getByRole('button', { name: /^take\(2\)/ }).first().click();
    await reads(page, '.answer', 'better was take(1)');
    is(await page.evaluate(() => location.hash.includes('line=take(2)')), true, 'the address holds the line');
    await page.goBack();
    await reads(page, '.answer .value', 'Alice 10, Bob 16');
    await close();
  },

  'journey 1: deleting an ending leaves the board, and a finding says what is missing': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk`);
    await reads(page, '.answer .value', 'draw');
    await page.locator(editor).click();
    await page.keyboard.press('Control+A');
    const bare = readFileSync(new URL('../../../../../games/mnk.game', import.meta.url), 'utf8').split('\n').filter((line) => !/^(end|stuck)/.test(line)).join('\n');
    await page.keyboard.insertText(bare);
    await reads(page, '.findings', 'the rules do not say');
    is(await page.locator('.board svg').count() > 0, true, 'the board stays');
    await page.locator(editor).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('\nstuck => draw\n');
    await page.locator('.rules .status', { hasText: '✓' }).waitFor();
    await close();
  },

  'journey 3: the designer is told that play can repeat, adds the line and explores': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=foxes`, { expected: REFUSALS });
    await reads(page, '.answer .value', /./, 20000);
    const rules = readFileSync(new URL('../../../../../games/foxes.game', import.meta.url), 'utf8');
    await page.locator(editor).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(rules.split('\n').filter((line) => !/^repeat/.test(line)).join('\n'));
    await reads(page, '.findings', /repeat/);
    await page.locator(editor).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('\nrepeat => draw\n');
    await page.locator('.rules .status', { hasText: '✓' }).waitFor({ timeout: 10000 });
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => location.hash.includes('rules='), null, { timeout: 10000 });
    await page.locator('.answer .moves li').first().waitFor({ timeout: 20000 });
    // The same link in another tab shows the same game.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('.answer .moves li').first().waitFor({ timeout: 20000 });
    is(await text(other, '.answer .value'), await text(page, '.answer .value'), 'the same answer in the other tab');
    await close();
  },

  'a whole game against the perfect opponent, with take back and hints': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk&view=play`, { expected: REFUSALS });
    await page.locator('#board [role=button]').nth(4).waitFor();
    is(await page.locator('#board .worth').count(), 0, 'values are hidden');
    for (let turn = 0; turn < 5; turn += 1) {
      await page.locator('#board [role=button]').first().waitFor({ timeout: 6000 }).catch(() => undefined);
      if ((await page.locator('#board [role=button]').count()) === 0) break;
      await page.getByRole('button', { name: 'Hint' }).click();
      await reads(page, '.status', '★');
      await page.locator('#board [role=button]').first().click();
      await page.waitForFunction((made) => document.querySelectorAll('.made li').length >= made, Math.min(9, 2 * turn + 2), { timeout: 6000 }).catch(() => undefined);
      if ((await page.getByRole('region', { name: 'Afterwards' }).count()) > 0) break;
    }
    await page.getByRole('region', { name: 'Afterwards' }).waitFor({ timeout: 6000 });
    await page.getByRole('button', { name: 'Take back' }).first().click();
    await close();
  },

  'the teacher: quiz, worksheet, lesson file that works without a server': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=teach`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('button', { name: 'ahead' }).click();
    await reads(page, '.quiz', 'Now play a best move');
    await page.locator('#board [role=button]').first().click();
    await reads(page, '.quiz', /Best move|A better move/);
    await page.getByRole('button', { name: 'Make' }).click();
    await page.frameLocator('iframe').locator('td').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    const file = await download.path();
    const html = readFileSync(file, 'utf8');
    const lesson = await browser.newContext();
    const alone = await lesson.newPage();
    const faults = [];
    alone.on('pageerror', (error) => faults.push(String(error)));
    alone.on('request', (request) => { if (!/^(file|blob|data|about):/.test(request.url())) faults.push(request.url()); });
    const { mkdtempSync, writeFileSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const path = `${mkdtempSync(`${tmpdir()}/lesson-`)}/lesson.html`;
    writeFileSync(path, html);
    await alone.goto(`file://${path}`);
    await reads(alone, '.answer .value', 'Alice 10, Bob 16');
    await alone.locator('#board [role=button]').first().click();
    await reads(alone, '#board', 'Bob to move');
    is(faults, [], 'faults of the lesson');
    await lesson.close();
    await close();
  },
};
