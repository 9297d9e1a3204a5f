import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Props {
  accept: string; // such as ".zip,.gz"
  title: string;
  onFile: (file: File) => void;
  children: ComponentChildren;
}

/** A place for a file, which is dropped anywhere on the page or chosen. */
export function Drop({ accept, title, onFile, children }: Props) {
  const [over, setOver] = useState(false);
  const take = (file: File | null | undefined) => file && onFile(file);
  useEffect(() => {
    const drag = (e: DragEvent) => {
      e.preventDefault();
      setOver(e.type === 'dragover');
      if (e.type === 'drop') take(e.dataTransfer?.files[0]);
    };
    const types = ['dragover', 'dragleave', 'drop'] as const;
    for (const type of types) addEventListener(type, drag);
    return () => {
      for (const type of types) removeEventListener(type, drag);
    };
  }, [onFile]);
  return (
    <label class={over ? 'drop over' : 'drop'}>
      <input type="file" accept={accept} onChange={(e) => take(e.currentTarget.files?.[0])} />
      <b>{title}</b>
      <span class="muted">{children}</span>
    </label>
  );
}
