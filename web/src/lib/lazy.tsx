import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component whose code is loaded when it is first shown. Until then there is nothing in its place. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return (props: P) => {
    const [Loaded, set] = useState<ComponentType<P> | null>(null);
    useEffect(() => {
      void load().then((component) => set(() => component));
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}
