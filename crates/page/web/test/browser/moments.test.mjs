/** The ten bad moments: what goes wrong is said calmly, and there is a way out. */

import { GONE, is, open, reads, REFUSALS, serve, STONES, text } from './stage.mjs';

const editor = '.editor .cm-content';

async function type(page, rules) {
  await page.locator(editor).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(rules);
}

export default {
  'bad moment 1: a syntax error is found and the board stays': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}`);
    await reads(page, '.answer .value', 'Alice 10');
    await page.locator(editor).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('game game\n');
    await reads(page, '.rules .status', /✗ errors: \d+/);
    await page.locator('.findings li.error').first().waitFor();
    await reads(page, '.answer .value', 'Alice 10');
    is(await page.locator('.cm-lintRange-error').count() > 0, true, 'marked in the text');
    await close();
  },

  'a link to a line of play shows where it leads, and no other board before, however long that takes': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/`);
    let release;
    const held = new Promise((done) => { release = done; });
    await page.route('**/api/line', async (route) => { await held; await route.continue(); });
    const asked = page.waitForRequest('**/api/line');
    await page.goto(`${at}/#game=mnk&line=put(1,1)`);
    await asked;
    await page.waitForTimeout(300);
    is(await page.locator('#board [data-place]').count(), 0, 'no board that is not meant');
    release();
    await page.locator('#board [data-place]').first().waitFor();
    is([await text(page, '#board .steps .num'), await page.locator('#board h2').innerText()], ['1 / 1', 'O to move']);
    await close();
  },

  'bad moment 1b: a draft with an error is there after a reload, until it is discarded': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=nim`);
    await reads(page, '.answer .value', /./);
    await page.locator(editor).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('game game\n');
    await reads(page, '.rules .status', /✗ errors: \d+/);
    await page.reload();
    await reads(page, '.answer .value', /./);
    await reads(page, '.rules .status', /✗ errors: \d+/);
    await reads(page, editor, 'game game');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.locator('.rules .status', { hasText: '✓' }).waitFor();
    await page.reload();
    await page.locator('.rules .status', { hasText: '✓' }).waitFor();
    await close();
  },

  'bad moment 2: rules that loop say how': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=nim`, { expected: REFUSALS });
    await reads(page, '.answer .value', /./);
    await type(page, 'game Round "Round"\nstate at : 0..2 = 0\nmove go { at = (at + 1) % 3 }\n');
    await reads(page, '.findings', /repeat/);
    await close();
  },

  'bad moment 3: what is too large is refused with what would do': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk&params={"m":8,"n":8,"k":5}`, { expected: REFUSALS });
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await Promise.race([cancel.waitFor({ timeout: 20000 }), reads(page, '[role=alert]', /./, 20000)]);
    if (await cancel.isVisible()) await cancel.click();
    await page.getByRole('button', { name: 'Try the smallest parameters' }).click();
    await reads(page, '.answer .value', /./, 20000);
    await close();
  },

  'bad moment 4: a long solve is cancelled': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk&params={"m":4,"n":5,"k":4}`, { expected: REFUSALS });
    await page.getByRole('button', { name: 'Cancel' }).click({ timeout: 10000 });
    await reads(page, 'main', 'Cancelled.');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await close();
  },

  'bad moment 5: the server goes away and comes back': async ({ browser }) => {
    const { address, stop } = await serve();
    const { page, close } = await open(browser, `${address}/#${STONES}`, { expected: GONE });
    await reads(page, '.answer .value', 'Alice 10');
    await stop();
    await page.locator('#board [role=button]').first().click();
    await reads(page, '.gone', 'The server does not answer');
    const again = await serve(new URL(address).port);
    await reads(page, '#board', 'Bob to move', 15000);
    is(await page.locator('.gone').count(), 0, 'the bar goes away');
    await again.stop();
    await close();
  },

  'bad moment 6: two tabs do not disturb each other': async ({ browser, at }) => {
    const { page, context, close } = await open(browser, `${at}/#${STONES}`);
    const other = await context.newPage();
    await other.goto(`${at}/#game=nim`);
    await reads(page, '.answer .value', 'Alice 10');
    await other.locator('.answer .moves li button').first().click();
    await page.locator('.answer .moves li button').first().click();
    await reads(page, '#board', 'Bob to move');
    await reads(other, '#board', 'Second to move');
    await close();
  },

  'bad moment 7: a wrong address says so and leads out': async ({ browser, at }) => {
    for (const [hash, said] of [['#view=nowhere', 'There is no view'], ['#rules=%%%', 'damaged'], ['#game=nim&params={oops', 'not JSON']]) {
      const { page, close } = await open(browser, `${at}/${hash}`);
      await reads(page, '[role=alert]', said);
      await page.getByRole('button', { name: 'All games' }).click();
      await page.locator('.cards a').first().waitFor();
      await close();
    }
    const { page, close } = await open(browser, `${at}/#game=no-such-game`, { expected: REFUSALS });
    await reads(page, '[role=alert]', 'no-such-game');
    await page.getByRole('button', { name: 'All games' }).click();
    await page.locator('.cards a').first().waitFor();
    await close();
  },

  'bad moment 7b: a line that is not legal leads back to the start': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}&line=take(7)`, { expected: REFUSALS });
    await reads(page, '[role=alert]', 'take(7)');
    await page.getByRole('button', { name: 'Start of this game' }).click();
    await page.locator('[role=alert]').waitFor({ state: 'detached' });
    await close();
  },

  'bad moment 8: a hostile title is only text': async ({ browser, at }) => {
    const { page, close, faults } = await open(browser, `${at}/#${STONES}`);
    await reads(page, '.answer .value', 'Alice 10');
    await type(page, 'game G "<script>globalThis.owned=1</script><img src=x onerror=owned=1>"\nplayers A, B\nstate n : 0..3 = 3\nmove take(k in 1..2) as "<b>take {k}</b>" { when k <= n; n -= k }\nstuck => me loses\n');
    await reads(page, '.rules .status', '✓');
    await reads(page, 'header .title', '<script>', 15000);
    for (const tab of ['Table', 'Tree', 'Why', 'Recurrence', 'Code', 'Plan']) await page.getByRole('tab', { name: tab }).click();
    is(await page.evaluate(() => globalThis.owned ?? null), null, 'nothing ran');
    faults.splice(0, faults.length, ...faults.filter((fault) => !fault.startsWith('answered 4')));
    await close();
  },

  'bad moment 9: ten megabytes are pasted': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#${STONES}`);
    await reads(page, '.answer .value', 'Alice 10');
    await page.locator(editor).click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '# what a long line this is\n'.repeat(400_000));
      document.querySelector('.editor').shadowRoot.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await reads(page, '.rules', /longer than \d+ kB/, 20000);
    await page.keyboard.press('Control+Z');
    await page.locator('.rules [role=alert]').waitFor({ state: 'detached', timeout: 20000 });
    await reads(page, '.answer .value', 'Alice 10');
    await close();
  },

  'bad moment 10: a parameter out of range': async ({ browser, at }) => {
    const { page, close } = await open(browser, `${at}/#game=mnk`, { expected: REFUSALS });
    await reads(page, '.answer .value', 'draw');
    await page.locator('#param-m').fill('99');
    await page.locator('#param-m').press('Enter');
    await reads(page, '[role=alert]', /99|`m`/);
    await page.goBack();
    await reads(page, '.answer .value', 'draw');
    // The page goes on as before: the parameter that was, a board that is played, and another parameter that is taken.
    is([await page.locator('#param-m').inputValue(), await page.locator('[role=alert]').count()], ['3', 0], 'the parameter before');
    await page.locator('#board [role=button]').first().click();
    await reads(page, '#board .steps .num', '1 / 1');
    await page.locator('#param-m').fill('2');
    await page.locator('#param-m').press('Enter');
    await reads(page, '#board .steps .num', '0 / 0');
    is(await page.locator('#board [data-place]').count(), 6, 'a board of two rows');
    await close();
  },
};
