// The time that the frames of a board take, from a trace of Chromium.

const WORK = ['FireAnimationFrame', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'];

/**
 * Plays the match of a page from its start, again and again, and returns the milliseconds of script and paint in each
 * frame, the fastest first.
 */
export async function frameTimes(browser, page, frames) {
  await page.waitForSelector('.board canvas[data-fps]');
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) {
      document.querySelector('button[aria-label=play]')?.click();
      await new Promise(requestAnimationFrame);
    }
  }, frames);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  return framesOf(traceEvents).sort((a, b) => a - b);
}

/** The work on the page's main thread from the first script of a frame to the next one. */
function framesOf(events) {
  const named = events.filter((e) => e.ph === 'X' && WORK.includes(e.name));
  const thread = mostFrequent(named.filter((e) => e.name === 'FireAnimationFrame').map((e) => e.tid));
  const frames = [];
  let end = 0; // of the work that was counted last: what lies within it is part of it
  let drawn = true; // the last work was not a script: the next script begins a frame
  for (const e of named.filter((e) => e.tid === thread).sort((a, b) => a.ts - b.ts)) {
    if (e.ts < end) continue;
    const script = e.name === 'FireAnimationFrame';
    if (script && drawn) frames.push(0);
    drawn = !script;
    if (frames.length === 0) continue;
    frames[frames.length - 1] += e.dur / 1000;
    end = e.ts + e.dur;
  }
  return frames;
}

function mostFrequent(all) {
  const count = new Map();
  for (const one of all) count.set(one, (count.get(one) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0];
}
