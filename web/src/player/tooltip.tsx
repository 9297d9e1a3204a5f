import { useEffect, useRef } from 'preact/hooks';
import type { Description } from '../games/renderer';

/** A description and where the pointer is, in pixels of the board. */
export interface TipState {
  description: Description;
  x: number;
  y: number;
}

/** The tooltip of the entity under the pointer. It stays inside the board: left of the pointer in the right half. */
export function Tooltip({ description, x, y }: TipState) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current!;
    const room = box.parentElement!.getBoundingClientRect();
    const left = x + 16 + box.offsetWidth > room.width ? x - 16 - box.offsetWidth : x + 16;
    const top = Math.min(y + 12, room.height - box.offsetHeight - 4);
    box.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  });
  return (
    <div ref={ref} class="tip" role="tooltip">
      <b>{description.title}</b>
      {description.rows.length > 0 && (
        <dl>
          {description.rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
