import type { ComponentProps } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from './actionbutton';

interface AskButtonProps extends ComponentProps<typeof ActionButton> {
  question: string;
  consequence: string;
  yes: string; // the button that does it
}

/** A button of an action that cannot be undone: it asks on the page before it acts. */
export function AskButton({ question, consequence, yes, onClick, ...button }: AskButtonProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <ActionButton {...button} onClick={() => setAsks(true)} />
      {asks && (
        <Question
          question={question}
          consequence={consequence}
          yes={yes}
          act={onClick}
          close={() => setAsks(false)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  question: string;
  consequence: string;
  yes: string;
  act: () => void;
  close: () => void;
}

function Question({ question, consequence, yes, act, close }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={question} onClose={close}>
      <h2>{question}</h2>
      <p>{consequence}</p>
      <div class="actions">
        <button
          type="button"
          onClick={() => {
            dialog.current!.close();
            act();
          }}
        >
          {yes}
        </button>
        <button type="button" onClick={() => dialog.current!.close()}>
          Keep it
        </button>
      </div>
    </dialog>
  );
}
