import { useObservable } from '../lib/observable';
import type { HumanMatch } from './humanmatch';

const ARROWS = [
  ['ArrowUp', '↑', 'up'],
  ['ArrowLeft', '←', 'left'],
  ['ArrowRight', '→', 'right'],
  ['ArrowDown', '↓', 'down'],
] as const;

/** The arrow keys and Enter for a thumb. Each is there while it has a meaning. */
export function Pad({ play }: { play: HumanMatch }) {
  const sending = useObservable(play, () => play.sending);
  useObservable(play, () => play.draft);
  useObservable(play, () => play.choices);
  const pad = play.input?.pad;
  if (pad === undefined) return null;
  const other = pad.else && !play.takes(pressOf('Enter')) ? pad.else : undefined;
  const middle = other ? ([other.key, '◦', other.does] as const) : (['Enter', '●', pad.enter] as const);
  const keys = [ARROWS[0], ARROWS[1], middle, ARROWS[2], ARROWS[3]];
  return (
    <fieldset class="pad" aria-label="arrow keys">
      {keys.map(([key, sign, name], i) => (
        <button
          key={i}
          type="button"
          aria-label={name}
          title={name}
          disabled={sending || !play.takes(pressOf(key))}
          onMouseDown={(e) => e.preventDefault()} // the focus stays, so that keys still reach the board
          onClick={() => play.press(pressOf(key))}
        >
          {sign}
        </button>
      ))}
    </fieldset>
  );
}

function pressOf(key: string) {
  return { key, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };
}
