import { useLayoutEffect, useState } from 'preact/hooks';

/** An Observable notifies its listeners of changes; they read the new state from it. */
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

/** Re-renders only when the value that look returns has changed. */
export function useObservable<T>(source: Observable, look: () => T): T {
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
