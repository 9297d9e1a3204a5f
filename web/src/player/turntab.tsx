import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useObservable } from '../lib/observable';
import { loadPreference, savePreference } from '../lib/storage';
import type { Fault, SeatTurn } from '../replay/model';
import { eventsOf } from '../replay/model';
import { titleOf } from '../ui/botname';
import { costInWords } from './analysis';
import { idle } from './idle';
import type { Player } from './player';

const LONG = 12; // lines that are shown without unfolding

/** The details of a turn: input, answer and its fault, stderr, remarks, events. */
export function TurnTab({ player }: { player: Player }) {
  const { replay } = player;
  const turn = useObservable(player.transport, () => player.turn);
  const chosen = useObservable(player, () => player.seat);
  useObservable(player, () => player.board);
  const report = useObservable(player, () => player.analysis);
  const frame = replay.frames[turn];
  if (frame === undefined) return null;
  const events = eventsOf(frame.view);
  const played = player.board?.played?.(replay.frames, turn);
  const shown = replay.header!.seats.map((info, seat) => ({
    seat,
    name: titleOf(info.name),
    turn: frame.seats[seat]!,
    mistake: player.mistakes.get(turn)?.find((c) => c.seat === seat),
  }));
  return (
    <>
      {shown
        .filter(({ seat }) => chosen === null || chosen === seat)
        .map(({ seat, name, turn, mistake }) => (
          <SeatSection key={seat} seat={seat} name={name} turn={turn} among={frame.seats}>
            {mistake && (
              <p class="remark">
                It cost {costInWords(mistake, report!)} ({mistake.sure}).
                {mistake.best && (
                  <>
                    {' '}
                    Better{player.board?.answer && ', in green on the board'}: <code>{mistake.best}</code>
                  </>
                )}
              </p>
            )}
          </SeatSection>
        ))}
      {played && (
        <div class="text">
          <div class="label">
            move {turn} of {replay.last} in the answer
          </div>
          <pre>{played}</pre>
        </div>
      )}
      <h2>Events</h2>
      {events.length === 0 && <p class="muted">{turn === 0 ? 'The start position.' : 'No events.'}</p>}
      <ol class="events">
        {events.map((event, i) => (
          <li key={i} class={event.type === 'fault' ? 'fault-text' : ''}>
            <span class={event.seat === undefined ? 'dot' : `dot seat-${event.seat}`} />
            {player.board?.describeEvent(event) ?? event.type}
          </li>
        ))}
      </ol>
    </>
  );
}

interface SectionProps {
  seat: number;
  name: string;
  turn: SeatTurn;
  among: readonly SeatTurn[]; // of all seats
  children: ComponentChildren; // what is said of the answer
}

function SeatSection({ seat, name, turn, among, children }: SectionProps) {
  const silent = !turn.asked && !turn.stderr && !turn.remarks;
  return (
    <section class={`exchange seat-${seat}`}>
      <h2>
        <span class="sign">{seat}</span> {name}
        {!turn.asked && <span class="muted"> {idle(among)}</span>}
      </h2>
      {!silent && (
        <>
          {turn.input && <Text label="input" lines={turn.input} folds />}
          {turn.asked && <Answer turn={turn} />}
          {children}
          {turn.stderr && <Text label="stderr" lines={turn.stderr.replace(/\n$/, '').split('\n')} />}
          {turn.remarks?.map((remark) => (
            <p key={remark} class="remark">
              {remark}
            </p>
          ))}
        </>
      )}
    </section>
  );
}

function Answer({ turn }: { turn: SeatTurn }) {
  return (
    <div class={turn.fault ? 'text wrong' : 'text'}>
      <div class="label">answer</div>
      {turn.answer ? <pre>{turn.answer.join('\n')}</pre> : <p class="muted">none</p>}
      {turn.fault && <FaultText fault={turn.fault} />}
    </div>
  );
}

function FaultText({ fault }: { fault: Fault }) {
  return (
    <p class="fault-text">
      <b>✕ {fault.kind}</b>
      {fault.forgiven && ' (forgiven)'}
      {fault.line && (
        <>
          : <code>{fault.line}</code>
        </>
      )}
      : {fault.why}
    </p>
  );
}

/** Lines of the protocol. Long foldable texts start folded; the reader's choice then applies to every turn. */
export function Text({ label, lines, folds }: { label: string; lines: readonly string[]; folds?: boolean }) {
  const [choice, choose] = useState(loadPreference(`fold.${label}`));
  if (!folds) {
    return (
      <div class="text">
        <div class="label">{label}</div>
        <pre>{lines.join('\n')}</pre>
      </div>
    );
  }
  const open = choice === null ? lines.length <= LONG : choice === 'open';
  const toggled = (e: { currentTarget: HTMLDetailsElement }) => {
    if (e.currentTarget.open === open) return;
    const now = e.currentTarget.open ? 'open' : 'folded';
    savePreference(`fold.${label}`, now);
    choose(now);
  };
  return (
    <details class="text" open={open} onToggle={toggled}>
      <summary class="label">
        {label}, {lines.length} {lines.length === 1 ? 'line' : 'lines'}
      </summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  );
}
