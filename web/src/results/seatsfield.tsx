import type { Game } from '../api/types';
import { Field } from '../ui/form';

interface Props {
  game: Game;
  more: string; // what becomes of seats beyond two
  error: string | undefined;
}

/** The number of seats of a match, where the game allows several. */
export function SeatsField({ game, more, error }: Props) {
  if (game.min_seats === game.max_seats) return null;
  return (
    <Field
      label="Seats"
      hint={`${game.min_seats} to ${game.max_seats}. With more than two, ${more}.`}
      error={error}
    >
      {(a) => (
        <input
          {...a}
          name="seats"
          type="number"
          min={game.min_seats}
          max={game.max_seats}
          defaultValue={Math.max(2, game.min_seats)}
        />
      )}
    </Field>
  );
}
