import { Field } from '../ui/form';
import { nameOf } from './names';

interface Props {
  bots: readonly string[]; // as the API takes them
  defaultValue?: string;
  error: string | undefined;
}

/** A selection of the bot whose Elo is 0. */
export function Anchor({ bots, defaultValue = '', error }: Props) {
  const all = defaultValue && !bots.includes(defaultValue) ? [defaultValue, ...bots] : bots;
  return (
    <Field label="Anchor (Elo 0)" error={error}>
      {(a) => (
        <select {...a} name="anchor" defaultValue={defaultValue}>
          <option value="">The mean of all bots</option>
          {all.map((bot) => (
            <option key={bot} value={bot}>
              {nameOf(bot)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
