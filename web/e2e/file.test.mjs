// Replays from files, and the error pages.
import { after, before, test } from 'node:test';
import { ends, launch, open, shows } from './browser.mjs';
import { start, stored } from './program.mjs';

let program;
let browser;

before(async () => {
  program = await start(['domain']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await program?.close();
});

/** Drags a file over the page, as a file manager does, until the page listens, and drops it. */
async function drop(page, name, bytes) {
  await page.waitForFunction(
    ([name, bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      const drag = (type) =>
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      return !drag('dragover') && !drag('drop'); // the page takes both for itself
    },
    [name, [...bytes]],
  );
}

for (const [kind, path] of [
  ['full export', 'replay'],
  ['record', 'record'],
]) {
  test(`a ${kind} is dropped on the page`, async (t) => {
    const match = await stored(program, 'domain');
    const response = await fetch(`${program.base}/api/matches/${match.id}/${path}`);
    const { page, done } = await open(t, browser, program.base, '/open');
    await drop(page, 'match.jsonl', new Uint8Array(await response.arrayBuffer()));
    await ends(page, match.turns);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await shows(page, 1);
    done();
  });
}

/** What CodinGame answers for a match of three turns, on several lines. */
function foreign(scores) {
  const frames = ['', '0 0 R', '6 6 L', '0 0 D'].map((answer, i) =>
    i === 0 ? { agentId: -1, view: '0' } : { agentId: (i + 1) % 2, stdout: `${answer}\n`, view: String(i) },
  );
  const agents = ['mine', 'Boss'].map((pseudo, index) => ({ index, codingamer: { pseudo } }));
  const gameResult = { gameId: 42, refereeInput: 'seed=1\n', scores, ranks: [1, 0], agents, frames };
  return JSON.stringify({ puzzleTitle: ['Domain Expansion'], gameResult }, null, 2);
}

test('a match of CodinGame is dropped on the page, and says where our rules differ', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/open');
  await drop(page, 'several.json', new TextEncoder().encode(foreign([1, 48]) + foreign([2, 48])));
  await page.waitForSelector('text=Played on CodinGame as match 42; our rules play it to the same end.');
  await ends(page, 3);
  await page.selectOption('select:has(option:text-is("2"))', '2');
  await page.waitForSelector('text=our rules differ in turn 3: the file has the scores [2 48]');
  await ends(page, 3);
  done();
});

test('a file that is not a replay is rejected with the reason', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/open');
  await drop(page, 'notes.txt', new TextEncoder().encode('not a replay\n'));
  await page.waitForSelector('text=not a replay: the first line is not JSON');
  done();
});

test('a match that does not exist is reported', async (t) => {
  const expected = /status of 404|WebSocket/;
  const { page, done } = await open(t, browser, program.base, `/matches/${'0'.repeat(20)}`, { expected });
  await page.waitForSelector('.error');
  done();
});

test('an unknown path shows the not-found page', async (t) => {
  const { page, done } = await open(t, browser, program.base, '/nowhere');
  await page.waitForSelector('text=Page not found');
  done();
});
