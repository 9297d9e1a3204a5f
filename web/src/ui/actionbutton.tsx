import type { ComponentChildren } from 'preact';
import { type Scope, useRefusal } from '../lib/permission';

interface ActionButtonProps {
  needs?: Scope; // of the token
  obstacle?: string; // why it cannot be used just now
  title?: string;
  onClick: () => void;
  children: ComponentChildren;
}

/** A button of an action on the server. Where something is in its way, the token's scope too, it is disabled and says so. */
export function ActionButton({ needs = 'play', obstacle = '', title, onClick, children }: ActionButtonProps) {
  const refusal = useRefusal(needs);
  const why = obstacle || refusal;
  return (
    <button type="button" disabled={why !== ''} title={why || title} onClick={onClick}>
      {children}
    </button>
  );
}
