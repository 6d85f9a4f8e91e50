/** What is photographed: every view, games of every kind of picture, and what goes wrong. A scene is an address and what is done there. */

const STONES = 'game=stone-game-ii&params={"piles":[2,7,9,4,4]}';
const MICE = 'game=cat-and-mouse&params={"graph":[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]}';

const board = (page) => page.locator('#board svg, #board pre').first().waitFor();
const tab = async (page) => { await board(page); await page.locator('#tabpanel :is(pre, .cell, .go, .math, dl)').first().waitFor({ timeout: 8000 }).catch(() => undefined); };
/** A mistake typed at the end of a line of the rules. */
const typed = (line, put) => async (page) => {
  await board(page);
  await page.locator('.cm-line').filter({ hasText: line }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(put);
  await page.locator('.findings').first().waitFor();
};
/** Some moves of a game against nobody, with values hidden as they are there. */
const moved = (times) => async (page) => {
  await board(page);
  await page.getByLabel(/Opponent|You play|你执|对手/).first().waitFor();
  await page.locator('select').filter({ has: page.locator('option[value="both"]') }).selectOption('both');
  for (let time = 0; time < times; time += 1) {
    await page.locator('#board [role=button]').nth(time % 2).click();
    const choice = page.locator('#board .ask .btn').first();
    if (await choice.isVisible()) await choice.click();
    await page.waitForTimeout(150);
  }
};
const quiz = async (page) => {
  await page.locator('.quiz .btn').first().click();
  await board(page);
};
const sheet = async (page) => {
  await page.locator('.side .btn.primary').first().click();
  await page.locator('iframe').waitFor();
  await page.locator('iframe').scrollIntoViewIfNeeded();
};
const pointed = async (page) => { await tab(page); await page.locator('.cell').nth(4).hover(); };
const more = async (page) => { await board(page); await page.locator('.steps .btn').last().click(); await page.locator('.extra .start').click(); await page.waitForTimeout(400); };
const making = async (page) => { await page.locator('.picture').first().waitFor(); await page.locator('.tools .btn.primary').click(); };
const keys = async (page) => { await board(page); await page.locator('header .tools .btn.icon').click(); };
const focus = async (page) => { await board(page); for (let n = 0; n < 3; n += 1) { await page.locator('#board [role=button]').first().focus(); await page.keyboard.press('Tab'); await page.keyboard.press('Shift+Tab'); } };
const kinds = async (page) => { await tab(page); await page.locator('#tabpanel .head .btn').last().click(); await page.locator('.kinds section').first().waitFor(); };
const settled = (page) => page.waitForTimeout(1500);

/** `every`: at each width, in both languages, in all three themes; the others in a sample of these. */
export const SCENES = [
  { name: 'gallery', hash: 'view=gallery', do: (page) => page.locator('.picture').first().waitFor(), every: true },
  { name: 'gallery-new', hash: 'view=gallery', do: making },
  { name: 'bench-row', hash: `${STONES}&line=take(2)/take(1)`, do: tab, every: true },
  { name: 'bench-grid', hash: 'game=mnk&line=put(0,0)/put(0,1)', do: tab, every: true },
  { name: 'bench-graph', hash: `${MICE}&view=why`, do: tab, every: true },
  { name: 'table', hash: `${STONES}&view=table`, do: pointed },
  { name: 'table-long', hash: 'game=mnk&view=table', do: tab },
  { name: 'tree', hash: `${STONES}&view=tree`, do: tab },
  { name: 'tree-large', hash: 'game=mnk&view=tree', do: tab },
  { name: 'why', hash: `${STONES}&view=why`, do: tab },
  { name: 'why-kinds', hash: 'game=mnk&view=why', do: kinds },
  { name: 'recurrence', hash: `${STONES}&view=recurrence`, do: tab },
  { name: 'code', hash: `${STONES}&view=code`, do: tab },
  { name: 'plan', hash: `${STONES}&view=plan`, do: tab },
  { name: 'plan-grid', hash: 'game=connect-four&view=plan', do: tab },
  { name: 'play', hash: 'game=mnk&view=play', do: moved(3), every: true },
  { name: 'play-over', hash: `${STONES}&view=play&line=take(2)/take(3)`, do: moved(0) },
  { name: 'teach', hash: `${STONES}&view=teach`, do: settled },
  { name: 'quiz', hash: 'game=mnk&view=teach', do: quiz },
  { name: 'worksheet', hash: `${STONES}&view=teach`, do: sheet },
  { name: 'saved', hash: 'game=SAVED&view=saved', do: async (page) => { await board(page); await page.locator('#filter').fill('value == win and plies > 3'); await page.keyboard.press('Enter'); await page.waitForTimeout(500); } },
  { name: 'board', hash: `${STONES}&view=board`, do: board },
  { name: 'more', hash: 'game=kalah', do: more },
  { name: 'keys', hash: STONES, do: keys },
  { name: 'focus', hash: 'game=mnk', do: focus },
  ...[
    'kalah', 'nim', 'connect-four', 'stone-game-vi', 'rectangle', 'othello', 'breakthrough', 'dots-and-boxes', 'foxes', 'can-i-win', 'chomp', 'sim', 'mu-torere', 'l-game',
    'six-mens-morris', 'toads-and-frogs', 'stalks-and-branches', 'short-and-cut', 'king-and-rook', 'divisor-game', 'guess-number', 'cow-digits', 'rook-trail', 'wythoff', 'domineering', 'kayles', 'subtraction',
  ].map((game) => ({ name: `game-${game}`, hash: `game=${game}`, do: tab, few: true })),
  { name: 'wrong-address', hash: 'game=nim&view=nowhere', do: settled },
  { name: 'wrong-game', hash: 'game=nimm', do: settled },
  { name: 'wrong-line', hash: `${STONES}&line=take(7)`, do: settled },
  { name: 'wrong-params', hash: 'game=stone-game-ii&params={"piles":[]}', do: settled },
  { name: 'wrong-rules', hash: STONES, do: typed('param piles', ' moev') },
  { name: 'limit', hash: 'game=othello&params={"size":6}', do: (page) => page.waitForTimeout(4500) },
];
