import type { Duel, Matrix } from '../api/types';
import { NONE, percent, signed } from '../ui/format';
import { Scroll } from '../ui/table';
import { botName } from './botname';
import { record } from './record';

/** The CSS class of a duel by its share of points: c0 lost all, c5 even, c10 won all. */
export function shade(score: number | null): string {
  return score === null ? '' : `c${Math.round(score * 10)}`;
}

/** The results of each row's bot against each column's. */
export function HeadToHead({ matrix }: { matrix: Matrix }) {
  const bots = matrix.bots ?? [];
  return (
    <Scroll label="Head to head">
      <table class="matrix">
        <caption class="unseen">Points of the row's bot against the column's, in percent</caption>
        <thead>
          <tr>
            <th scope="col">against</th>
            {bots.map((bot, i) => (
              <th key={bot} scope="col" title={bot} class="num">
                {i + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bots.map((bot, i) => (
            <tr key={bot}>
              <th scope="row" title={bot}>
                {i + 1}&ensp;{botName(bot)}
              </th>
              {bots.map((other, j) => (
                <Cell key={other} self={i === j} duel={matrix.matrix?.[i]?.[j]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Cell({ duel, self }: { duel: Duel | undefined; self: boolean }) {
  const played = duel && duel.games.wins + duel.games.draws + duel.games.losses;
  if (self || !duel || !played) return <td class="none">{self ? '' : NONE}</td>;
  return (
    <td class={shade(duel.estimate.score)} title={summaryOf(duel)}>
      <b>{percent(duel.estimate.score)}</b>
      <small>{record(duel.games)}</small>
    </td>
  );
}

/** The tooltip of a duel: Elo difference, error and LOS. */
function summaryOf({ a, b, estimate: e }: Duel): string {
  const elo =
    e.elo === null
      ? (e.note ?? '')
      : `${signed(e.elo)} ± ${e.elo_error95 === null ? '?' : Math.round(e.elo_error95)} Elo`;
  return `${a} against ${b}: ${elo}; likelihood of superiority ${percent(e.los)}`;
}
