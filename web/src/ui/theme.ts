/** The colours of a theme, for canvases. */
export interface Theme {
  ground: string;
  board: string;
  boardLine: string;
  wall: string;
  text: string;
  muted: string;
  accent: string;
  danger: string;
  good: string;
  coin: string;
  ice: string;
  fire: string;
  seat: [string, string]; // of the games of Arbiter itself
  seats: string[]; // of all others
  seatSoft: [string, string]; // the seat's colour on the board, for areas
  onSeat: string; // text on a seat's colour
  dark: boolean;
}

/** Reads the colours of tokens.css as they are at an element. */
export function readTheme(at: Element = document.documentElement): Theme {
  const style = getComputedStyle(at);
  const get = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: get('ground'),
    board: get('board'),
    boardLine: get('board-line'),
    wall: get('wall'),
    text: get('text'),
    muted: get('muted'),
    accent: get('accent'),
    danger: get('danger'),
    good: get('good'),
    coin: get('coin'),
    ice: get('ice'),
    fire: get('fire'),
    seat: [get('seat-0'), get('seat-1')],
    seats: Array.from({ length: 8 }, (_, n) => get(`seat-${n}`)),
    seatSoft: [get('seat-0-soft'), get('seat-1-soft')],
    onSeat: get('on-seat'),
    dark: get('dark') === '1',
  };
}

/** Calls back whenever the theme changes, by the button or by the system. Returns a function that unsubscribes. */
export function onTheme(changed: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  media.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', changed);
  };
}
