import { useEffect, useState } from 'preact/hooks';

/** A match that is being played. */
export interface Running {
  id: string;
  tournament: string;
  game: string;
  seats: string[];
  since: string;
}

/** A line of /api/live, as far as pages look at it. */
interface Event {
  type: string;
  at?: string;
  game?: string;
  playing?: Running[];
  match?: Omit<Running, 'game' | 'since'>;
}

/** What the feed has told so far. Version grows with everything that changes a table. */
export interface Feed {
  playing: readonly Running[];
  version: number;
  connected: boolean;
}

/** What is known before the feed tells anything. */
export const silence: Feed = { playing: [], version: 0, connected: false };

/** What is known after a line of the feed. */
export function told(feed: Feed, line: string): Feed {
  const e = JSON.parse(line) as Event;
  const others = feed.playing.filter((r) => r.id !== e.match?.id);
  switch (e.type) {
    case 'hello': // after a lost connection, anything may have happened
      return { playing: e.playing ?? [], version: feed.version + 1, connected: true };
    case 'match started':
      return { ...feed, playing: [...others, { ...e.match!, game: e.game ?? '', since: e.at ?? '' }] };
    case 'match finished':
    case 'match failed':
      return { ...feed, playing: others, version: feed.version + 1 };
    default:
      return { ...feed, version: feed.version + 1 };
  }
}

const TELL_MS = 1000; // tables that change more often cannot be read
const RETRY_MS = 2000;

/** Follows what happens on the server. It renders again once a second at the most. */
export function useFeed(): Feed {
  const [feed, show] = useState(silence);
  useEffect(() => follow(show), []);
  return feed;
}

function follow(show: (feed: Feed) => void): () => void {
  let feed = silence;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let tell: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    tell ??= setTimeout(
      () => {
        tell = undefined;
        show(feed);
      },
      feed.connected ? TELL_MS : 0,
    );
  };
  const connect = () => {
    socket = new WebSocket('/api/live');
    socket.onmessage = (message: MessageEvent) => {
      for (const line of String(message.data).split('\n')) feed = told(feed, line);
      changed();
    };
    socket.onclose = () => {
      feed = { ...feed, playing: [], connected: false };
      changed();
      retry = setTimeout(connect, RETRY_MS);
    };
  };
  connect();
  return () => {
    clearTimeout(retry);
    clearTimeout(tell);
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  };
}
