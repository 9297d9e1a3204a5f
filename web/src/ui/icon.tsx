const PATHS = {
  start: 'M5 5v14 M18 6l-9 6 9 6z',
  back: 'M15 6l-8 6 8 6z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 6v12 M16 6v12',
  next: 'M9 6l8 6-8 6z',
  end: 'M19 5v14 M6 6l9 6-9 6z',
  backEvent: 'M10 7l-6 5 6 5 M4 12h9 M18 7l3 5-3 5-3-5z',
  nextEvent: 'M14 7l6 5-6 5 M20 12h-9 M6 7l3 5-3 5-3-5z',
  plus: 'M12 6v12 M6 12h12',
  minus: 'M6 12h12',
  fit: 'M8 4H4v4 M16 4h4v4 M20 16v4h-4 M8 20H4v-4 M9 9h6v6H9z',
  follow: 'M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8z M12 2v4 M12 18v4 M2 12h4 M18 12h4',
  wide: 'M3 6h18v12H3z M15 6v12',
  full: 'M4 9V4h5 M15 4h5v5 M20 15v5h-5 M9 20H4v-5',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6z M12 3v3 M12 18v3 M3 12h3 M18 12h3 M5.6 5.6l2.1 2.1 M16.3 16.3l2.1 2.1 M18.4 5.6l-2.1 2.1 M7.7 16.3l-2.1 2.1',
  system: 'M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z M12 4v16 M15 5v14 M18 7.5v9',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8z M12 2v3 M12 19v3 M2 12h3 M19 12h3 M5 5l2 2 M17 17l2 2 M19 5l-2 2 M7 17l-2 2',
  dark: 'M20 14a8 8 0 1 1-10-10 6.5 6.5 0 0 0 10 10z',
};

const FILLED = new Set<keyof typeof PATHS>(['start', 'back', 'play', 'next', 'end', 'dark']);

/** An icon, drawn as SVG because fonts differ in the symbols that they have. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class={FILLED.has(name) ? 'icon filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
