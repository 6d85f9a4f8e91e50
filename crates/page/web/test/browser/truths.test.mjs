/** The page says nothing false, and no control does nothing. */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { is, open, reads, REFUSALS, STONES, text } from './stage.mjs';

export default {
  'a lesson has opponents, and they move': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=teach`);
    await page.locator('.quiz').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    const path = `${mkdtempSync(`${tmpdir()}/truth-`)}/lesson.html`;
    await download.saveAs(path);
    const alone = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await alone.goto(`file://${path}#view=play`);
    is((await alone.getByRole('combobox', { name: 'Opponent' }).locator('option').allInnerTexts()).includes('perfect'), true, 'opponents');
    await alone.locator('#board [role=button]').first().click();
    await reads(alone, '#board', 'Alice to move');
    await reads(alone, '#board', 'so far Alice 2, Bob 16');
    await alone.locator('#board [role=button]').last().click();
    await alone.getByRole('region', { name: 'Afterwards' }).waitFor();
    is(await text(alone, '[aria-label=Afterwards] h2'), 'Alice 10, Bob 16', 'the end of the whole game');
    // A cell that play comes to keeps what was gained on the way.
    await alone.getByRole('link', { name: 'Explore' }).click();
    await alone.getByRole('tab', { name: 'Table' }).click();
    await alone.locator('.cell', { hasText: '+8' }).first().click();
    await reads(alone, '.answer .value', 'Alice 10, Bob 16');
    is(await alone.locator('.locked').innerText(), /these parameters only/, 'why parameters cannot be changed');
    await alone.context().close();
    await close();
  },

  'a points game is told as a whole: what was gained and what is to come': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&line=take(1)/take(2)/take(2)`);
    await reads(page, '.answer .value', 'Alice 10, Bob 16');
    await reads(page, '.answer', 'Bob ends 6 ahead');
    is(await page.locator('.graph .dot').evaluateAll((dots) => new Set(dots.map((dot) => dot.querySelector('circle')?.getAttribute('cy'))).size), 1, 'a flat line of perfect play');
    await page.keyboard.press('ArrowLeft');
    await reads(page, '#board', 'so far Alice 2, Bob 16');
    await reads(page, '.answer .value', 'Alice 10, Bob 16');
    await close();
  },

  'a recurrence is shown once: typeset, and as text for screen readers and to copy': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=recurrence`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.math math').first().waitFor();
    is(await page.locator('.math > div').innerText().then((said) => said.split('by a window that slides').length - 1), 1, 'what stands under it');
    const seen = await page.locator('[role=tabpanel] pre').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().width > 2).length);
    is(seen, 0, 'no formula as lines of text');
    is(await page.locator('.math').ariaSnapshot().then((said) => /v\(i, M\)/.test(said) && (said.match(/otherwise/g) ?? []).length === 2), true, 'spoken as text');
    await page.getByRole('button', { name: 'Copy as text' }).last().click();
    is(await page.evaluate(() => navigator.clipboard.readText()), /v\(i, M\) = 0/);
    await close();
  },

  'a cell of the table belongs to whom play brings there': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=table`);
    await page.locator('.cell', { hasText: 'i=1 M=1' }).click();
    await reads(page, '#board', 'Bob to move');
    is(await page.evaluate(() => location.hash.includes('line=take(1)')), true, 'the line leads there');
    await reads(page, '.answer .value', 'Alice 10, Bob 16');
    await close();
  },

  'a star means one thing on the board, in the answer, in the reasons and in the table': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=nim&params={"heaps":[1,2,3],"misere":false}&view=why`);
    await reads(page, '.answer .value', 'Second wins in 6');
    const starred = (await page.locator('.answer .moves li', { hasText: '★' }).count());
    is(starred, 2, 'the slowest losses');
    is((await text(page, '[role=tabpanel] pre')).split('★').length - 1, starred, 'in the reasons');
    // The lesson of Nim in one sentence.
    await reads(page, '[role=tabpanel] pre', '1 ⊕ 2 ⊕ 3 = 0');
    await page.goto(`${at}/#game=nim&params={"heaps":[1,2,3],"misere":false}&view=play&line=take(1,1)/take(2,3)/take(0,1)/take(1,1)`);
    await reads(page, '[aria-label=Afterwards]', 'loss in 4 instead of loss in 6; longer was take(0,1)');
    await close();
  },

  'a saved solution has the parameters it was saved with': async ({ browser }) => {
    const folder = mkdtempSync(`${tmpdir()}/saved-`);
    execFileSync(process.env.BOUTON, ['solve', 'connect-four', 'rows=4', 'cols=3', 'need=3', '--save', `${folder}/x.sol`]);
    const child = spawn(process.env.BOUTON, ['serve', `${folder}/x.sol`, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const address = await new Promise((found) => {
      let said = '';
      const hear = (data) => { said += data; const match = /http:\/\/[\w.:[\]-]+/.exec(said); if (match !== null) found(match[0].replace(/\/$/, '')); };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
    });
    const { page, close } = await open(browser, `${address}/`, { expected: REFUSALS });
    await page.locator('#param-rows').waitFor();
    is(await Promise.all(['rows', 'cols', 'need'].map((name) => page.locator(`#param-${name}`).inputValue())), ['4', '3', '3'], 'parameters');
    is(await page.locator('#param-rows').isDisabled(), true, 'locked');
    await reads(page, '.locked', 'saved for these parameters');
    is(await page.locator('.rules .findings').count(), 0, 'nothing is said of smaller games');
    // The list of positions, sorted by the server, and taken along.
    const list = page.getByRole('region', { name: 'Positions' });
    await list.getByRole('textbox', { name: 'Condition' }).fill('not over');
    await list.getByRole('button', { name: 'Find' }).click();
    const values = () => list.locator('li .value').allInnerTexts().then((all) => all.map((one) => one.replace(/^\S+ /, '').trim()));
    await list.locator('li').first().waitFor();
    const plies = (text) => Number(/\d+/.exec(text)?.[0] ?? 0);
    await list.getByLabel('Order').selectOption('best');
    await page.waitForFunction(() => [...document.querySelectorAll('li .value')].every((one) => one.textContent.includes('win in 1')));
    await list.getByLabel('Order').selectOption('longest');
    await page.waitForFunction(() => !document.querySelector('li .value').textContent.endsWith('in 1'));
    const longest = (await values()).map(plies);
    is(longest, [...longest].sort((one, two) => two - one), 'longest first');
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), list.getByRole('button', { name, exact: true }).click()]);
      return readFileSync(await download.path(), 'utf8');
    };
    const lines = (await saved('Download CSV')).trimEnd().split('\n');
    const rows = JSON.parse(await saved('Download JSON'));
    is([lines[0], lines.length, rows.length, rows[0].plies], ['board,turn,value,plies', 21, 20, longest[0]], 'the list as CSV and JSON');
    // How many there are of each kind, and the longest win among them.
    await reads(list, '[role=status]', /for the player to move: win [\d,]+ · draw [\d,]+ · loss [\d,]+/);
    await list.getByRole('textbox', { name: 'Condition' }).fill('value == win and plies <= 5');
    await list.getByRole('button', { name: 'Longest win' }).click();
    await reads(page, '.answer .value', 'wins in 5');
    await reads(list, '[role=status]', /for the player to move: win [\d,]+ · draw 0 · loss 0/);
    // One move that holds a draw: all others lose.
    await list.getByLabel('Random position').selectOption({ label: 'one move holds the draw, the others lose' });
    await list.getByRole('button', { name: 'Random' }).click();
    await page.locator('.answer .moves li', { hasText: 'draws' }).first().waitFor();
    is([await page.locator('.answer .moves li', { hasText: 'draws' }).count(), await page.locator('.answer .moves li', { hasText: 'loses' }).count() > 0], [1, true], 'one move draws');
    await close();
    child.kill('SIGINT');
  },

  'the keyboard goes on at the board of a game that was opened, and out of the editor': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/`);
    await page.locator('.cards .card').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('hexapawn');
    await page.getByRole('link', { name: /Hexapawn/ }).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'board');
    await page.locator('.editor .cm-content').focus();
    const before = await text(page, '.editor .cm-content');
    await page.keyboard.press('Tab');
    is(await text(page, '.editor .cm-content'), before, 'Tab writes nothing');
    is(await page.evaluate(() => document.activeElement?.classList.contains('editor')), false, 'and leaves');
    await close();
  },
};
