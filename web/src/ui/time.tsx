import { ago } from './format';

/** The time since a moment, with the exact time as a tooltip. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString('en-GB')}>
      {ago(at)}
    </time>
  );
}
