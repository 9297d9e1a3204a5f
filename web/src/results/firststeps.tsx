import { get } from '../api/client';
import type { Bot } from '../api/types';
import { useAsync } from '../lib/async';
import { address } from '../lib/url';
import { BotName, to } from './links';

interface Props {
  bot: Bot;
  before: Bot | undefined; // the version before it
}

/** What to do with a bot that has not played yet. */
export function FirstSteps({ bot, before }: Props) {
  const { game, id } = bot;
  const ladders = useAsync((signal) => get('/api/ladders', { game }, signal), [game]);
  const open = ladders.data?.ladders ?? [];
  const baseline = before?.id ?? `builtin:${game}/greedy`;
  return (
    <ul>
      <li>
        <a href={address('/play', { game, bot: id })}>Play its first match</a>
      </li>
      <li>
        <a href={address('/checks/new', { game, candidate: id, baseline })}>
          Check it against {before ? <BotName id={before.id} /> : 'the builtin greedy'}
        </a>
      </li>
      {open.map((l) => (
        <li key={l.name}>
          <a href={`${address(to.ladder(l.name), { bot: id })}#enter`}>Enter it in the ladder {l.name}</a>
        </li>
      ))}
      {ladders.data && open.length === 0 && (
        <li>
          <a href={address('/ladders', { game, bot: id })}>Open a ladder for it</a>
        </li>
      )}
    </ul>
  );
}
