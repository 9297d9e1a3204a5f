import { useEffect, useMemo } from 'preact/hooks';
import type { PageProps } from '../lib/router';
import { Comparison } from '../player/comparison';
import { openMatch } from '../player/openmatch';
import { Player } from '../player/player';

/** Two matches side by side: /compare?a=ID&b=ID. */
export function Compare({ query }: PageProps) {
  const a = query.get('a');
  const b = query.get('b');
  if (!a || !b) {
    return (
      <main class="page">
        <h1>Compare two replays</h1>
        <p>
          Give two match IDs in the URL: <code>/compare?a=ID&b=ID</code>. The list of matches shows the IDs.
        </p>
      </main>
    );
  }
  return <Both a={a} b={b} />;
}

function Both({ a, b }: { a: string; b: string }) {
  const [left, right] = useMemo(() => {
    const first = new Player();
    return [first, new Player(first.transport)];
  }, [a, b]);
  useEffect(() => {
    const stops = [openMatch(left!, a), openMatch(right!, b)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [left, right]);
  return <Comparison left={left!} right={right!} />;
}
