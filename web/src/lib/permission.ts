import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What may be done here, weakest first; each scope includes those before it. */
const SCOPES = ['', 'public', 'read', 'play', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scope of this browser's token. Without a server that asks for one, everything is permitted. */
export const Permission = createContext<Scope>('admin');

/** Whether one scope includes another. */
export function includes(has: Scope, needs: Scope): boolean {
  return SCOPES.indexOf(has) >= SCOPES.indexOf(needs);
}

/** Why something that needs a scope is refused; empty when it is permitted. */
export function useRefusal(needs: Scope): string {
  const has = useContext(Permission);
  return includes(has, needs) ? '' : `The token has the scope ${has || 'none'}; this needs ${needs}.`;
}
