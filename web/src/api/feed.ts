import { useEffect, useState } from 'preact/hooks';
import { hangUp } from '../lib/hangup';
import { reportDown } from './down';

/** A running match. */
export interface Running {
  id: string;
  tournament: string;
  game: string;
  seats: string[];
  since: string;
}

/** A line of /api/live, reduced to the fields that pages use. */
interface Event {
  type: string;
  at?: string;
  game?: string;
  playing?: Running[];
  unwatched?: boolean;
  match?: Omit<Running, 'game' | 'since'>;
}

/** The state of the feed. Version grows with every event that changes a table; it is below 0 until the feed is there or has failed. */
export interface Feed {
  playing: readonly Running[];
  void: readonly Running[]; // that the machine was too busy for, and that wait to be played again
  unwatched: boolean; // the server does not show matches while they are played
  version: number;
  connected: boolean;
}

/** The state before the first line. */
export const initialFeed: Feed = { playing: [], void: [], unwatched: false, version: -1, connected: false };

/** The state after a line of the feed. */
export function afterEvent(feed: Feed, line: string): Feed {
  const e = JSON.parse(line) as Event;
  const without = (of: readonly Running[]) => of.filter((r) => r.id !== e.match?.id);
  const others = without(feed.playing);
  const waiting = without(feed.void);
  const match = (): Running => ({ ...e.match!, game: e.game ?? '', since: e.at ?? '' });
  switch (e.type) {
    case 'hello': // after a lost connection, anything may have happened
      return {
        playing: e.playing ?? [],
        void: [],
        unwatched: e.unwatched ?? false,
        version: feed.version + 1,
        connected: true,
      };
    case 'match started':
      return { ...feed, playing: [...others, match()], void: waiting };
    case 'match void':
      return { ...feed, playing: others, void: [...waiting, match()], version: feed.version + 1 };
    case 'match finished':
    case 'match failed':
      return { ...feed, playing: others, void: waiting, version: feed.version + 1 };
    default:
      return { ...feed, version: feed.version + 1 };
  }
}

const RENDER_MS = 1000; // tables that change more often are unreadable
const RETRY_MS = 2000;

/** Subscribes to the live feed of the server. It re-renders at most once a second. */
export function useFeed(): Feed {
  const [feed, show] = useState(initialFeed);
  useEffect(() => follow(show), []);
  return feed;
}

function follow(show: (feed: Feed) => void): () => void {
  let feed = initialFeed;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pending: ReturnType<typeof setTimeout> | undefined;
  let shown = false;
  const changed = () => {
    pending ??= setTimeout(
      () => {
        pending = undefined;
        shown = true;
        show(feed);
      },
      shown && feed.connected ? RENDER_MS : 0,
    );
  };
  const connect = () => {
    socket = new WebSocket('/api/live');
    socket.onmessage = (message: MessageEvent) => {
      for (const line of String(message.data).split('\n')) feed = afterEvent(feed, line);
      changed();
    };
    socket.onclose = () => {
      feed = { ...feed, playing: [], void: [], version: Math.max(0, feed.version), connected: false };
      changed();
      reportDown();
      retry = setTimeout(connect, RETRY_MS);
    };
  };
  connect();
  return () => {
    clearTimeout(retry);
    clearTimeout(pending);
    if (socket) hangUp(socket);
  };
}
