import type { Line, Standings, Tournament } from '../api/types';
import { number, percent } from '../ui/format';
import { Elo } from './elo';
import { BotLink } from './links';
import { nameOf, useName } from './names';
import { Record } from './record';
import { Result, type Tone } from './result';
import { byChance } from './seatbias';
import { StrengthText, strengthOf } from './strength';

const TONES: Partial<Record<Tournament['state'], Tone>> = { done: 'fine', failed: 'bad' };

interface Props {
  tournament: Tournament;
  standings: Standings; // of all its matches
}

/** Who is first in a tournament, with the strength and the record of that bot. */
export function TournamentResult({ tournament, standings }: Props) {
  const [first] = standings.lines ?? [];
  return first ? <First tournament={tournament} standings={standings} first={first} /> : null;
}

function First({ tournament: t, standings, first }: Props & { first: Line }) {
  useName(first.bot); // the sentence has it
  const strength = strengthOf(first);
  return (
    <Result
      tone={TONES[t.state] ?? 'muted'}
      sentence={firstOf(standings)}
      facts={[
        ['First', <BotLink key="first" game={t.game} id={first.bot} />],
        strength.solo
          ? ['Score ± 95 %', <StrengthText key="score" of={strength} />]
          : ['Elo ± 95 %', <Elo key="elo" elo={first.elo} elo_error95={first.elo_error95} />],
        [
          'Won-drawn-lost',
          <Record key="wdl" games={first.games} bot={first.bot} of={{ tournament: t.id }} />,
        ],
        ['Matches', t.total > 0 ? `${number(t.matches)} of ${number(t.total)}` : number(t.matches)],
      ]}
      progress={{ played: t.matches, of: t.total, label: 'Matches played' }}
      decided={<Decided standings={standings} />}
    />
  );
}

/** The sentence of a tournament: "Boss is first after 12 matches." */
export function firstOf({ lines, matches }: Standings): string {
  const played = `${number(matches)} ${matches === 1 ? 'match' : 'matches'}`;
  const first = lines?.[0];
  return first && lines.length > 1 ? `${nameOf(first.bot)} is first after ${played}.` : `${played}.`;
}

/** All that is statistical of a tournament. */
function Decided({ standings: { first_seat: seat } }: { standings: Standings }) {
  return (
    <>
      <p>± is the error of 95 %. Bots whose ranges overlap may be equally strong.</p>
      {seat && (
        <p>
          First seat: <b>{percent(seat.score, 1)}</b>
          {seat.score_error95 !== null && <span class="pm"> ± {percent(seat.score_error95, 1)}</span>} of the
          points. {seat.p_value !== null && byChance(seat.p_value)} {seat.note}
        </p>
      )}
    </>
  );
}
