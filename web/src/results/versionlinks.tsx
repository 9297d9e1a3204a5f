import { useState } from 'preact/hooks';
import type { Match } from '../api/types';
import { navigate } from '../lib/router';
import { matchOf, pairOf } from './commonstart';
import { to } from './links';
import { nameOf } from './names';

interface GoProps {
  label: string;
  about: string;
  find: () => Promise<string | undefined>;
}

/** A button that looks for a page and goes there, or says that there is none. */
function Go({ label, about, find }: GoProps) {
  const [note, setNote] = useState('');
  const go = () => {
    setNote('looking …');
    find().then(
      (url) => (url ? navigate(url) : setNote('none')),
      (error: Error) => setNote(error.message),
    );
  };
  return (
    <>
      <button type="button" class="link" aria-label={about} onClick={go}>
        {label}
      </button>{' '}
      <span class="muted" role="status">
        {note}
      </span>
    </>
  );
}

/** Leads to the match of another version on the start of a match. */
export function SameStart({ match, bot, other }: { match: Match; bot: string; other: string }) {
  const find = async () => {
    const found = await matchOf(other, match, bot);
    return found && to.match(found.id);
  };
  return <Go label="Same start" about={`The same start by ${nameOf(other)}`} find={find} />;
}

/** Compares a match with that of another version on the same start. */
export function CompareWith({ match, bot, other }: { match: Match; bot: string; other: string }) {
  const find = async () => {
    const found = await matchOf(other, match, bot);
    return found && to.compare(match.id, found.id);
  };
  return <Go label="Compare" about={`Compare with the same start by ${nameOf(other)}`} find={find} />;
}

/** Compares the latest matches of two versions on a start that both have played. */
export function CompareVersions({ game, bot, other }: { game: string; bot: string; other: string }) {
  const find = async () => {
    const pair = await pairOf(game, bot, other);
    return pair && to.compare(pair[0].id, pair[1].id);
  };
  return (
    <Go
      label="Compare"
      about={`Compare a match with one of ${nameOf(other)} on the same start`}
      find={find}
    />
  );
}
