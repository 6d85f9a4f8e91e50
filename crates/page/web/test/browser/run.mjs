/** Runs the tests of this folder in one browser, one after the other where a file does not say how many at the same time: `BOUTON=path/to/bouton npm run browser [words of a test's name]`. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browse, serve } from './stage.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2).join(' ');
const server = process.env.BOUTON_PAGE ? { address: process.env.BOUTON_PAGE, stop: async () => undefined } : await serve();
const browser = await browse();
let passed = 0;
let failed = 0;
async function run(name, test) {
  const begun = performance.now();
  try {
    await test({ browser, at: server.address });
    passed += 1;
    console.log(`ok      ${name} (${Math.round(performance.now() - begun)} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n    ${String(error.message ?? error).split('\n').slice(0, 40).join('\n    ')}`);
  }
}
for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).sort()) {
  const { default: tests, together = 1 } = await import(`./${file}`);
  const left = Object.entries(tests).filter(([name]) => name.includes(wanted));
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await run(...next);
  };
  await Promise.all(Array.from({ length: together }, lane));
}
await browser.close();
await server.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
