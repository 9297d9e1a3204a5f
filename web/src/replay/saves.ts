import { ApiError, checked, isAway } from '../api/client';
import { reportDown } from '../api/down';
import type { RequestBody } from '../api/types';
import { onceBack } from '../lib/outage';
import { linesOf } from './lines';

/** What a save has changed. */
export interface Change {
  turn?: number; // the first that was played differently; absent if none was
  before?: string; // the match before
  text: string; // a sentence or two, each on its line
}

/** What happens in a loop: the bots are built, a match begins and ends, or a build fails. */
export interface LoopEvent {
  type: 'building' | 'playing' | 'played' | 'failed';
  match?: string;
  change?: Change;
  why?: string;
  output?: string; // of a build that failed
}

/**
 * Has the server play a match again each time a file of a bot is saved. A server that was away is asked again once it is
 * back. Returns a function that ends the loop.
 */
export function followSaves(
  body: RequestBody<'/api/rerun', 'post'>,
  happened: (event: LoopEvent) => void,
  failed: (error: Error) => void,
): () => void {
  const abort = new AbortController();
  let forget = () => {};
  const read = async () => {
    const response = await fetch('/api/rerun', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    await checked(response);
    for await (const line of linesOf(response.body!))
      if (line.startsWith('data: {')) happened(JSON.parse(line.slice('data: '.length)) as LoopEvent);
    throw new TypeError('the connection has ended');
  };
  const start = () => {
    read().catch((error: Error) => {
      if (abort.signal.aborted) return;
      if (!(error instanceof TypeError || (error instanceof ApiError && isAway(error.status)))) {
        failed(error);
        return;
      }
      forget = onceBack(start);
      reportDown();
    });
  };
  start();
  return () => {
    forget();
    abort.abort();
  };
}
