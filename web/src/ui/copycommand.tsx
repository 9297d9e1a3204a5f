import { useState } from 'preact/hooks';

/** Copies a text to the clipboard. The first value says what came of the last one, for a status. */
export function useCopy(): [said: string, copy: (text: string) => void] {
  const [said, setSaid] = useState('');
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser denied access to the clipboard.'),
    );
  };
  return [said, copy];
}

interface Props {
  title: string;
  text: string;
  copy: (text: string) => void;
}

/** An item of a list: a command to type elsewhere, with a button that copies it. */
export function Command({ title, text, copy }: Props) {
  return (
    <li class="command">
      {title}{' '}
      <button type="button" aria-label={`Copy the command: ${title}`} onClick={() => copy(text)}>
        Copy
      </button>
      <code>{text}</code>
    </li>
  );
}
