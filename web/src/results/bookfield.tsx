import { get } from '../api/client';
import type { Game } from '../api/types';
import { useAsync } from '../lib/async';
import { Field } from '../ui/form';

/** A selection of the books that a game can be started from; nothing where it has none. */
export function BookField({ game, error }: { game: Game; error: string | undefined }) {
  const books = useAsync((signal) => get('/api/books', { game: game.name }, signal), [game.name]);
  // Where openings are the starts, a seed decides nothing.
  const all = (books.data?.books ?? []).filter((b) => !game.openings || !b.seeds);
  if (all.length === 0) return null;
  return (
    <Field
      label="Book"
      hint={`Its starts are played instead of ${game.openings ? 'openings' : 'seeds'}.`}
      error={error}
    >
      {(a) => (
        <select {...a} name="book">
          <option value="">none</option>
          {all.map((b) => (
            <option key={b.name}>{b.name}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
