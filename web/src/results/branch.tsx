import { post } from '../api/client';
import type { Match } from '../api/types';
import { useObservable } from '../lib/observable';
import { navigate } from '../lib/router';
import type { Player } from '../player/player';
import { useAction } from '../ui/action';
import { ActionButton } from '../ui/actionbutton';
import { ErrorMessage } from '../ui/page';
import { to } from './links';

/** Links of a match that continues another one. */
export function Parent({ id, player }: { id: string; player: Player }) {
  const parent = useObservable(player.replay, () => player.replay.header?.parent);
  if (!parent) return null;
  const left = `turn ${parent.turn}`;
  if (!parent.match) return <span class="muted">continues another match after {left}</span>;
  return (
    <>
      <a href={to.match(parent.match)} title={`as recorded there up to ${left}`}>
        continues a match after {left}
      </a>
      <a href={`${to.compare(parent.match, id)}#t=${parent.turn}`}>compare with it</a>
    </>
  );
}

/** Lets the reader take a seat after the turn that is shown. */
export function TakeSeat({ match, player }: { match: Match; player: Player }) {
  const turn = useObservable(player.transport, () => player.turn);
  const last = useObservable(player.replay, () => player.replay.last);
  const [error, act] = useAction();
  const over = turn >= last ? 'the match is over here; go to an earlier turn' : '';
  const take = async (seat: number) => {
    const from = { match: match.id, turn };
    navigate(to.play((await post('/api/hands', {}, { game: match.game, seat, from })).id));
  };
  const button = (seat: number, label: string) => (
    <ActionButton
      obstacle={over}
      title={`as recorded up to turn ${turn}, then you answer for seat ${seat}`}
      onClick={() => act(take(seat))}
    >
      {label}
    </ActionButton>
  );
  const seats = match.seats ?? [];
  return (
    <>
      {seats.length === 1 ? (
        button(0, 'play on from here')
      ) : (
        <details class="others">
          <summary>play on from here</summary>
          <ul>
            {seats.map((seat, i) => (
              <li key={i}>
                {button(i, `as seat ${i}`)} <span class="muted">instead of {seat.bot}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <ErrorMessage text={error} />
    </>
  );
}
