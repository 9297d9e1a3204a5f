import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { loadPreference, savePreference } from '../lib/storage';
import type { Player } from './player';
import { type StderrLine, stderrLines } from './stderrlines';
import { reveal } from './turnlist';

const MOST = 4000; // lines in the page; a search finds those beyond
const AROUND = 60; // turns before and after the shown one, unless the whole match is shown

/** The bots' stderr: around the shown turn or of the whole match, searched, with or without the lines for the viewer. */
export function StderrTab({ player }: { player: Player }) {
  const { transport, replay } = player;
  const seat = useObservable(player, () => player.seat);
  const now = useObservable(transport, () => player.turn);
  const known = useObservable(replay, () => replay.frames.length);
  const [search, setSearch] = useState('');
  const [whole, setWhole] = usePreference('stderr.whole');
  const [hideTags, setHideTags] = usePreference('stderr.hideTags');
  const all = whole || search !== '';
  const lines = useMemo(
    () => stderrLines(replay.frames, { seat, search, hideTags }),
    [replay.frames, known, seat, search, hideTags],
  );
  const shown = (all ? lines : lines.filter((l) => Math.abs(l.turn - now) <= AROUND)).slice(0, MOST);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => reveal(list.current), [now, all]);
  return (
    <div class="stderr">
      <div class="filter">
        <input
          type="search"
          placeholder="Search stderr"
          aria-label="search stderr"
          value={search}
          onInput={(e) => setSearch(e.currentTarget.value)}
        />
        <label>
          <input type="checkbox" checked={whole} onChange={(e) => setWhole(e.currentTarget.checked)} /> whole
          match
        </label>
        <label>
          <input type="checkbox" checked={hideTags} onChange={(e) => setHideTags(e.currentTarget.checked)} />{' '}
          hide @draw and @metric
        </label>
      </div>
      {all && (
        <p class="muted" role="status">
          {lines.length} {lines.length === 1 ? 'line' : 'lines'}
          {lines.length > MOST && `, the first ${MOST} shown`}
        </p>
      )}
      {shown.length === 0 && (
        <p class="muted">
          {search ? 'No such line.' : `No bot wrote to stderr${all ? '' : ' around this turn'}.`}
        </p>
      )}
      <ol ref={list} class="turns mono">
        {byTurn(shown).map(([turn, of]) => (
          <li key={turn} aria-current={turn === now ? 'true' : undefined}>
            <button type="button" class="turn-no" onClick={() => transport.seek(turn)}>
              {turn}
            </button>
            <div>
              {of.map((line, i) => (
                <div key={i} class="line">
                  <span class={`dot seat-${line.seat}`} />
                  <span>{line.text}</span>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function byTurn(lines: readonly StderrLine[]): [turn: number, lines: StderrLine[]][] {
  const turns = new Map<number, StderrLine[]>();
  for (const line of lines) {
    const of = turns.get(line.turn);
    if (of) of.push(line);
    else turns.set(line.turn, [line]);
  }
  return [...turns];
}

/** A switch that is stored. */
function usePreference(key: string): [boolean, (on: boolean) => void] {
  const [on, set] = useState(loadPreference(key) === 'true');
  return [
    on,
    (to) => {
      savePreference(key, String(to));
      set(to);
    },
  ];
}
