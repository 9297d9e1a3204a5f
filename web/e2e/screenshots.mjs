// Takes each kind of page in each of its states, on a desktop and on a phone, light and dark, to be looked at:
// node e2e/screenshots.mjs [DIR [NAME...]]. A folder of the system's for temporary files is the default.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, still } from './browser.mjs';
import { showcase } from './showcase.mjs';
import { sizes } from './sizes.mjs';

const [, , dir = mkdtempSync(join(tmpdir(), 'arbiter-screenshots-')), ...names] = process.argv;
mkdirSync(dir, { recursive: true });
const browser = await launch();
const { scenes, close } = await showcase();
try {
  for (const name of names)
    if (!scenes.some((s) => s.name === name)) throw new Error(`no scene is called ${name}`);
  for (const scene of scenes)
    if (names.length === 0 || names.includes(scene.name))
      for (const [size, viewport] of sizes) await take(scene, size, viewport).catch(failed(scene, size));
  console.log(dir);
} finally {
  await browser.close();
  await close();
}

/** Says which scene has failed; the others are taken nevertheless. */
function failed({ name }, size) {
  return (error) => {
    console.error(`${name} on a ${size}: ${error.message}`);
    process.exitCode = 1;
  };
}

/** Takes a page once it has what it asked for, from its top to its end. */
async function take({ name, url, prepare }, size, viewport) {
  const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  try {
    await page.goto(typeof url === 'string' ? url : await url());
    await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('.waiting'));
    const undo = await prepare?.(page);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
      writeFileSync(join(dir, `${name}-${size}-${colorScheme}.png`), await still(page, { fullPage: true }));
    }
    if (typeof undo === 'function') await undo();
    console.log(name, size);
  } finally {
    await page.close();
  }
}
