import type { Game } from '../api/types';
import { Field, type Values } from '../ui/form';

interface Props {
  game: Game;
  wrong: Readonly<Record<string, string>>; // the server's error messages by field
  seed: string; // where seeds deal the starts
  opening?: string | undefined; // elsewhere; 1 by default
}

/** The start of a match: an opening where the game has some, since a seed decides little there, else a seed. */
export function StartField({ game, wrong, seed, opening = '1' }: Props) {
  if (game.openings) {
    return (
      <Field label="Opening" hint={`1 to ${game.openings}; 1 is the official start.`} error={wrong.opening}>
        {(a) => (
          <input
            {...a}
            name="opening"
            type="number"
            min="1"
            max={game.openings}
            defaultValue={opening}
            required
          />
        )}
      </Field>
    );
  }
  return (
    <Field label="Seed" hint={game.seed} error={wrong.seed}>
      {(a) => (
        <input {...a} name="seed" inputmode="numeric" pattern="-?[0-9]+" defaultValue={seed} required />
      )}
    </Field>
  );
}

/** The start that the field says, as a request has it. */
export function startOf(v: Values): { seed: string } | { opening: number } {
  const opening = v.number('opening');
  return opening === undefined ? { seed: v.text('seed') } : { opening };
}
