import type { ComponentChildren } from 'preact';
import { type Owned, type Scope, useRefusal } from '../lib/permission';

interface ActionButtonProps {
  needs?: Scope; // of the token
  thing?: Owned; // what it changes
  obstacle?: string; // why it cannot be used just now
  title?: string;
  main?: boolean; // what most readers came for
  onClick: () => void;
  children: ComponentChildren;
}

/** A button of an action on the server. Where something is in its way, the token's scope or another owner too, it is disabled and says so. */
export function ActionButton({
  needs = 'play',
  thing,
  obstacle = '',
  title,
  main,
  onClick,
  children,
}: ActionButtonProps) {
  const refusal = useRefusal(needs, thing);
  const why = obstacle || refusal;
  return (
    <button
      type="button"
      class={main ? 'main' : undefined}
      disabled={why !== ''}
      title={why || title}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
