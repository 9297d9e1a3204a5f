import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { HumanMatch } from '../human/humanmatch';
import { Pad } from '../human/pad';
import { useObservable } from '../lib/observable';
import type { PageProps } from '../lib/router';
import { BoardView } from '../player/boardview';
import { runClock } from '../player/clock';
import { Controls } from '../player/controls';
import { Gear } from '../player/gear';
import { KeyRows, KeysDialog } from '../player/keys';
import { LogTab } from '../player/logtab';
import { Seats } from '../player/seats';
import { TimelineBar } from '../player/timelinebar';
import { reasonText } from '../replay/reason';
import { ME } from '../results/choices';
import { to } from '../results/links';
import { AskButton } from '../ui/askbutton';
import { keyIsTaken } from '../ui/keyboard';
import { useDocumentTitle } from '../ui/title';
import '../style/player.css';
import '../style/human.css';

/** A match with a human seat. */
export function PlayMatch({ params }: PageProps) {
  const id = params.id!;
  const [fog, setFog] = useState(true);
  const play = useMemo(() => new HumanMatch(id, fog), [id, fog]);
  useEffect(() => play.start(), [play]);
  useEffect(() => runClock(play.player.transport), [play]);
  useHumanKeys(play);
  const [help, setHelp] = useState(false);
  const state = useObservable(play, () => play.state);
  const error = useObservable(play, () => play.error);
  useDocumentTitle(state?.game);
  if (state === undefined && error) {
    return (
      <main class="page">
        <h1>Match not found</h1>
        <p class="error">{error}</p>
        <p>
          <a href="/play">Play another match</a>
        </p>
      </main>
    );
  }
  const { player } = play;
  return (
    <main class="viewer play">
      <div class="board-column">
        <Caption play={play} />
        <BoardView player={player} over={play} closeUp />
        <Question play={play} />
        <div class="bar">
          <TimelineBar player={player} />
          <Controls transport={player.transport} replay={player.replay}>
            <Gear player={player} files={[]} help={() => setHelp(true)} />
          </Controls>
        </div>
      </div>
      <Side play={play} fog={fog} setFog={setFog} />
      {help && <KeysDialog close={() => setHelp(false)} keys={play.input?.keys ?? []} />}
    </main>
  );
}

/** Keys edit the answer here; the player's shortcuts are off. */
function useHumanKeys(play: HumanMatch): void {
  useEffect(() => {
    const down = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || keyIsTaken(e.target, e.key)) return;
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

function Caption({ play }: { play: HumanMatch }) {
  const state = useObservable(play, () => play.state);
  const seed = useObservable(play, () => play.player.replay.header?.seed);
  const parent = useObservable(play, () => play.player.replay.header?.parent);
  if (state === undefined) return <p class="caption muted">loading</p>;
  return (
    <div class="caption">
      <h1>{state.game}</h1>
      {seed !== undefined && <span class="muted">seed {seed}</span>}
      <span>you: seat {state.seat}</span>
      {parent && <span class="muted">as recorded up to turn {parent.turn}</span>}
    </div>
  );
}

/** The prompt or the result, and the buttons of the answer. */
function Question({ play }: { play: HumanMatch }) {
  const state = useObservable(play, () => play.state);
  const error = useObservable(play, () => play.error);
  const lost = useObservable(play, () => play.lost);
  const sending = useObservable(play, () => play.sending);
  useObservable(play, () => play.draft);
  useObservable(play, () => play.choices);
  // The board is still animating towards the current position, or the choices after the draft are on their way.
  const busy = useObservable(play, () => play.asked && (!play.current || play.looking));
  if (state === undefined) return <div class="question" />;
  return (
    <section class="question" aria-label="your turn" aria-busy={busy}>
      <p class="prompt" role="status">
        {play.ended ? <End play={play} /> : play.asked ? play.prompt : 'Waiting for the opponent.'}
      </p>
      {lost && <p class="error">The server is not responding; retrying.</p>}
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
            Undo <kbd>⌫</kbd>
          </button>
          {play.input?.line && (
            <button
              type="button"
              class="send"
              disabled={play.line === null || sending}
              onMouseDown={keepFocus}
              onClick={() => void play.send(play.line!)}
            >
              Send <kbd>Enter</kbd>
            </button>
          )}
        </div>
      )}
      {play.asked && <Pad play={play} />}
    </section>
  );
}

/** Keeps the focus where it is, so that keys still reach the board after a click. */
function keepFocus(e: MouseEvent): void {
  e.preventDefault();
}

function End({ play }: { play: HumanMatch }) {
  const state = play.state!;
  const header = useObservable(play, () => play.player.replay.header);
  const again = new URLSearchParams({ game: state.game });
  for (const [i, seat] of (header?.seats ?? []).entries())
    again.append('bot', i === state.seat ? ME : seat.bot);
  if (header?.seed) again.set('seed', header.seed);
  const parent = header?.parent;
  return (
    <>
      <b>{state.stage === 'over' ? outcome(play) : `The match has no result: ${state.why}.`}</b>{' '}
      {state.stage === 'over' && <a href={to.match(state.id)}>Open the replay</a>}{' '}
      {state.stage === 'over' && parent?.match && (
        <a href={`${to.compare(parent.match, state.id)}#t=${parent.turn}`}>Compare with the recorded match</a>
      )}{' '}
      {parent?.match ? (
        <a href={`${to.match(parent.match)}#t=${parent.turn}`}>Back to the recorded match</a>
      ) : (
        <a href={`/play?${again}`}>Play again</a>
      )}
    </>
  );
}

function outcome(play: HumanMatch): string {
  const { result, seat } = play.state!;
  if (!result) return '';
  const { ranks, scores } = result;
  const reason = reasonText(result.reason, result.faults);
  if (ranks?.length === 1) return `Game over: score ${scores?.[0]} (${reason}).`;
  const numbers = `${scores?.join(' : ')} (${reason})`;
  if (ranks?.every((r) => r === 1)) return `Draw, ${numbers}.`;
  return ranks?.[seat] === 1 ? `You win, ${numbers}.` : `You lose, ${numbers}.`;
}

/** The seats, the bot's input, the keys, and the button to give up. */
function Side({ play, fog, setFog }: { play: HumanMatch; fog: boolean; setFog: (on: boolean) => void }) {
  const state = useObservable(play, () => play.state);
  const input = useObservable(play, () => play.input);
  if (state === undefined || input === undefined) return <aside class="panel" />;
  return (
    <aside class="panel">
      <Seats player={play.player} />
      <div class="tab">
        {input.fog && (
          <div class="fog">
            <label>
              <input type="checkbox" checked={fog} onChange={(e) => setFog(e.currentTarget.checked)} /> Fog
            </label>
            <p class="muted">{input.fog.note}</p>
          </div>
        )}
        <details class="text">
          <summary>Bot input</summary>
          <pre>{state.input || 'nothing yet'}</pre>
        </details>
        <details class="text">
          <summary>Type an answer</summary>
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
          <LogTab player={play.player} />
        </details>
        {!play.ended && (
          <AskButton
            question="Give up?"
            consequence="The match ends without a result and is not stored."
            yes="Give up"
            onClick={() => void play.leave()}
          >
            Give up
          </AskButton>
        )}
      </div>
    </aside>
  );
}

/** A field for an answer in the protocol's format. */
function Typed({ play }: { play: HumanMatch }) {
  const field = useRef<HTMLInputElement>(null);
  const asked = useObservable(play, () => play.asked);
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void play.send(field.current!.value).then(() => {
          if (play.error === '') field.current!.value = '';
        });
      }}
    >
      <pre>{play.state!.help}</pre>
      <div class="typed">
        <input ref={field} aria-label="your answer" autocomplete="off" />
        <button type="submit" disabled={!asked}>
          Send
        </button>
      </div>
    </form>
  );
}
