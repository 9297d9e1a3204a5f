import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Play } from '../human/humanseat';
import { useWatch } from '../lib/observable';
import type { PageProps } from '../lib/router';
import { BoardView } from '../player/boardview';
import { runClock } from '../player/clock';
import { Controls } from '../player/controls';
import { Gear } from '../player/gear';
import { typing } from '../player/keyboard';
import { KeyRows, KeysDialog } from '../player/keys';
import { LogTab } from '../player/logs';
import { Seats } from '../player/panel';
import { TimelineBar } from '../player/timelinebar';
import { to } from '../results/links';
import '../style/player.css';
import '../style/human.css';

/** A match in which the reader has a seat. */
export function PlayMatch({ params }: PageProps) {
  const id = params.id!;
  const [fog, setFog] = useState(true);
  const play = useMemo(() => new Play(id, fog), [id, fog]);
  useEffect(() => play.start(), [play]);
  useEffect(() => runClock(play.session.transport), [play]);
  useHandKeys(play);
  const [help, setHelp] = useState(false);
  const hand = useWatch(play, () => play.hand);
  const error = useWatch(play, () => play.error);
  useEffect(() => {
    if (hand) document.title = `you play ${hand.game}`;
    return () => {
      document.title = 'Arbiter';
    };
  }, [hand?.game]);
  if (hand === undefined && error) {
    return (
      <main class="page">
        <h1>No such match</h1>
        <p class="error">{error}</p>
        <p>
          <a href="/play">Play another one</a>
        </p>
      </main>
    );
  }
  const { session } = play;
  return (
    <main class="viewer play">
      <div class="stage">
        <Caption play={play} />
        <BoardView session={session} over={play} />
        <Question play={play} />
        <div class="bar">
          <TimelineBar session={session} />
          <Controls transport={session.transport} replay={session.replay}>
            <Gear session={session} files={[]} help={() => setHelp(true)} />
          </Controls>
        </div>
      </div>
      <Side play={play} fog={fog} setFog={setFog} />
      {help && <KeysDialog close={() => setHelp(false)} keys={play.input?.keys ?? []} />}
    </main>
  );
}

/** Keys are answers here; the player's own do not move the position. */
function useHandKeys(play: Play): void {
  useEffect(() => {
    const down = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || typing(e.target, e.key)) return;
      const target = e.target as Element | null;
      if (
        target?.closest('[role=slider], dialog') ||
        (e.key === 'Enter' && target?.closest('button, a, summary'))
      )
        return;
      if (play.press(e)) e.preventDefault();
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  }, [play]);
}

function Caption({ play }: { play: Play }) {
  const hand = useWatch(play, () => play.hand);
  const seed = useWatch(play, () => play.session.replay.header?.seed);
  if (hand === undefined) return <p class="caption muted">loading</p>;
  return (
    <p class="caption">
      <b>{hand.game}</b>
      {seed !== undefined && <span class="muted">seed {seed}</span>}
      <span>you have seat {hand.seat}</span>
    </p>
  );
}

/** What is asked, or how it ended, and the buttons of the answer. */
function Question({ play }: { play: Play }) {
  const hand = useWatch(play, () => play.hand);
  const error = useWatch(play, () => play.error);
  const lost = useWatch(play, () => play.lost);
  const sending = useWatch(play, () => play.sending);
  useWatch(play, () => play.draft);
  useWatch(play, () => play.choices);
  const moving = useWatch(play, () => play.asked && !play.current); // the board is on its way to the question
  if (hand === undefined) return <div class="question" />;
  return (
    <section class="question" aria-label="your turn" aria-busy={moving}>
      <p class="prompt" role="status">
        {play.ended ? <End play={play} /> : play.asked ? play.prompt : 'Waiting for the others.'}
      </p>
      {lost && <p class="error">The server does not answer; trying again.</p>}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {play.asked && (
        <div class="answers">
          {play.buttons.map((b) => (
            <button
              key={b.label}
              type="button"
              aria-pressed={b.on}
              disabled={b.disabled || sending}
              onMouseDown={keepFocus}
              onClick={() => play.take(b.next)}
            >
              {b.label} {b.key && <kbd>{b.key}</kbd>}
            </button>
          ))}
          <button
            type="button"
            disabled={!play.canUndo || sending}
            onMouseDown={keepFocus}
            onClick={() => play.undo()}
          >
            undo <kbd>⌫</kbd>
          </button>
          {play.input?.line && (
            <button
              type="button"
              class="send"
              disabled={play.line === null || sending}
              onMouseDown={keepFocus}
              onClick={() => void play.send(play.line!)}
            >
              send <kbd>Enter</kbd>
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** A button that is clicked does not take the keys away from the board. */
function keepFocus(e: MouseEvent): void {
  e.preventDefault();
}

function End({ play }: { play: Play }) {
  const hand = play.hand!;
  const header = useWatch(play, () => play.session.replay.header);
  const again = new URLSearchParams({ game: hand.game, seat: String(hand.seat) });
  for (const [i, seat] of (header?.seats ?? []).entries()) if (i !== hand.seat) again.append('bot', seat.bot);
  if (header?.seed) again.set('seed', header.seed);
  return (
    <>
      <b>{hand.stage === 'over' ? outcome(play) : `The match has no result: ${hand.why}.`}</b>{' '}
      {hand.stage === 'over' && <a href={to.match(hand.id)}>Open the replay</a>}{' '}
      <a href={`/play?${again}`}>Play again</a>
    </>
  );
}

function outcome(play: Play): string {
  const { result, seat } = play.hand!;
  if (!result) return '';
  const { ranks, scores, reason } = result;
  if (ranks?.length === 1) return `The end: score ${scores?.[0]} (${reason}).`;
  const numbers = `${scores?.join(' : ')} (${reason})`;
  if (ranks?.every((r) => r === 1)) return `A draw, ${numbers}.`;
  return ranks?.[seat] === 1 ? `You win, ${numbers}.` : `You lose, ${numbers}.`;
}

/** The seats, what a bot would be sent, the keys, and the way out. */
function Side({ play, fog, setFog }: { play: Play; fog: boolean; setFog: (on: boolean) => void }) {
  const hand = useWatch(play, () => play.hand);
  const input = useWatch(play, () => play.input);
  if (hand === undefined || input === undefined) return <aside class="panel" />;
  return (
    <aside class="panel">
      <Seats session={play.session} />
      <div class="tab">
        {input.fog && (
          <div class="fog">
            <label>
              <input type="checkbox" checked={fog} onChange={(e) => setFog(e.currentTarget.checked)} /> fog
            </label>
            <p class="muted">{input.fog.note}</p>
          </div>
        )}
        <details class="text">
          <summary>What a bot would be sent</summary>
          <pre>{hand.input || 'nothing yet'}</pre>
        </details>
        <details class="text">
          <summary>Type the answer</summary>
          <Typed play={play} />
        </details>
        <details class="text" open>
          <summary>Keys</summary>
          <table class="keys">
            <KeyRows keys={input.keys} />
          </table>
        </details>
        <details class="text">
          <summary>Log</summary>
          <LogTab session={play.session} />
        </details>
        {!play.ended && (
          <button type="button" onClick={() => void play.leave()}>
            Give up
          </button>
        )}
      </div>
    </aside>
  );
}

/** Any answer, as a bot would write it. */
function Typed({ play }: { play: Play }) {
  const field = useRef<HTMLInputElement>(null);
  const asked = useWatch(play, () => play.asked);
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void play.send(field.current!.value).then(() => {
          if (play.error === '') field.current!.value = '';
        });
      }}
    >
      <pre>{play.hand!.help}</pre>
      <div class="typed">
        <input ref={field} aria-label="your answer" autocomplete="off" />
        <button type="submit" disabled={!asked}>
          Send
        </button>
      </div>
    </form>
  );
}
