import { useLayoutEffect, useState } from 'preact/hooks';

/** An Observable tells its listeners that something changed; they look what. */
export class Observable {
  private listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Renders again when what look returns has changed; a moving clock need not render a panel. */
export function useWatch<T>(source: Observable, look: () => T): T {
  const value = look();
  const [, render] = useState(0);
  useLayoutEffect(() => {
    let seen = value;
    const check = () => {
      const now = look();
      if (Object.is(now, seen)) return;
      seen = now;
      render((n) => n + 1);
    };
    check();
    return source.subscribe(check);
  });
  return value;
}
