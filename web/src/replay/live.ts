import { reportDown } from '../api/down';
import { hangUp, type Socket } from '../lib/hangup';
import { address } from '../lib/url';
import { Reader, Restarted } from './reader';
import { type Replay, VOID } from './replay';

/** Pauses before each new attempt; the last one is repeated. */
export const RETRY_MS = [250, 500, 1000, 2000, 5000];

/** The code that ends the stream of a match without a result: its bots were not let run, or its machine failed. */
const BROKE_OFF = 4000;

/**
 * Watches a match while it is played. The server sends the lines so far and then each line as it is played. After a
 * lost connection it sends them again. The reader drops the lines that it knows, so that no turn is missing or shown
 * twice. A server that was killed plays the match again from its start, as it does with a void one, and so does the
 * replay. Returns a function that stops it.
 */
export function watch(
  replay: Replay,
  id: string,
  open: (url: string) => Socket = (url) => new WebSocket(url),
  later: (f: () => void, ms: number) => void = (f, ms) => void setTimeout(f, ms),
): () => void {
  let reader = new Reader();
  let known = false; // whether the match has been found on the server
  let broken = false; // the match broke off, and what comes next is another playing of it
  let stopped = false;
  let attempt = 0;
  let socket: Socket | undefined;

  const connect = () => {
    if (stopped) return;
    socket = open(address('/api/live/{id}', { id }));
    socket.onopen = () => {
      reader.rejoin();
      if (!broken) replay.setConnection('live');
    };
    socket.onmessage = (message: MessageEvent) => {
      attempt = 0;
      known = true;
      if (broken) {
        broken = false;
        reader = new Reader();
        replay.restart();
        replay.setConnection('live');
      }
      try {
        for (const line of String(message.data).split('\n')) replay.add(reader.push(line));
        replay.flush();
      } catch (error) {
        if (error instanceof Restarted) {
          again();
          return;
        }
        stop();
        replay.fail(error);
      }
      if (reader.complete) {
        replay.setConnection('ended');
        stopped = true; // the server closes the connection, and two that close at once are an error to browsers
      }
    };
    socket.onclose = (event?: CloseEvent) => {
      if (stopped) return;
      if (event?.code === BROKE_OFF && replay.once) {
        stop();
        replay.setConnection('ended');
        return;
      }
      if (event?.code === BROKE_OFF) {
        broken = true;
        known = true;
        replay.again = VOID;
      }
      if (!known) {
        replay.fail(new Error(`match ${id} not found: it is neither stored nor running on this server`));
        return;
      }
      replay.setConnection(broken ? 'void' : 'lost');
      if (!broken) reportDown();
      later(connect, RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]!);
    };
  };
  /** Reads the match from its start: what has been dropped as known belongs to an earlier playing. */
  const again = () => {
    hangUp(socket!);
    reader = new Reader();
    replay.again = 'played again: the server was started anew';
    replay.restart();
    connect();
  };
  const stop = () => {
    stopped = true;
    if (socket) hangUp(socket);
  };
  connect();
  return stop;
}
