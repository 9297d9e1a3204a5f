import { post } from '../api/client';
import type { Match } from '../api/types';
import { useObservable } from '../lib/observable';
import { navigate } from '../lib/router';
import type { Player } from '../player/player';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { Command, useCopy } from '../ui/copycommand';
import { ErrorMessage } from '../ui/page';
import { to } from './links';
import { useNames } from './names';

/** Links of a match that continues another one. */
export function Parent({ id, player }: { id: string; player: Player }) {
  const parent = useObservable(player.replay, () => player.replay.header?.parent);
  if (!parent) return null;
  const left = `turn ${parent.turn}`;
  if (!parent.match) return <span class="muted">continues another match after {left}</span>;
  return (
    <>
      <a href={to.match(parent.match)} title={`As recorded there up to ${left}`}>
        continues a match after {left}
      </a>
      <a href={`${to.compare(parent.match, id)}#t=${parent.turn}`}>Compare with it</a>
    </>
  );
}

/** Lets the reader take a seat in the position that is shown, or go on there with a bot or a debugger. */
export function TakeSeat({
  match,
  player,
  playable,
}: {
  match: Match;
  player: Player;
  playable: boolean; // by a human in the browser
}) {
  const shown = useObservable(player.transport, () => player.turn);
  const ended = useObservable(player.transport, () => Math.floor(player.transport.at)); // turns that have
  const last = useObservable(player.replay, () => player.replay.last);
  const [error, act] = useAction();
  const [copied, copy] = useCopy();
  const turn = Math.max(0, Math.min(ended, last - 1)); // after the last turn there is nothing to play
  const take = async (seat: number) => {
    const from = { match: match.id, turn };
    navigate(to.play((await post('/api/hands', {}, { game: match.game, seat, from })).id));
  };
  const button = (seat: number, label: string) => (
    <ActionButton
      title={`As recorded up to turn ${turn}, then you answer for seat ${seat}`}
      onClick={() => act(take(seat))}
    >
      {label}
    </ActionButton>
  );
  const ownReferee = useObservable(player.replay, () => player.replay.header?.referee !== undefined);
  const seats = match.seats ?? [];
  const names = useNames(seats.map(({ bot }) => bot));
  const server = location.origin;
  if (ownReferee) return null; // nothing goes on in the middle of its matches
  return (
    <>
      <details class="others branch">
        <summary>Play on from here</summary>
        <ul>
          {ended > turn && (
            <li class="muted">
              The match is over at turn {shown}: from turn {turn}.
            </li>
          )}
          {playable &&
            names.map((name, i) => (
              <li key={i}>
                {button(i, `As seat ${i}`)} <span class="muted">instead of {name}</span>
              </li>
            ))}
          {seats.map((_, i) => (
            <Command
              key={`bot-${i}`}
              title={`With another bot in seat ${i}`}
              text={`arbiter play --from ${match.id} --turn ${turn} -b ${i}=./mybot --server ${server}`}
              copy={copy}
            />
          ))}
          {seats.map((_, i) => (
            <Command
              key={`debug-${i}`}
              title={`In a debugger, seat ${i}`}
              text={`arbiter debug ${match.id} --seat ${i} --turn ${Math.max(1, shown)} --server ${server}`}
              copy={copy}
            />
          ))}
          <li class="muted">
            <span role="status">{copied}</span>
          </li>
        </ul>
      </details>
      <ErrorMessage text={error} />
    </>
  );
}
