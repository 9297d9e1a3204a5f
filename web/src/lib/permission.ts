import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What may be done here, weakest first; each scope includes those before it. */
const SCOPES = ['', 'public', 'read', 'upload', 'play', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scope and the name of this browser's token. */
export interface Granted {
  scope: Scope;
  token?: string | undefined;
}

/** What this browser's token permits. Without a server that asks for one, everything is permitted. */
export const Permission = createContext<Granted>({ scope: 'admin' });

/** What an action requires beside a scope: to own the thing that it changes or deletes. */
export interface Owned {
  /** Name of the token that made it; absent without an owner. */
  owner?: string | undefined;
  deletes?: boolean;
}

/** Whether one scope includes another. */
export function includes(has: Scope, needs: Scope): boolean {
  return SCOPES.indexOf(has) >= SCOPES.indexOf(needs);
}

/** Why something that needs a scope is refused; empty when it is permitted. With a thing, why its owner may and others may not. */
export function refusal(has: Granted, needs: Scope, thing?: Owned): string {
  if (!includes(has.scope, needs)) {
    return `The token has the scope ${has.scope || 'none'}; this needs ${needs}.`;
  }
  if (!thing || includes(has.scope, 'admin') || (thing.owner && thing.owner === has.token)) return '';
  if (thing.owner) return `It belongs to ${thing.owner}; others need the scope admin.`;
  const others = thing.deletes ? 'admin' : 'play';
  return includes(has.scope, others) ? '' : `It belongs to nobody; this needs the scope ${others}.`;
}

/** The refusal of something by this browser's token. */
export function useRefusal(needs: Scope, thing?: Owned): string {
  return refusal(useContext(Permission), needs, thing);
}
