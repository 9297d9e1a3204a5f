import type { Game } from '../api/types';
import { Field } from '../ui/form';

interface Props {
  game: Game;
  more: string; // what becomes of seats beyond two
  error: string | undefined;
  choose?: (seats: number) => void; // called with each allowed number
}

/** The number of seats of a match, where the game allows several. */
export function SeatsField({ game, more, error, choose }: Props) {
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
          onChange={(e) => e.currentTarget.validity.valid && choose?.(e.currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}
