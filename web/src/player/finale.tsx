import { useObservable } from '../lib/observable';
import type { Header, Result } from '../replay/model';
import { reasonText } from '../replay/reason';
import { titleOf } from '../ui/botname';
import { exact } from '../ui/format';
import type { Player } from './player';

/** The moment at the end of a match: who has won, over the board, for as long as its last turn is shown. */
export function Finale({ player }: { player: Player }) {
  const { replay, transport } = player;
  const footer = useObservable(replay, () => replay.footer);
  const over = useObservable(transport, () => transport.at === replay.last && replay.last > 0);
  if (footer === undefined || !over || replay.header === undefined) return null;
  const { title, detail, seat } = finaleOf(footer.result, replay.header);
  return (
    <div class={seat === undefined ? 'finale' : `finale seat-${seat}`} role="status">
      <b>{title}</b>
      <span>{detail}</span>
    </div>
  );
}

/** The words of the end, and the seat that has won. */
export function finaleOf(
  { ranks, scores, reason: word, faults }: Result,
  { seats }: Header,
): { title: string; detail: string; seat: number | undefined } {
  const reason = reasonText(word, faults);
  if (seats.length === 1) return { title: `Score ${exact(scores[0])}`, detail: reason, seat: 0 };
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const detail = `${scores.map((s) => exact(s)).join(' : ')} · ${reason}`;
  if (first.length !== 1) return { title: 'Draw', detail, seat: undefined };
  const seat = first[0]!;
  const names = seats.map(({ name }) => titleOf(name));
  const alike = names.indexOf(names[seat]!) !== names.lastIndexOf(names[seat]!);
  return { title: `${names[seat]}${alike ? ` in seat ${seat}` : ''} wins`, detail, seat };
}
