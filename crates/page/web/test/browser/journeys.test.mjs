/** Journey 1, a student and Stone Game II; journey 3, a designer and Foxes. */

import { readFileSync } from 'node:fs';
import { axe, is, open, reads, REFUSALS, STONES, text } from './stage.mjs';

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
    await page.getByRole('tab', { name: 'Table' }).click();
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

  'the editor goes to definitions, renames, lists its lines and opens the game of an example': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}`);
    await reads(page, '.answer .value', 'Alice 10');
    const code = page.locator(editor);
    const selected = () => page.evaluate(() => {
      const root = document.querySelector('.editor').shadowRoot;
      return (root.getSelection?.() ?? getSelection()).toString();
    });
    /** Where a word of a line stands on the screen. */
    const word = async (line, text) => {
      await code.click();
      await page.keyboard.press('Control+Home');
      await code.locator('.cm-line', { hasText: line }).first().scrollIntoViewIfNeeded();
      return code.locator('.cm-line', { hasText: line }).first().evaluate((node, text) => {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        for (let part = walker.nextNode(); part !== null; part = walker.nextNode()) {
          const at = new RegExp(`\\b${text}\\b`).exec(part.textContent)?.index;
          if (at === undefined) continue;
          const range = document.createRange();
          range.setStart(part, at);
          range.setEnd(part, at + text.length);
          const { x, y, width, height } = range.getBoundingClientRect();
          return [x + width / 2 - 1, y + height / 2];
        }
        throw new Error(text);
      }, text);
    };
    // Only what is in sight is drawn.
    const end = async () => { await code.click(); await page.keyboard.press('Control+End'); };
    await end();
    await page.locator('.result.ok').first().waitFor();
    is((await page.locator('.result').allInnerTexts()).filter((one) => one.startsWith('…')), [], 'nothing runs any more');
    // What is hovered over is told with what the last example showed.
    await page.mouse.move(...(await word('when i + X <= n', 'i')));
    await reads(page, '.cm-tooltip .hover', /takes \d+ values?/);
    await page.mouse.move(2, 2);
    // To where a name is declared: F12, and Ctrl with a click.
    await page.mouse.click(...(await word('when i + X <= n', 'X')));
    await page.keyboard.press('F12');
    await page.waitForTimeout(200);
    is(await selected(), 'X', 'the choice');
    const used = await word('i += X', 'i');
    await page.keyboard.down('Control');
    await page.mouse.click(...used);
    await page.keyboard.up('Control');
    await page.waitForTimeout(200);
    is(await selected(), 'i', 'the variable');
    // The link to what is about to be typed takes its time.
    await page.evaluate(() => {
      const bytes = Response.prototype.arrayBuffer;
      Response.prototype.arrayBuffer = async function () {
        Response.prototype.arrayBuffer = bytes;
        const packed = await bytes.call(this);
        await new Promise((done) => { window.packed = () => { window.packed = null; done(); }; });
        return packed;
      };
    });
    // Another name, everywhere.
    await page.keyboard.press('F2');
    const field = page.getByLabel('New name for i');
    await field.fill('let');
    await page.keyboard.press('Enter');
    await reads(page, '.rules [role=alert]', 'fixed meaning');
    await field.fill('from');
    is(await axe(page), [], 'the field');
    await page.keyboard.press('Enter');
    await reads(page, editor, 'state from : 0..n');
    await reads(page, editor, 'end when from == n');
    await page.locator('.rules .status', { hasText: '✓' }).waitFor();
    // The lines of the text.
    await page.getByLabel('Go to line').selectOption({ label: 'take (X in 1 .. 2 * M)' });
    is(await selected(), 'take', 'the move');
    // An example opens with its own parameters, also while what was typed is still being sent.
    await end();
    const lens = (line) => page.locator(`.lenses[data-line="${line}"]`);
    await page.waitForFunction(() => window.packed !== undefined);
    await lens(29).getByRole('button', { name: 'Solve' }).click();
    await reads(page, '.answer .value', 'Alice 104');
    await page.evaluate(() => window.packed());
    await page.waitForTimeout(300);
    await reads(page, '.answer .value', 'Alice 104');
    await code.click();
    await page.keyboard.press('Control+Home');
    await lens(6).getByRole('button', { name: 'Play' }).click();
    await page.getByLabel('You play').waitFor();
    is(await page.evaluate(() => decodeURIComponent(location.hash).includes('"piles":[1,1,3]')), true, 'over the game: the last example');
    await page.goBack();
    // By keyboard: Alt-Enter goes to them, Escape back to the text.
    await end();
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.press('ArrowRight');
    is(await page.evaluate(() => document.querySelector('.editor').shadowRoot.activeElement?.textContent), 'Why');
    await page.keyboard.press('Escape');
    is(await page.evaluate(() => document.querySelector('.editor').shadowRoot.activeElement?.className), /cm-content/);
    await close();
  },

  'games of one’s own are remembered: opened as they were left, given another title, deleted and put back': async ({ browser, at }) => {
    const { page, context, close } = await open(browser, `${at}/#game=nim`, { expected: REFUSALS });
    await reads(page, '.answer .value', /./);
    const write = async (of, rules) => {
      await of.locator(editor).click();
      await of.keyboard.press('Control+A');
      await of.keyboard.insertText(rules);
    };
    const heap = (title, least) => `game Heap "${title}"\nparam n : 1..20 = 5\nstate left : 0..n = n\nmove take(k in ${least}..3) {\n  when k <= left\n  left -= k\n}\nstuck => me loses\n`;
    await write(page, heap('My heap', 1));
    await reads(page, 'header .title', 'My heap');
    await write(page, heap('My own heap', 2));
    await reads(page, 'header .title', 'My own heap');
    await page.locator('#param-n').fill('7');
    await page.locator('#param-n').press('Enter');
    await page.waitForFunction(() => location.hash.includes('params='));
    await page.getByRole('button', { name: '中文' }).click();
    await reads(page, '.rules h2', '规则');
    // Another window has them, in its own language.
    const other = await context.newPage();
    await other.goto(`${at}/`);
    const mine = (of) => of.getByRole('region', { name: /My games|我的游戏/ });
    is(await mine(other).getByRole('listitem').count(), 1, 'one game, however often its rules were changed');
    is(await axe(other), [], 'the gallery with games of one’s own');
    await mine(other).getByRole('link', { name: /My own heap/ }).click();
    await other.locator('#param-n').waitFor();
    is([await other.locator('#param-n').inputValue(), await other.locator('.rules h2').innerText()], ['7', '规则'], 'parameters and language');
    // What cannot be solved yet is remembered too.
    await write(other, `${heap('My own heap', 2)}oops\n`);
    await reads(other, '.rules .status', '✗');
    await other.goto(`${at}/#game=nim`);
    await reads(other, editor, 'game Nim');
    await other.goto(`${at}/`);
    await mine(other).getByRole('link').click();
    await reads(other, editor, 'oops');
    await other.goto(`${at}/`);
    await mine(other).getByRole('button', { name: 'Rename' }).click();
    await other.keyboard.type('Twos and threes');
    await other.keyboard.press('Enter');
    await mine(other).getByRole('link', { name: /Twos and threes/ }).waitFor();
    await mine(other).getByRole('button', { name: 'Delete' }).click();
    is(await mine(other).getByRole('listitem').count(), 0, 'deleted');
    await other.keyboard.press('Enter');
    await mine(other).getByRole('link').click();
    await reads(other, editor, 'game Heap "Twos and threes"');
    await reads(other, editor, 'oops');
    await close();
  },

  'a browser that remembers nothing says so': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=nim`);
    await reads(page, '.answer .value', /./);
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException('', 'SecurityError'); }; });
    await page.locator(editor).click();
    await page.keyboard.insertText('#');
    await reads(page, '.rules [role=alert]', 'does not let the page remember');
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
    await page.getByLabel('How far is').fill('1');
    await page.getByRole('button', { name: 'Check' }).click();
    await reads(page, '.quiz', /Right|Not quite/);
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
    // The file has the other language too, and goes on where it was.
    await alone.getByRole('button', { name: '中文' }).click();
    await reads(alone, '#board', '轮到 Bob');
    is(await alone.evaluate(() => document.documentElement.lang), 'zh-Hans', 'in Chinese');
    await alone.getByRole('button', { name: 'English' }).click();
    await reads(alone, '#board', 'Bob to move');
    // Every explanation is in the file.
    for (const name of ['Why', 'Table', 'Tree', 'Recurrence', 'Code', 'Plan']) {
      await alone.getByRole('tab', { name, exact: true }).click();
      await alone.locator(`[role=tabpanel]:not([hidden])`).first().waitFor();
      await alone.waitForTimeout(150);
      const text = await alone.locator('[role=tabpanel]').first().innerText();
      is(text.length > 40 && !text.includes('This file does not hold that'), true, `${name} of the lesson: ${text.slice(0, 80)}`);
    }
    is(faults, [], 'faults of the lesson');
    await lesson.close();
    await close();
  },

  'a board stands in a page of a teacher\'s own': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=teach`);
    await page.locator('.quiz').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    const frame = await page.locator('pre.code').innerText();
    is(frame, /^<iframe src="stone-game-ii\.html#view=board" title="Stone Game II"/, 'what is pasted');
    is(download.suggestedFilename(), 'stone-game-ii.html', 'the file that it names');
    const { mkdtempSync, writeFileSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const folder = mkdtempSync(`${tmpdir()}/board-`);
    await download.saveAs(`${folder}/stone-game-ii.html`);
    writeFileSync(`${folder}/own.html`, `<!doctype html><html lang="en"><title>A page</title><h1>Our game</h1>${frame}</html>`);
    const own = await (await browser.newContext()).newPage();
    const faults = [];
    own.on('pageerror', (error) => faults.push(String(error)));
    await own.goto(`file://${folder}/own.html`);
    const board = own.frameLocator('iframe');
    await board.locator('#board [role=button]').first().click();
    await board.locator('#board', { hasText: 'Bob to move' }).waitFor();
    is(await board.locator('header').count(), 0, 'the board alone');
    is(await board.getByRole('link', { name: /Open in Bouton/ }).getAttribute('href'), /stone-game-ii\.html#.*line=take\(1\).*view=bench/, 'leads to the whole');
    is(faults, [], 'faults');
    await own.context().close();
    await close();
  },

  'a position is taken along as a picture, and as text': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk&line=put(1,1)/put(0,0)`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
      return [download.suggestedFilename(), readFileSync(await download.path())];
    };
    const [name, svg] = await saved('SVG');
    const drawn = String(svg);
    is([name, drawn.includes('class='), drawn.includes('var('), (drawn.match(/<rect/g) ?? []).length >= 10], ['mnk.svg', false, false, true], 'a picture that needs no style sheet');
    // It is drawn by whoever opens it, without this page.
    const alone = await page.context().newPage();
    await alone.setContent(drawn.slice(drawn.indexOf('<svg')));
    is(await alone.locator('svg svg path, svg svg circle').count() >= 2, true, 'the pieces');
    await alone.close();
    const [picture, png] = await saved('PNG');
    is([picture, png.subarray(1, 4).toString(), png.readUInt32BE(16) > 600], ['mnk.png', 'PNG', true], 'sharp');
    await page.getByRole('button', { name: 'Copy as text' }).click();
    is(await page.evaluate(() => navigator.clipboard.readText()), /board=/);
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    is(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())).schema, 'bouton.position/1');
    await close();
  },

  'a position is edited, and one is drawn by lot': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk`, { expected: REFUSALS });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Edit the position' }).click();
    const cell = (r, c) => page.getByLabel(`board, row ${r}, column ${c}`);
    for (const [r, c, who] of [[0, 0, 'X'], [0, 1, 'X'], [1, 0, 'O'], [1, 1, 'O']]) await cell(r, c).selectOption(who);
    is(await axe(page), [], 'the form');
    await page.getByRole('button', { name: 'Put it on the board' }).click();
    await reads(page, '.answer .value', 'X wins in 1');
    is(await page.locator('#board title', { hasText: 'put(0,2)' }).textContent(), /^row 0, column 2, empty; put\(0,2\)/, 'a place counts as its move does');
    // A form that says what is no position is answered with why.
    await page.getByLabel('in exactly').waitFor({ state: 'detached' });
    await page.getByLabel('Random position').selectOption('win');
    await page.getByLabel('in exactly').fill('3');
    await page.locator('.extra').getByRole('button', { name: 'Random' }).click();
    await reads(page, '.answer .value', 'wins in 3');
    await page.getByLabel('in exactly').fill('900');
    await page.locator('.extra').getByRole('button', { name: 'Random' }).click();
    await reads(page, '.extra', 'there is no such position');
    await close();
  },

  'a position is pasted as text or as JSON': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}`, { expected: REFUSALS, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Edit the position' }).click();
    const field = page.getByLabel('Paste a position');
    const paste = async (text) => { await field.fill(text); await page.getByRole('button', { name: 'Go there' }).click(); };
    const there = (state) => page.waitForFunction((state) => decodeURIComponent(location.hash).includes(`at=${state}`), state);
    await paste('i=1 M=1');
    await there('i=1 M=1');
    await reads(page, '#board', 'M = 1');
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    await paste('{"i": 3, "M": 2}');
    await there('i=3 M=2');
    // What the page copies, it reads.
    await field.fill(await page.evaluate(() => navigator.clipboard.readText()));
    is(await axe(page), [], 'the field');
    await page.getByRole('button', { name: 'Go there' }).click();
    await there('i=1 M=1');
    await paste('i=77 M=1');
    await reads(page, '.paste [role=alert]', '77');
    is(await field.inputValue(), 'i=77 M=1', 'what was pasted stays, to be mended');
    await paste('{"i": ');
    await page.waitForFunction(() => /^(?!.*77).+/s.test(document.querySelector('.paste [role=alert]')?.textContent ?? ''));
    await close();
  },

  'an edited position that is none is refused': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}`, { expected: REFUSALS });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Edit the position' }).click();
    await page.locator('#state-i').evaluate((field) => { field.removeAttribute('max'); });
    await page.locator('#state-i').fill('77');
    await page.locator('#state-i').press('Tab');
    await page.getByRole('button', { name: 'Put it on the board' }).click();
    await reads(page, '.extra [role=alert]', '77');
    await reads(page, '.answer .value', 'Alice 10');
    await page.locator('#state-i').fill('2');
    await page.locator('#state-i').press('Tab');
    await page.getByRole('button', { name: 'Put it on the board' }).click();
    await reads(page, '#board', /9/);
    await page.waitForFunction(() => location.hash.includes('at='));
    await close();
  },

  'the tree shows moves that were left out, on demand': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk&view=tree`);
    const more = page.locator('.tree').getByRole('button', { name: /more moves/ });
    await more.first().waitFor();
    const before = await page.locator('.branch').count();
    await more.first().click();
    await page.waitForFunction((before) => document.querySelectorAll('.branch').length > before, before);
    await close();
  },

  'arrows of best play lie over the table': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=table`);
    await page.locator('.arrows .way').first().waitFor({ state: 'attached' });
    is(await page.locator('.arrows .way').count(), 3, 'a move each');
    await page.getByLabel('Arrows').selectOption('best');
    await page.waitForFunction(() => document.querySelectorAll('.arrows .way').length >= 8);
    await page.getByLabel('Arrows').selectOption('none');
    await page.locator('.arrows').waitFor({ state: 'detached' });
    await close();
  },

  'a draw that goes round is drawn on its graph': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=cat-and-mouse&params={"graph":[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]}&view=why`);
    await page.locator('.walked .walk').first().waitFor();
    is(await page.locator('.walked .walk').count(), 5, 'moves');
    is(await page.locator('.walked .walk title').first().textContent(), '1: run(3)');
    await close();
  },

  'three kinds of position stand side by side, and one below the other where there is no room': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk&view=why`, { viewport: { width: 1600, height: 900 } });
    await page.getByRole('button', { name: 'Three kinds of position' }).click();
    const kinds = page.locator('.kinds section');
    await kinds.nth(2).waitFor();
    is(await page.locator('.kinds h3').allInnerTexts().then((all) => all.map((one) => one.replace(/^\S+\s/, ''))), ['win', 'draw', 'loss']);
    const tops = () => kinds.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
    is(await tops(), 1, 'in columns');
    is(await axe(page), [], 'the columns');
    await page.setViewportSize({ width: 360, height: 740 });
    is(await tops(), 3, 'below one another');
    is(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, 'no wider than the window');
    await kinds.first().getByRole('button', { name: 'Put it on the board' }).click();
    await reads(page, '.answer .value', 'wins in 1');
    is(await kinds.count(), 3, 'they are those of the game, wherever play stands');
    await close();
  },

  'facts stand under the plan': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&view=plan`);
    await reads(page, '[role=tabpanel] h3', 'What is known');
    is(await page.locator('[role=tabpanel] dt').count() > 2, true);
    await close();
  },
};
